internal import UnitsClient
internal import UnitsCommandLine
internal import UnitsLinux
internal import UnitsPrograms

/// `import`: what devices and services wrote. Another program does it, in this one's place: what
/// reads XML and unpacks archives stays out of this one.
enum ActivityImportCommand {
  static func run(_ invocation: Invocation) throws(ControlFailure) -> ExitStatus {
    let program = Program.unitsImport.rawValue
    let words = invocation.arguments.optionWords() + ["--"] + invocation.operands
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
