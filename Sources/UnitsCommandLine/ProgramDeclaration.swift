/// A program that is one command: what it is, what it takes, and what is worth knowing of it.
package struct ProgramDeclaration: Equatable, Sendable {
  package let name: String
  /// The section of the manual: 1 for a command, 8 for a daemon.
  package let section: Int
  /// One line for the manual's list of pages, without the program's name.
  package let summary: String
  /// What is typed behind the program's name, one text a form.
  package let forms: [String]
  /// Paragraphs.
  package let description: [String]
  package let operands: [OperandDeclaration]
  package let options: [OptionDeclaration]
  /// What `--json` prints.
  package let json: [JSONShape]
  /// Paragraphs behind the options.
  package let notes: [String]
  package let environment: [ManualPage.Term]
  package let files: [ManualPage.Term]
  /// A line to try.
  package let example: String

  package init(
    name: String, section: Int, summary: String, forms: [String], description: [String],
    operands: [OperandDeclaration] = [], options: [OptionDeclaration],
    json: [JSONShape] = [], notes: [String] = [],
    environment: [ManualPage.Term] = [], files: [ManualPage.Term] = [], example: String
  ) {
    self.name = name
    self.section = section
    self.summary = summary
    self.forms = forms
    self.description = description
    self.operands = operands
    self.options = options
    self.json = json
    self.notes = notes
    self.environment = environment
    self.files = files
    self.example = example
  }

  /// The forms of the program's use, one a line.
  package var usage: String {
    let lines = forms.map { form in form.isEmpty ? name : "\(name) \(form)" }
    return "usage: " + lines.joined(separator: "\n       ")
  }

  /// What `--help` prints, in lines of at most `width` columns.
  package func help(width: Int = TextLayout.standardWidth) -> String {
    var parts = [usage]
    parts += description.map { TextLayout.paragraph($0, width: width) }
    if !operands.isEmpty {
      let rows = operands.map { (left: $0.placeholder, right: $0.fullSummary) }
      parts.append(TextLayout.table(rows, width: width))
    }
    parts.append(TextLayout.table(options.map { ($0.usage, $0.fullSummary) }, width: width))
    parts += json.map { $0.help(width: width) }
    parts += notes.map { TextLayout.paragraph($0, width: width) }
    parts.append("example: \(example)")
    return parts.joined(separator: "\n\n") + "\n"
  }

  /// The manual page. `statuses` are the exit statuses and what they mean.
  package func manualPage(
    version: String, date: String, statuses: [ManualPage.Term], seeAlso: [String]
  ) -> ManualPage {
    var page = ManualPage(
      name: name, section: section, summary: summary, version: version, date: date)
    page.add("SYNOPSIS", [.synopsis(forms.map { "\(name) \($0)" })])
    var body = description.map(ManualPage.Block.paragraph)
    body += [.terms(operands.map { ManualPage.Term($0.placeholder, $0.fullSummary) })]
    page.add("DESCRIPTION", body)
    page.add(
      "OPTIONS",
      [.terms(options.map(ManualPage.Term.init))] + json.flatMap { $0.manualBlocks }
        + notes.map(ManualPage.Block.paragraph))
    page.add("EXIT STATUS", [.terms(statuses)])
    page.add("ENVIRONMENT", [.terms(environment)])
    page.add("FILES", [.terms(files)])
    page.add("EXAMPLES", [.example(example)])
    page.add("SEE ALSO", [.paragraph(seeAlso.joined(separator: ", "))])
    return page
  }
}
