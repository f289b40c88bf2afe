internal import Glibc
internal import UnitsClient
internal import UnitsCommandLine
internal import UnitsLinux

/// `manual`: the manual pages of the programs.
enum ManualCommand {
  static var declaration: CommandDeclaration {
    CommandDeclaration(
      .manual,
      forms: ["[\(Manual.programs.joined(separator: "|"))]", "--install DIR"],
      summary: "print a manual page, or install those of all programs",
      details: """
        Prints the page of unitsctl, or of the program that is named, for man(1) to read. With
        --install writes the pages below DIR, as man1/unitsctl.1, and prints their names;
        ~/.local/share/man is where man finds those of a user.
        """,
      options: [.install], operands: 0...1, example: "unitsctl manual unitsbar | man -l -", run: run
    )
  }

  private static func run(_ invocation: Invocation) throws(ControlFailure) -> ExitStatus {
    if let directory = invocation.arguments[.install] {
      guard invocation.operands.isEmpty else {
        throw .usage("--install takes no program: \(invocation.operands[0])")
      }
      for page in Manual.pages {
        try invocation.report(try install(page, below: directory))
      }
      return .done
    }
    let name = invocation.operands.first ?? Control.name
    guard let page = Manual.pages.first(where: { $0.name == name }) else {
      let names = Manual.programs
      throw .usage(
        "no manual of this: \(name)",
        hint: Words.suggestion(for: name, among: names) ?? "allowed: \(Words.list(names))")
    }
    try invocation.write(page.source)
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
