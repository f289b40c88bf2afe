// What `units-import` says of itself, and `unitsctl import` of what it does.

extension Program {
  static let importOptions: [OptionDeclaration] = [
    .group, .socket, .noDaemon, .timeout, .json,
    .quiet.meaning("print nothing about what was imported"), .help, .version,
  ]

  static let importForms = [
    CommandForm(.many(.file), options: ofActivities),
    CommandForm(needs: [.folder], options: ofActivities),
  ]

  private static let ofActivities: [OptionDeclaration] = [
    .at.meaning("when it was, of an activity of which nothing says it"), .courses,
  ]

  /// Paragraphs on what is read, and on the rule and the order of what is believed.
  static let importDescription = [
    """
    A FILE is a GPX, TCX or FIT file, alone or packed by gzip; the archive that Strava or Garmin \
    gives of an account, or Strava's activities.csv; what Apple's Health app exports, as the archive \
    or the export.xml in it; any other zip archive with such files, in archives within it, too; or a \
    folder with what was in an archive.
    """,
    """
    What happened is kept. What is garbage, a point without a place or one that needs more than \
    1,000 km/h, a text for a time, a sample that cannot be, a distance above 1e15 m, is left out, \
    counted and told. A file is refused, and told with the place, only when nothing of it can be \
    trusted: cut off, its checksum wrong, not what it says it is. Those beside it in an archive or a \
    folder are imported.
    """,
    """
    The distance is the session's; else the sum of its laps, a lap that says none by its records or \
    points; else the records' last less their first, counted anew where they fall back to zero; else \
    the way along the positions. The start is the session's, the lap's or the activity's, if it is \
    not before 1990 and no counter of the device; else that of the first record or point; else what \
    the file says of itself; else that of Strava's list; else the TIME of --at, without which the \
    file is refused. TIME is 07:15, yesterday, 'monday 18:30', 2026-11-30T07:15 or one with its \
    offset.
    """,
    """
    Courses are plans, and refused; but some programs, GPSBabel among them, write what was done as \
    one, and --courses takes them for it.
    """,
    """
    Of Strava each activity is recorded once: with the distance in its file and the name in \
    activities.csv, and where it has no file, or one without a distance, with the distance there. \
    The list may be in any language; a row that cannot be understood is told, and costs no other.
    """,
    """
    Of Health heights, weights, heart rates and body temperatures are recorded sample by sample, \
    and of workouts their distances. The samples of distance are not taken, since a telephone and a \
    watch each count the same walk and a workout has its own already; nor are the ways of workouts, \
    whose distances the workouts tell.
    """,
    """
    What was imported before is not added again, whatever it is called and in which archive it \
    is. The same activity from two services is two activities: import it from one.
    """,
  ]

  static let importShapes = [
    JSONShape(
      "an object a FILE",
      members: [
        .init("file", "the path, as it was given"),
        .init("activities", "how many activities were found"),
        .init("added", "how many records were not there before"),
        .init("distance", "of all the activities, in metres"),
        .init("measurements", "how many other measurements were found"),
        .init("left_out", "how many points, times and samples were left out"),
        .init("refused", "how many files or rows in it were refused"),
        .init("told", "what was left out, a text for each kind"),
      ])
  ]

  static var importDeclaration: ProgramDeclaration {
    ProgramDeclaration(
      summary: "records activities and measurements from files of others", forms: importForms,
      description: importDescription, operands: [(.file, "what to import")], json: importShapes,
      files: [
        .init("~/.local/share/units/import", "The folder, where the preference names no other."),
        .init("~/.config/units/import-folder", "A link to the folder, which systemd watches."),
      ],
      statuses: ExitStatus.allCases.filter { $0 != .no },
      example: "units-import ride.fit walk.gpx.gz strava.zip export.zip")
  }
}
