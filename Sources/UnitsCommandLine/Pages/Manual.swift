// The manual pages of the programs, made of their declarations.

internal import UnitsPreferences

/// The manual.
package enum Manual {
  /// The page of a program.
  package static func page(of program: Program) -> ManualPage {
    let declaration = program.declaration
    var page = ManualPage(
      name: program.rawValue, section: program.section, summary: declaration.summary,
      version: Version.text, date: Version.date)
    page.add("SYNOPSIS", [.synopsis(Help.forms(of: program, nil))])
    page.add(
      "DESCRIPTION",
      declaration.description.map(ManualPage.Block.paragraph) + [
        .terms(
          declaration.operands.map { operand in
            ManualPage.Term(operand.kind.placeholder, operand.kind.summary(operand.summary))
          })
      ])
    if program == .unitsctl {
      page.add("COMMANDS", CommandName.listed.flatMap { blocks(for: $0.declaration) })
    }
    page.add("OPTIONS", options(of: program))
    if program == .unitsctl || program == .unitsbar {
      page.add("PREFERENCES", preferences)
    }
    page.add(
      "EXIT STATUS",
      [.terms(declaration.statuses.map { ManualPage.Term(String($0.rawValue), $0.meaning) })])
    page.add("ENVIRONMENT", [.terms(CommonPlaces.environment)])
    page.add("FILES", [.terms(CommonPlaces.files + declaration.files)])
    if program != .unitsctl { page.add("EXAMPLES", [.example(declaration.example)]) }
    let others = Program.installed.filter { $0 != program }.map(\.page)
    page.add("SEE ALSO", [.paragraph(others.joined(separator: ", "))])
    return page
  }

  private static func options(of program: Program) -> [ManualPage.Block] {
    let declaration = program.declaration
    let terms = ManualPage.Block.terms(program.allOptions.map(ManualPage.Term.init))
    guard program == .unitsctl else {
      return [terms] + declaration.json.flatMap { $0.manualBlocks }
        + declaration.notes.map(ManualPage.Block.paragraph)
    }
    let introduction = """
      Every command takes these options, before its name or behind it. Where a command says nothing \
      of --json, it prints the same with it. What it does say is kept: a member may be added, and \
      none is taken away, renamed, or given another type.
      """
    return [.paragraph(introduction), terms]
  }

  /// The keys that are ours, and what they can be.
  private static var preferences: [ManualPage.Block] {
    [
      .paragraph(
        """
        These keys mean something to the programs, and take nothing else than is said here. Every \
        other key is its program's own.
        """),
      .terms(
        PreferenceDeclaration.all.map { row in
          let standard = row.standard.isEmpty ? "" : " Without it: \(row.standard)."
          return ManualPage.Term(
            row.key, "\(sentence(row.summary)) \(sentence(row.kind.range))\(standard)")
        }),
    ]
  }

  private static func blocks(for command: CommandDeclaration) -> [ManualPage.Block] {
    var blocks: [ManualPage.Block] = [.heading(command.name.rawValue)]
    blocks.append(.synopsis(Help.forms(of: .unitsctl, command.name)))
    blocks.append(.paragraph(sentence(command.summary)))
    blocks += TextLayout.paragraphs(command.details ?? "").map(ManualPage.Block.paragraph)
    blocks.append(.terms(command.ownOptions.map(ManualPage.Term.init)))
    blocks += command.json.flatMap { $0.manualBlocks }
    blocks += [.paragraph("For example:"), .example(command.example)]
    return blocks
  }

  /// A line as a sentence: a capital in front, a full stop at the end.
  private static func sentence(_ text: String) -> String {
    let isWord = text.first?.isLetter ?? false
    let start = isWord ? text.prefix(1).uppercased() : String(text.prefix(1))
    return start + text.dropFirst() + (text.hasSuffix(".") ? "" : ".")
  }
}
