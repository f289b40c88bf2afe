/// What `units-import` says of its command line, and `unitsctl import` of what it does.
package enum ImportCommandLine {
  package static let name = "units-import"

  package static let folder = OptionDeclaration(
    "folder",
    summary: """
      import what is complete in the folder that the preference dev.units.import.folder names, and \
      move it to imported/ there; what is refused is moved to failed/, with the reason beside it
      """)
  package static let group = OptionDeclaration(
    "group", short: "g", placeholder: "GROUP", summary: "the app group (group.dev.units)")
  package static let socket = OptionDeclaration(
    "socket", placeholder: "PATH", summary: "use the daemon at this socket, and nothing else")
  package static let noDaemon = OptionDeclaration(
    "no-daemon", summary: "use the store directly")
  package static let timeout = OptionDeclaration(
    "timeout", placeholder: "SECONDS",
    summary: "how long to wait for the daemon or a lock at most (2)")
  package static let json = OptionDeclaration("json", summary: "print JSON, for programs")
  package static let quiet = OptionDeclaration(
    "quiet", short: "q", summary: "print nothing about what was imported")
  package static let help = OptionDeclaration("help", short: "h", summary: "print help")
  package static let version = OptionDeclaration(
    "version", short: "V", summary: "print the version")

  /// Paragraphs on what is read.
  package static let description = [
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

  package static let shapes = [
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

  package static var declaration: ProgramDeclaration {
    ProgramDeclaration(
      name: name, section: 1, summary: "records activities and measurements from files of others",
      forms: ["[OPTION…] FILE…", "[OPTION…] --folder"], description: description,
      operands: [OperandDeclaration("FILE", summary: "what to import")],
      options: [folder, group, socket, noDaemon, timeout, json, quiet, help, version],
      json: shapes, environment: CommonPlaces.environment,
      files: CommonPlaces.files + [
        .init("~/.local/share/units/import", "The folder, where the preference names no other."),
        .init("~/.config/units/import-folder", "A link to the folder, which systemd watches."),
      ], example: "\(name) ride.fit walk.gpx.gz strava.zip export.zip")
  }
}
