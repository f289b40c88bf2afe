"""Measures files of activities with the libraries of others, one JSON object a line.

    activity-distances.py FILE...        what each file holds, by gpxpy, fitparse and fit-tool
    activity-distances.py --make FOLDER  FIT files by fit-tool, and how long each should be
"""

import json
import logging
import sys
import warnings
from xml.etree import ElementTree


def say(path, judge, distances):
    print(json.dumps({"path": path, "judge": judge, "distances": distances}), flush=True)


def gpx(path):
    import gpxpy
    from geographiclib.geodesic import Geodesic

    with open(path, "rb") as file:
        tracks = gpxpy.parse(file).tracks
    # gpxpy's own lengths are those on a sphere, up to 0.7 % off: its points, on the ellipsoid.
    ellipsoid = [
        sum(
            Geodesic.WGS84.Inverse(a.latitude, a.longitude, b.latitude, b.longitude)["s12"]
            for segment in track.segments
            for a, b in zip(segment.points, segment.points[1:])
        )
        for track in tracks
    ]
    say(path, "gpxpy, geographiclib", ellipsoid)
    say(path, "gpxpy on a sphere", [track.length_2d() for track in tracks])


def tcx(path):
    space = "{http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2}"
    activities = ElementTree.parse(path).getroot().iter(space + "Activity")
    lengths = [
        sum(float(lap.find(space + "DistanceMeters").text) for lap in activity.iter(space + "Lap"))
        for activity in activities
    ]
    say(path, "ElementTree", lengths)


def fit(path):
    import fitparse
    from fit_tool.fit_file import FitFile
    from fit_tool.profile.messages.session_message import SessionMessage

    messages = fitparse.FitFile(path).get_messages("session")
    say(path, "fitparse", [message.get_value("total_distance") for message in messages])
    records = FitFile.from_file(path).records
    lengths = [
        record.message.total_distance
        for record in records
        if isinstance(record.message, SessionMessage)
    ]
    say(path, "fit-tool", lengths)


def make(folder):
    from fit_tool.fit_file_builder import FitFileBuilder
    from fit_tool.profile.messages.file_id_message import FileIdMessage
    from fit_tool.profile.messages.record_message import RecordMessage
    from fit_tool.profile.messages.session_message import SessionMessage
    from fit_tool.profile.profile_type import FileType, Manufacturer, Sport

    start = 1_796_021_700_000
    for number, meters in enumerate([42.5, 5000.0, 123456.78]):
        builder = FitFileBuilder(auto_define=True, min_string_size=50)
        message = FileIdMessage()
        message.type = FileType.ACTIVITY
        message.manufacturer = Manufacturer.DEVELOPMENT.value
        message.serial_number = number + 1
        message.time_created = start
        builder.add(message)
        for step in range(11):
            message = RecordMessage()
            message.timestamp = start + step * 60_000
            message.distance = meters * step / 10
            message.position_lat = 47.5
            message.position_long = 8.5 + step / 1000
            builder.add(message)
        message = SessionMessage()
        message.timestamp = start + 600_000
        message.start_time = start
        message.sport = Sport.CYCLING
        message.total_distance = meters
        builder.add(message)
        path = f"{folder}/fit-tool-{number}.fit"
        builder.build().to_file(path)
        say(path, "fit-tool", [meters])


warnings.filterwarnings("ignore")
logging.disable(logging.CRITICAL)
if sys.argv[1] == "--make":
    make(sys.argv[2])
else:
    for path in sys.argv[1:]:
        {"gpx": gpx, "tcx": tcx, "fit": fit}[path.rsplit(".", 1)[1]](path)
