internal import UnitsClient
internal import UnitsCommandLine
internal import UnitsLinux

/// `import`: what devices and services wrote. Another program does it, in this one's place: what
/// reads XML and unpacks archives stays out of this one.
enum ActivityImportCommand {
  static var declaration: CommandDeclaration {
    CommandDeclaration(
      .import, forms: ["[--at TIME] [--courses] FILE…", "--folder"],
      summary: "record activities from files, and from what Strava and Health export",
      details: (ImportCommandLine.description + [folder]).joined(separator: "\n\n"),
      options: [.at, .courses, .folder],
      meanings: [.at: "when it was, of an activity of which nothing says it"],
      operands: 0...CommandDeclaration.many,
      example: "unitsctl import ride.fit walk.gpx.gz strava.zip export.zip",
      json: ImportCommandLine.shapes, run: run)
  }

  private static let folder = """
    With --folder imports what is complete in the folder that the preference
    dev.units.import.folder names; systemd does so when a file comes.
    """

  private static let program = ImportCommandLine.name

  private static func run(_ invocation: Invocation) throws(ControlFailure) -> ExitStatus {
    let arguments = invocation.arguments
    guard arguments.has(.folder) != !invocation.operands.isEmpty else {
      if arguments.has(.folder) {
        throw .usage("--folder excludes a file: \(invocation.operands[0])")
      }
      throw .usage("operand missing: import", hint: Help.usage(of: declaration))
    }
    let options = arguments.options.map { option in
      "--\(option.name.rawValue)" + (option.name.placeholder == nil ? "" : "=\(option.value)")
    }
    let words = options + ["--"] + invocation.operands
    // Beside this one, where all of them are installed and built.
    do throws(SystemError) {
      let folder = try Process.programFolder()
      throw Process.become("\(folder)/\(program)", arguments: words)
    } catch {
      throw ControlFailure(
        .unavailable, error.description, hint: "\(program) is installed beside \(Control.name)")
    }
  }
}
