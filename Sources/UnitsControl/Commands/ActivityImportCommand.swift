internal import UnitsClient
internal import UnitsLinux

/// `import`: activities from the files of devices. Another program does it, in this one's place: what
/// reads XML stays out of this one.
enum ActivityImportCommand {
  static var declaration: CommandDeclaration {
    CommandDeclaration(
      .import, forms: ["FILE…", "--folder"],
      summary: "record activities from GPX, TCX and FIT files",
      details: """
        An activity that was imported before is not added again. A file that is wrong in any place is
        refused whole. With --folder imports what is complete in the folder that the preference
        dev.units.import.folder names; systemd does so when a file comes.
        """,
      options: [.folder], operands: 0...CommandDeclaration.many,
      example: "unitsctl import ride.fit walk.gpx", run: run)
  }

  private static let program = "units-import"

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
