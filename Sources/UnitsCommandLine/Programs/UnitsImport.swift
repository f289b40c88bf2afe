// What `units-import` says of itself, and `unitsctl import` of what it does.

extension Program {
  static let importOptions: [OptionDeclaration] = [
    .group, .socket, .noDaemon, .timeout, .json,
    .quiet.meaning("print nothing about what was imported"), .help, .version,
  ]

  static let importForms = [
    CommandForm(.many(.file)), CommandForm(needs: [.folder]),
  ]

  /// Paragraphs on what is read.
  static let importDescription = [
    """
    A FILE is a GPX, TCX or FIT file, alone or packed by gzip; the archive that Strava gives of an \
    account; what Apple's Health app exports, as the archive or the export.xml in it; any other \
    zip archive with such files; or a folder with what was in an archive. Nothing is unpacked onto \
    the disk.
    """,
    """
    Of Strava each activity is recorded once: with the distance in its file and the name in \
    activities.csv, and where it has no file with the distance there.
    """,
    """
    Of Health heights, weights, heart rates and body temperatures are recorded sample by sample, \
    and of workouts their distances. The samples of distance are left out, since a telephone and a \
    watch each count the same walk and a workout has its own already; so are the ways of workouts, \
    whose distances the workouts tell. A sample that cannot be, a heart rate of 0, is left out, \
    and counted.
    """,
    """
    What was imported before is not added again, whatever it is called and in which archive it \
    is. The same activity from two services is two activities: import it from one. A file that \
    is wrong in any place is refused whole, and told with the place; those beside it in an archive \
    or a folder are imported.
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
        .init("left_out", "how many more cannot be"),
        .init("refused", "how many files in it were refused"),
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
