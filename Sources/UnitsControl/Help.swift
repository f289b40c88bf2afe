// Help, made of the declarations.

enum Help {
  /// Every command in a line, and the options that all have.
  static var overview: String {
    let commands = CommandName.allCases.map { $0.declaration }
    let rows = commands.map { (left: $0.name.rawValue, right: $0.summary) }
    return """
      usage: \(Control.name) [OPTION…] COMMAND [OPERAND…]

      Shows and changes the preferences and measurements that the programs of an app group share.

      \(table(rows))

      \(table(OptionName.global.map { ($0.usage, $0.summary) }))

      `\(Control.name) COMMAND --help` says more of a command.

      """
  }

  /// All about one command.
  static func text(_ command: CommandDeclaration) -> String {
    var text = "\(usage(of: command))\n\n\(command.summary)\n"
    if let details = command.details { text += "\n\(details)\n" }
    let options = command.options + OptionName.global
    text += "\n\(table(options.map { ($0.usage, command.meanings[$0] ?? $0.summary) }))\n"
    text += "\nexample: \(command.example)\n"
    return text
  }

  /// The forms of a command, one a line.
  static func usage(of command: CommandDeclaration) -> String {
    let forms = command.forms.map { form in
      "\(Control.name) \(command.name.rawValue)" + (form.isEmpty ? "" : " \(form)")
    }
    return "usage: " + forms.joined(separator: "\n       ")
  }

  private static func table(_ rows: [(left: String, right: String)]) -> String {
    let width = rows.map(\.left.count).max() ?? 0
    let lines = rows.map { row in
      "  \(row.left)\(String(repeating: " ", count: width - row.left.count))  \(row.right)"
    }
    return lines.joined(separator: "\n")
  }
}
