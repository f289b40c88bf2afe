// Help, made of the declarations.

internal import UnitsCommandLine

/// Help in lines that fit.
struct Help {
  private let width: Int

  /// Help for whoever reads here: as wide as a terminal is, and 80 columns in a file.
  init(for sink: TextSink) {
    width = TextLayout.width(columns: sink.columns())
  }

  /// What the program is, in one line.
  static let summary = "preferences and measurements that programs share"

  static let description =
    "Shows and changes the preferences and measurements that the programs of an app group share."

  /// All about one command, or every command in a line.
  func text(_ command: CommandDeclaration?) -> String {
    guard let command else { return overview }
    var parts = [usage(of: command), TextLayout.paragraph(command.summary, width: width)]
    let details = TextLayout.paragraphs(command.details ?? "")
    parts += details.map { TextLayout.paragraph($0, width: width) }
    parts += command.json.map { $0.help(width: width) }
    parts.append(options(command.allOptions))
    parts.append("example: \(command.example)")
    return parts.joined(separator: "\n\n") + "\n"
  }

  /// The forms of a command, one a line.
  static func usage(of command: CommandDeclaration) -> String {
    "usage: " + forms(of: command).joined(separator: "\n       ")
  }

  static func forms(of command: CommandDeclaration) -> [String] {
    command.forms.map { form in
      "\(Control.name) \(command.name.rawValue)" + (form.isEmpty ? "" : " \(form)")
    }
  }

  /// The forms in lines that fit.
  private func usage(of command: CommandDeclaration) -> String {
    let forms = Self.forms(of: command).map { form in
      TextLayout.paragraph(form, width: width - 11).split(separator: "\n")
        .joined(separator: "\n           ")
    }
    return "usage: " + forms.joined(separator: "\n       ")
  }

  /// Every command in a line, and the options that all have.
  private var overview: String {
    let rows = CommandName.listed.map { (left: $0.rawValue, right: $0.declaration.summary) }
    let parts = [
      "usage: \(Control.name) [OPTION…] COMMAND [OPERAND…]",
      TextLayout.paragraph(Self.description, width: width),
      TextLayout.table(rows, width: width), options(OptionName.global.map(\.declaration)),
      "`\(Control.name) COMMAND --help` says more of a command.",
    ]
    return parts.joined(separator: "\n\n") + "\n"
  }

  private func options(_ options: [OptionDeclaration]) -> String {
    TextLayout.table(options.map { ($0.usage, $0.summary) }, width: width)
  }
}

extension CommandDeclaration {
  /// Its own options, in the sense that they have here, and those of every command.
  var allOptions: [OptionDeclaration] {
    ownOptions
      + OptionName.global.map { option in
        option == .json && json.isEmpty ? Self.idleJSON : option.declaration
      }
  }

  /// `--json` where it makes no difference.
  private static let idleJSON = OptionDeclaration(
    OptionName.json.rawValue, summary: "changes nothing here")

  var ownOptions: [OptionDeclaration] {
    options.map { option in
      OptionDeclaration(
        option.rawValue, short: option.short, placeholder: option.placeholder,
        summary: meanings[option] ?? option.summary)
    }
  }
}
