// Help, made of the declarations, in lines that fit.

/// What `--help` prints.
package enum Help {
  /// All about a program, or about one of its commands.
  package static func text(
    _ program: Program, _ command: CommandName? = nil, width: Int = TextLayout.standardWidth
  ) -> String {
    let parts: [String]
    if let command {
      parts = self.parts(of: command.declaration, width)
    } else if program == .unitsctl {
      parts = controlParts(width)
    } else {
      parts = self.parts(of: program, width)
    }
    return parts.filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
  }

  /// The forms of a program or a command, one a line.
  package static func usage(of program: Program, _ command: CommandName?) -> String {
    "usage: " + forms(of: program, command).joined(separator: "\n       ")
  }

  static func forms(of program: Program, _ command: CommandName?) -> [String] {
    if let command {
      return lines(command.declaration.forms, "\(program.rawValue) \(command.rawValue)", .listed)
    }
    if program == .unitsctl { return ["\(program.rawValue) [OPTION…] COMMAND [OPERAND…]"] }
    return lines(program.declaration.forms, program.rawValue, .summed)
  }

  private static func lines(
    _ forms: [CommandForm], _ start: String, _ options: CommandForm.OptionsInUsage
  ) -> [String] {
    forms.map { form in
      let usage = form.usage(hasOptions: options)
      return usage.isEmpty ? start : "\(start) \(usage)"
    }
  }

  /// The forms in lines that fit.
  private static func fittingUsage(
    of program: Program, _ command: CommandName?, _ width: Int
  ) -> String {
    let forms = forms(of: program, command).map { form in
      TextLayout.paragraph(form, width: width - 11).split(separator: "\n")
        .joined(separator: "\n           ")
    }
    return "usage: " + forms.joined(separator: "\n       ")
  }

  private static func parts(of command: CommandDeclaration, _ width: Int) -> [String] {
    var parts = [
      fittingUsage(of: .unitsctl, command.name, width),
      TextLayout.paragraph(command.summary, width: width),
    ]
    parts += TextLayout.paragraphs(command.details ?? "").map {
      TextLayout.paragraph($0, width: width)
    }
    parts += command.json.map { $0.help(width: width) }
    return parts + [table(command.allOptions, width), "example: \(command.example)"]
  }

  /// Every command in a line, and the options that all have.
  private static func controlParts(_ width: Int) -> [String] {
    let program = Program.unitsctl
    let rows = CommandName.listed.map { (left: $0.rawValue, right: $0.declaration.summary) }
    return [fittingUsage(of: program, nil, width)]
      + program.declaration.description.map { TextLayout.paragraph($0, width: width) }
      + [
        TextLayout.table(rows, width: width), table(program.options, width),
        "`\(program.rawValue) COMMAND --help` says more of a command.",
      ]
  }

  private static func parts(of program: Program, _ width: Int) -> [String] {
    let declaration = program.declaration
    var parts = [fittingUsage(of: program, nil, width)]
    parts += declaration.description.map { TextLayout.paragraph($0, width: width) }
    parts.append(TextLayout.table(rows(of: declaration.operands), width: width))
    parts.append(table(program.allOptions, width))
    parts += declaration.json.map { $0.help(width: width) }
    parts += declaration.notes.map { TextLayout.paragraph($0, width: width) }
    return parts + ["example: \(declaration.example)"]
  }

  private static func rows(
    of operands: [(kind: ValueKind, summary: String)]
  ) -> [(left: String, right: String)] {
    operands.map { (left: $0.kind.placeholder, right: $0.kind.summary($0.summary)) }
  }

  private static func table(_ options: [OptionDeclaration], _ width: Int) -> String {
    TextLayout.table(options.map { ($0.usage, $0.fullSummary) }, width: width)
  }
}

extension ValueKind {
  /// What is said of an operand, with the words that it may be.
  func summary(_ text: String) -> String {
    words.isEmpty ? text : "\(text): \(words.joined(separator: ", "))"
  }
}
