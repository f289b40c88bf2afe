internal import Glibc
internal import UnitsClient
internal import UnitsCommandLine
internal import UnitsLinux
internal import UnitsStore

/// `manual`: the manual pages of the programs.
enum ManualCommand {
  static func run(_ invocation: Invocation) throws(ControlFailure) -> ExitStatus {
    if let directory = invocation.arguments[.install] {
      for program in Program.installed {
        try invocation.report(try install(Manual.page(of: program), below: directory))
      }
      return .done
    }
    let name = invocation.operands.first ?? Control.name
    guard let program = Program(rawValue: name) else { return .usage }
    try invocation.write(Manual.page(of: program).source)
    return .done
  }

  /// Writes a page where man(1) looks for it, readable by everybody as manual pages are; its path.
  private static func install(
    _ page: ManualPage, below directory: String
  ) throws(ControlFailure) -> String {
    let folder = "\(directory)/man\(page.section)"
    let path = "\(folder)/\(page.fileName)"
    do throws(Directory.Refusal) { try Directory.create(folder) } catch {
      if case .system(let error) = error { throw ControlFailure(ClientError.system(error)) }
      throw ControlFailure(.notPermitted, error.description)
    }
    do throws(SystemError) {
      let file = try openFile(path, flags: O_WRONLY | O_CREAT | O_TRUNC, mode: 0o644)
      try file.writeAll(Array(page.source.utf8), path: path)
    } catch {
      throw ControlFailure(ClientError.system(error))
    }
    return path
  }
}
