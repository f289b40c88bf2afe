"""Writes files as devices, services and adversaries write them, and what becomes of each.

    import-cases.py FOLDER

FOLDER/cases.json has an object a file: its name, the exit status of its import, the records as
[metres, RFC 3339 time], and what is told of it, of which each text must be there.
"""

import io
import json
import struct
import sys
import zipfile

folder = sys.argv[1]
cases = []


def case(name, content, status=0, records=(), told=(), options=()):
    if isinstance(content, str):
        content = content.encode()
    with open(f"{folder}/{name}", "wb") as file:
        file.write(content)
    cases.append({
        "name": name, "status": status, "records": [list(record) for record in records],
        "told": list(told), "options": list(options),
    })


# GPX. Two thousandths of a degree of a meridian at 50 degrees north, a thousandth a second.

START = "2026-05-01T10:00:00Z"
WAY = 222.46


def point(latitude, longitude, time=None):
    inner = "" if time is None else f"<time>{time}</time>"
    return f'<trkpt lat="{latitude}" lon="{longitude}">{inner}</trkpt>'


def second(number):
    return f"2026-05-01T10:00:{number:02}Z"


def points(first="", between="", times=True):
    times = [second(number) if times else None for number in range(4)]
    return (
        first + point(50, 8, times[0]) + point(50.001, 8, times[1]) + between
        + point(50.002, 8, times[3 if between else 2]))


def gpx(inner=None, version="1.1", declaration='<?xml version="1.0" encoding="UTF-8"?>\n', name="",
        head=""):
    inner = points() if inner is None else inner
    return (
        f'{declaration}<gpx version="{version}" creator="t" '
        f'xmlns="http://www.topografix.com/GPX/1/1">{head}<trk>{name}<trkseg>{inner}</trkseg></trk></gpx>')


ways = [(WAY, START)]
case("ok.gpx", gpx(), records=ways)
case("version.gpx", gpx(version="5.8"), records=ways)
case("mark-blank.gpx", "\ufeff\n\n" + gpx(), records=ways)
case("blank-mark.gpx", "\n  \ufeff" + gpx(), records=ways)
case("doctype.gpx", gpx(declaration='<?xml version="1.0"?><!DOCTYPE gpx>'), records=ways)
case("doctype-file.gpx", gpx(declaration='<!DOCTYPE gpx SYSTEM "http://localhost:1/gpx.dtd">'),
     records=ways)
case("doctype-entities.gpx", gpx(declaration='<!DOCTYPE gpx [<!ENTITY a "b">]>'), 65,
     told=["document type with declarations"])
case("skipped-entity.gpx", gpx(
    declaration='<!DOCTYPE gpx SYSTEM "file:///etc/passwd">', name="<name>&a;</name>"), 65,
     told=["undefined entity"])


def declared(encoding):
    return f'<?xml version="1.0" encoding="{encoding}"?>'


case("utf8-alias.gpx", gpx(declaration=declared("utf8"), name="<name>é</name>"), records=ways)
case("windows-1252.gpx", gpx(
    declaration=declared("windows-1252"), name="<name>‰é</name>").encode("cp1252"), records=ways)
case("cp1251.gpx", gpx(
    declaration=declared("CP1251"), name="<name>Лыжи</name>").encode("cp1251"), records=ways)
case("latin1.gpx", gpx(declaration=declared("latin1"), name="<name>é</name>").encode("latin1"),
     records=ways)
case("latin9.gpx", gpx(
    declaration=declared("ISO-8859-15"), name="<name>€</name>").encode("iso8859_15"), records=ways)
case("latin2.gpx", gpx(
    declaration=declared("iso_8859-2"), name="<name>Łódź</name>").encode("iso8859_2"), records=ways)
case("declared-latin1-is-utf8.gpx", gpx(
    declaration=declared("ISO-8859-1"), name="<name>é</name>"), records=ways)
case("declared-utf16-is-utf8.gpx", "\ufeff" + gpx(declaration=declared("utf-16")), records=ways)
case("utf16-mark.gpx", gpx(declaration=declared("utf-16"), name="<name>é🚲</name>").encode("utf-16"),
     records=ways)
case("utf16-big.gpx", gpx(declaration=declared("utf-16")).encode("utf-16-be"), records=ways)
case("utf16-declared-utf8.gpx", gpx().encode("utf-16-le"), records=ways)
case("utf16-cut.gpx", gpx().encode("utf-16-le")[:-1], 65)
case("unknown-encoding.gpx", gpx(
    declaration=declared("shift_jis"), name="<name>走</name>").encode("shift_jis"), 65,
     told=["encoding that is not known: shift_jis"])
case("unknown-encoding-ascii.gpx", gpx(declaration=declared("shift_jis")), records=ways)

garbage = "1 point without a place left out"
case("no-place.gpx", gpx(points(first=f"<trkpt><ele>31</ele><time>{START}</time></trkpt>")),
     records=ways, told=[garbage])
case("null-island.gpx", gpx(points(between=point(0, 0, second(2)))), records=ways, told=[garbage])
case("null-first.gpx", gpx(points(first=point(0, 0, second(0)))), records=ways, told=[garbage])
case("null-is-near.gpx", gpx(
    point(0, 0, second(0)) + point(0, 0.001, second(1)) + point(0, 0, second(2))),
     records=[(WAY * 1.0008, START)])
case("pause-marker.gpx", gpx(points(between=point(100.0, 0.0, second(2)))), records=ways,
     told=[garbage])
case("not-a-number.gpx", gpx(points(between=point("NaN", 8, second(2)))), records=ways,
     told=[garbage])
far = "1 point that needs more than 1,000 km/h left out"
case("leap.gpx", gpx(points(between=point(51, 8, second(2)))), records=ways, told=[far])
case("leap-first.gpx", gpx(points(first=point(51, 8, second(0)))), records=ways, told=[far])
case("leap-last.gpx", gpx(points() + point(51, 8, second(3))), records=ways, told=[far])
case("teleport.gpx", gpx(points() + point(51, 8, second(3)) + point(51.001, 8, second(4))),
     records=[(333.71, START)], told=[far])
case("flight.gpx", gpx(point(50, 8, START) + point(55, 8, "2026-05-01T10:45:00Z")),
     records=[(556352.4, START)])

case("empty-time.gpx", gpx(points(first=point(50, 8, ""))), records=ways,
     told=["1 time that is none left out"])
case("blank-for-t.gpx", gpx(points(first=point(50, 8, "2026-05-01 10:00:00"))), records=ways)
case("offset.gpx", gpx(points(first=point(50, 8, "2026-05-01T10:00:00+0200"))),
     records=[(WAY, "2026-05-01T10:00:00+02:00")])
case("no-seconds.gpx", gpx(points(first=point(50, 8, "2026-05-01T09:59Z"))),
     records=[(WAY, "2026-05-01T09:59:00Z")])
case("no-time.gpx", gpx(points(first=point(50, 8, "N/A"))), records=ways,
     told=["1 time that is none left out"])
case("clock-not-set.gpx", gpx(points(first=point(50, 8, "1970-01-01T00:00:07Z"))), records=ways,
     told=["1 time that is none left out"])
case("metadata.gpx", gpx(
    points(times=False), head="<metadata><time>2026-04-30T00:00:00Z</time></metadata>"),
     records=[(WAY, "2026-04-30T00:00:00Z")])
case("timeless.gpx", gpx(points(times=False)), 65, told=["--at TIME"])
case("timeless-at.gpx", gpx(points(times=False)), records=[(WAY, "2026-05-02T07:15:00Z")],
     options=["--at", "2026-05-02T07:15:00Z"])
case("long-name.gpx", gpx(name=f"<name>{'x' * 70000}</name>"), records=ways,
     told=["1 rest of a long text left out"])
case("long-tag.gpx", gpx(name=f"<name a='{'x' * (3 << 20)}'/>"), 65,
     told=["tag or comment of more than 1 MiB"])
case("truncated.gpx", gpx()[:-40], 65, told=["line 2"])
html = "HTML, a page of the web"
case("page.gpx", "<!DOCTYPE html><html><body>Please log in</body></html>", 65, told=[html])
case("page2.gpx", "\n<!doctype html>\n<html><body>Please log in<br></body></html>", 65, told=[html])
case("page3.gpx", "<HTML><body>Please log in<br>", 65, told=[html])


# TCX.

def tcx(inner, kind="Activity", ident=f"<Id>{START}</Id>"):
    plural = "Activities" if kind == "Activity" else "Courses"
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<TrainingCenterDatabase '
        'xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2">'
        f'<{plural}><{kind} Sport="Running">{ident}{inner}</{kind}></{plural}></TrainingCenterDatabase>')


def lap(distance=None, track="", start=START):
    meters = "" if distance is None else f"<DistanceMeters>{distance}</DistanceMeters>"
    return (
        f'<Lap StartTime="{start}"><TotalTimeSeconds>60</TotalTimeSeconds>{meters}{track}</Lap>')


def track(*points):
    parts = []
    for number, (distance, place) in enumerate(points):
        parts.append(f"<Trackpoint><Time>{second(number)}</Time>")
        if place:
            parts.append(
                f"<Position><LatitudeDegrees>{place[0]}</LatitudeDegrees>"
                f"<LongitudeDegrees>{place[1]}</LongitudeDegrees></Position>")
        if distance is not None:
            parts.append(f"<DistanceMeters>{distance}</DistanceMeters>")
        parts.append("</Trackpoint>")
    return f"<Track>{''.join(parts)}</Track>"


case("ok.tcx", tcx(lap(1000) + lap(500)), records=[(1500, START)])
case("name-for-id.tcx", tcx(lap(1000), ident="<Id>My ride</Id>"), records=[(1000, START)],
     told=["1 time that is none left out"])
case("points-only.tcx", tcx(lap(None, track((0, None), (500, None), (1000, None)))),
     records=[(1000, START)])
case("one-lap-of-two.tcx", tcx(lap(1000) + lap(None, track((1000, None), (2000, None)))),
     records=[(2000, START)])
case("places-only.tcx", tcx(lap(None, track((None, (50, 8)), (None, (0, 0)), (None, (50.002, 8))))),
     records=ways, told=[garbage])
case("negative-lap.tcx", tcx(lap(-5) + lap(500)), records=[(500, START)],
     told=["1 distance that is none left out"])
case("course.tcx", tcx(lap(700), kind="Course", ident="<Name>x</Name>"), 65, told=["--courses"])
case("course-taken.tcx", tcx(
    lap(700) + track((0, (50, 8)), (700, (50.002, 8))), kind="Course", ident="<Name>x</Name>"),
     records=[(700, START)], options=["--courses"])


# FIT.

def crc(data):
    total = 0
    for byte in data:
        total ^= byte
        for _ in range(8):
            total = total >> 1 ^ 0xA001 if total & 1 else total >> 1
    return total


SIZES = {0x00: 1, 0x02: 1, 0x84: 2, 0x85: 4, 0x86: 4, 0x8C: 4, 0x8E: 8, 0x8F: 8}
FORMATS = {1: "B", 2: "H", 4: "I", 8: "Q"}
NONE = 0xFFFFFFFF
FIT_START = 1_100_000_000
FIT_TIME = "2024-11-08T11:33:20Z"


class Fit:
    def __init__(self, kind=4, created=FIT_START):
        self.data = b""
        self.kinds = {}
        self.message(0, [(0, 0x00, kind), (1, 0x84, 1), (2, 0x84, 2), (3, 0x8C, 1234),
                         (4, 0x86, created)])

    def message(self, number, fields):
        look = number, tuple((field, kind) for field, kind, _ in fields)
        if look not in self.kinds:
            local = len(self.kinds) % 16
            self.kinds = {key: value for key, value in self.kinds.items() if value != local}
            self.kinds[look] = local
            self.data += bytes([0x40 | local, 0, 0]) + struct.pack("<HB", number, len(fields))
            self.data += b"".join(bytes([field, SIZES[kind], kind]) for field, kind, _ in fields)
        self.data += bytes([self.kinds[look]])
        for _, kind, value in fields:
            size = SIZES[kind]
            self.data += struct.pack("<" + FORMATS[size], value & (1 << 8 * size) - 1)
        return self

    def record(self, second, meters=None, place=None):
        north, east = (0x7FFFFFFF, 0x7FFFFFFF) if place is None else (
            round(degrees * 2**31 / 180) for degrees in place)
        distance = NONE if meters is None else meters * 100
        return self.message(20, [(253, 0x86, FIT_START + second), (0, 0x85, north), (1, 0x85, east),
                                 (5, 0x86, distance)])

    def records(self, start=0, meters=True):
        for step in range(5):
            self.record(start + step * 10, step * 100 if meters else None, (50 + step / 1000, 8))
        return self

    def span(self, number, start, end, meters, sport=1):
        start = NONE if start is None else FIT_START + start
        distance = NONE if meters is None else meters * 100
        return self.message(number, [(253, 0x86, FIT_START + end), (2, 0x86, start),
                                     (9, 0x86, distance), (5, 0x00, sport)])

    def session(self, start, end, meters, sport=1):
        return self.span(18, start, end, meters, sport)

    def lap(self, start, end, meters):
        return self.span(19, start, end, meters)

    def file(self):
        head = struct.pack("<BBHI4s", 14, 0x20, 2132, len(self.data), b".FIT")
        head += struct.pack("<H", crc(head))
        return head + self.data + struct.pack("<H", crc(head + self.data))


four = [(400, FIT_TIME)]
case("ok.fit", Fit().records().session(0, 40, 400).file(), records=four)
case("empty-window.fit", Fit().records().session(0, 0, None).file(), records=four)
case("laps-only.fit", Fit().lap(0, 60, 1000).lap(60, 120, 1000).lap(120, 180, 1000).file(),
     records=[(3000, FIT_TIME)])
case("lap-by-records.fit", Fit().records().lap(0, 20, 250).lap(20, 40, None).session(0, 40, None).file(),
     records=[(450, FIT_TIME)])
case("counted-anew.fit", Fit().records().records(50).session(0, 40, None).session(50, 90, None, 2).file(),
     records=[(400, FIT_TIME), (400, "2024-11-08T11:34:10Z")])
case("counted-anew-within.fit", Fit().records().records(50).session(0, 90, None).file(),
     records=[(800, FIT_TIME)])
case("zero-session.fit", Fit().records().session(0, 40, 0).file(), records=four)
case("no-start.fit", Fit().records().session(None, 40, 400).file(), records=four)
case("uptime.fit", Fit().message(18, [(253, 0x86, 900), (2, 0x86, 500), (9, 0x86, 40000)]).file(),
     records=four)
case("uptime-only.fit", Fit(created=500).message(18, [(2, 0x86, 500), (9, 0x86, 40000)]).file(), 65,
     told=["--at TIME"])
case("places-only.fit", Fit().record(0, None, (0, 0)).record(10, None, (50, 8)).record(
    20, None, (50.001, 8)).record(30, None, (0, 0)).record(40, None, (50.002, 8)).session(
    0, 40, None).file(), records=[(WAY, FIT_TIME)], told=["2 points without a place left out"])
case("leap.fit", Fit().records(meters=False).record(50, None, (60, 8)).session(0, 50, None).file(),
     records=[(444.92, FIT_TIME)], told=[far])
case("behind.fit", Fit().records().session(0, 40, 400).file() + bytes(16), records=four,
     told=["16 bytes behind the end left out"])
case("cut-behind.fit", Fit().records().session(0, 40, 400).file() + Fit().records().file()[:-1],
     records=four, told=["bytes behind the end left out"])
case("no-checksum.fit", Fit().records().session(0, 40, 400).file()[:-2], 65, told=["cut off"])
case("course.fit", Fit(kind=6).records().file(), 65, told=["a plan", "--courses", "GPSBabel"])
case("course-taken.fit", Fit(kind=6).records().file(), records=four, options=["--courses"])
# Numbers at the ends of 64 bits in each place that is added to or taken from.
for ends, value in (("most", 2**63 - 1), ("least", -(2**63)), ("all", 2**64 - 2)):
    wide = 0x8F if ends == "all" else 0x8E
    huge = Fit()
    huge.message(34, [(253, wide, value), (5, wide, -value)])
    huge.message(20, [(253, wide, value), (0, wide, value), (1, wide, value), (5, wide, value)])
    huge.message(18, [(253, wide, value), (2, wide, -value), (9, wide, value)])
    huge.message(19, [(253, wide, value), (2, wide, value), (9, wide, value)])
    # A short header counts on from the last time.
    huge.data += bytes([0x40 | 3, 0, 0, 20, 0, 0]) + bytes([0x80 | 3 << 5 | 31] * 3)
    case(f"huge-{ends}.fit", huge.file(), 65)
many = Fit()
many.data += bytes([0x40 | 1, 0, 0, 20, 0, 0]) + bytes([1]) * 2_100_000
case("many-records.fit", many.file(), 65, told=["more than 2000000 records"])


# Archives.

def archive(files, method=zipfile.ZIP_DEFLATED):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as file:
        for name, content in files.items():
            file.writestr(zipfile.ZipInfo(name), content, method)
    return buffer.getvalue()


def large_archive(files):
    """With its numbers past 32 bits, though they are not, and something before it."""
    data, entries = b"before", b""
    for name, content in files.items():
        content, raw = content.encode(), name.encode()
        place = len(data) - 6
        sizes = struct.pack("<III", zlib_crc(content), NONE, NONE)
        extra = struct.pack("<HHQQ", 1, 16, len(content), len(content))
        data += struct.pack("<IHHHHH", 0x04034B50, 45, 0, 0, 0, 0) + sizes
        data += struct.pack("<HH", len(raw), len(extra)) + raw + extra + content
        more = struct.pack("<HHQQQ", 1, 24, len(content), len(content), place)
        entries += struct.pack("<IHHHHHH", 0x02014B50, 45, 45, 0, 0, 0, 0) + sizes
        entries += struct.pack("<HHHHHII", len(raw), len(more), 0, 0, 0, 0, NONE) + raw + more
    end = struct.pack("<IQHHIIQQQQ", 0x06064B50, 44, 45, 45, 0, 0, len(files), len(files),
                      len(entries), len(data) - 6)
    locator = struct.pack("<IIQI", 0x07064B50, 0, len(data) - 6 + len(entries), 1)
    small = struct.pack("<IHHHHIIH", 0x06054B50, 0, 0, 0xFFFF, 0xFFFF, NONE, NONE, 0)
    return data + entries + end + locator + small


def zlib_crc(content):
    import zlib

    return zlib.crc32(content)


fit = Fit().records().session(0, 40, 400).file()
part = archive({"1.fit": fit})
GARMIN = "DI_CONNECT/DI-Connect-Uploaded-Files/UploadedFiles_0-_Part1.zip"
case("garmin.zip", archive({GARMIN: part, "DI_CONNECT/x.json": "{}"}, zipfile.ZIP_STORED),
     records=four)
case("garmin-deflated.zip", archive({GARMIN: part}), records=four)
case("three-deep.zip", archive({"a.zip": archive({"b.zip": part}), "ok.fit": fit}), 65, records=four,
     told=["archive in an archive in an archive"])
case("broken-inner.zip", archive({"a.zip": part[:-30], "ok.fit": fit}), 65, records=four,
     told=["a.zip"])
case("bzip2.zip", archive({"a.gpx": gpx()}, zipfile.ZIP_BZIP2), 65, told=["bzip2"])
case("lzma.zip", archive({"a.gpx": gpx()}, zipfile.ZIP_LZMA), 65, told=["LZMA"])
large = large_archive({"a.gpx": gpx()})
# It is read as an archive by its beginning, which is behind what stands before it.
case("large.zip", large[6:], records=ways)

# Strava.

ENGLISH = (
    "Activity ID,Activity Date,Activity Name,Activity Type,Activity Description,Elapsed Time,Distance,"
    "Max Heart Rate,Relative Effort,Commute,Activity Private Note,Activity Gear,Filename,"
    "Athlete Weight,Bike Weight,Elapsed Time,Moving Time,Distance,Max Speed")
GERMAN = (
    "Aktivitäts-ID,Aktivitätsdatum,Name der Aktivität,Aktivitätsart,Aktivitätsbeschreibung,"
    "Verstrichene Zeit,Distanz,Max. Herzfrequenz,Relative Leistung,Pendeln,"
    "Hinweis zur Privatsphäre für Aktivitäten,Aktivitätsausrüstung,Dateiname,Sportlergewicht,"
    "Fahrradgewicht,Verstrichene Zeit,Bewegungszeit,Distanz,Höchstgeschw.")
MORNING = '"Nov 5, 2026, 7:15:00 AM"'


def row(number, date, short, file, long, separator=","):
    return separator.join(
        [str(number), date, f"n{number}", "Run", "", "1800", short, "", "", "false", "", "", file,
         "", "", "1800", "1700", long, "3.0"])


def strava(rows, header=ENGLISH, files=("1",)):
    lines = "\n".join([header, *rows]) + "\n"
    inner = {f"activities/{name}.gpx": gpx() for name in files}
    return archive({"activities.csv": lines, **inner})


with_file = row(1, MORNING, "0.22", "activities/1.gpx", "222.4")
alone = row(2, MORNING, "5.00", "", "5000.0")
both = [(WAY, START), (5000, "2026-11-05T07:15:00Z")]
case("strava.zip", strava([with_file, alone]), records=both)
case("strava-bad-row.zip", strava([with_file, row(3, MORNING, "5.00", "", "abc"), alone]), 65,
     records=both, told=["not a number: Distance abc", "line 3"])
case("strava-bad-date.zip", strava([with_file, row(3, '"03/04/2026, 07:15"', "5", "", "5000"), alone]),
     65, records=both, told=["not a time: Activity Date 03/04/2026, 07:15", "line 3"])
case("strava-quotes.zip", strava([with_file, '3,"x"y', alone]), 65, records=both,
     told=["text behind a quoted field", "line 3"])
case("strava-endless.zip", strava([with_file, alone, '3,"x']), 65, records=both,
     told=["quoted field without an end", "line 4"])
case("strava-lost.zip", strava(
    [row(1, MORNING, "5.00", "#error#", "5000.0"), row(3, MORNING, "0.22", "activities/3.gpx", "222")],
    files=["3"]), records=both)
case("strava-treadmill.zip", archive({
    "activities.csv": f"{ENGLISH}\n{with_file.replace('222.4', '5000.0')}\n",
    "activities/1.gpx": '<gpx version="1.1"><trk><name>T</name><trkseg/></trk></gpx>',
}), records=[(5000, "2026-11-05T07:15:00Z")])
case("strava-dated.zip", archive({
    "activities.csv": f"{ENGLISH}\n{with_file}\n", "activities/1.gpx": gpx(points(times=False)),
}), records=[(WAY, "2026-11-05T07:15:00Z")])
case("strava-german.zip", strava(
    [row(1, '"05.11.2026, 07:15:00"', '"0,22"', "activities/1.gpx", "222.4"),
     row(2, '"05.11.2026, 08:15:00"', '"5,00"', "", "5000.0")], GERMAN),
     records=[(WAY, START), (5000, "2026-11-05T08:15:00Z")])
case("strava-semicolons.zip", strava(
    [row(1, "05.11.2026, 07:15:00", "0,22", "activities/1.gpx", "222,4", ";"),
     row(2, "05.11.2026, 08:15:00", "1.205,00", "", "1.205.000,0", ";")],
    GERMAN.replace(",", ";")), records=[(WAY, START), (1205000, "2026-11-05T08:15:00Z")])
case("strava-thousands.zip", strava(
    [with_file, row(2, MORNING, "5.00", "", '"5,000"'), row(3, MORNING, "5.00", "", "5\u00a0000")]),
     records=[(WAY, START), *[(5000, "2026-11-05T07:15:00Z")] * 2])
case("strava-slashes.zip", strava(
    [row(1, '"11/05/2026, 7:15:00 AM"', "5.00", "", "5000.0")], files=()),
     records=[(5000, "2026-11-05T07:15:00Z")])
case("strava-day-first.zip", strava(
    [row(1, '"05/11/2026, 07:15"', "5.00", "", "5000.0"),
     row(2, '"13/11/2026, 07:15"', "6.00", "", "6000.0")], files=()),
     records=[(5000, "2026-11-05T07:15:00Z"), (6000, "2026-11-13T07:15:00Z")])
case("strava-iso.zip", strava(
    [row(1, "2026-11-05T07:15:00Z", "5.00", "", "5000.0")], files=()),
     records=[(5000, "2026-11-05T07:15:00Z")])
case("strava-2018.zip", archive({
    "activities.csv": "id,date,name,type,description,elapsed_time,distance,commute,gear,filename\n"
    "36,2018-09-12 15:02:23,Ride,Ride,,783,3681.0,true,Merida,activities/1.gpx\n"
    "37,2018-09-13 15:02:23,Treadmill,Run,,783,5000.0,false,,\n",
    "activities/1.gpx": gpx(),
}), records=[(5000, "2018-09-13T15:02:23Z"), (WAY, START)])
case("strava-unknown.zip", strava(["a,b,c"], "x,y,z"), 65, records=ways,
     told=["columns of dates and distances are not known: x,y,z", "line 1"])
case("activities.csv", f"{ENGLISH}\n{with_file}\n{alone}\n", records=[(5000, "2026-11-05T07:15:00Z")],
     told=["1 activity whose file is not there left out"])

with open(f"{folder}/cases.json", "w") as file:
    json.dump(cases, file)
