/// What `--json` prints: a promise to programs, which help and the manual show.
///
/// A member may be added to an object; none is taken away, renamed, or given another type.
package struct JSONShape: Equatable, Sendable {
  /// A member of an object, in the order in which it is written.
  package struct Member: Equatable, Sendable {
    package let name: String
    package let summary: String

    package init(_ name: String, _ summary: String) {
      self.name = name
      self.summary = summary
    }
  }

  /// The form of the command that prints it, `import`; empty for all of them.
  package let condition: String
  /// What it is: `an object a line`.
  package let form: String
  /// Those of the object, or of each of the objects; none of what is no object of fixed members.
  package let members: [Member]

  package init(_ form: String, when condition: String = "", members: [Member] = []) {
    self.condition = condition
    self.form = form
    self.members = members
  }

  /// `--json prints an object a line`
  package var sentence: String {
    (condition.isEmpty ? "" : "\(condition) ") + "--json prints \(form)"
  }

  /// The sentence and the members below it, in lines that fit.
  package func help(width: Int) -> String {
    guard !members.isEmpty else { return TextLayout.paragraph(sentence, width: width) }
    let rows = members.map { (left: $0.name, right: $0.summary) }
    return TextLayout.paragraph("\(sentence):", width: width) + "\n"
      + TextLayout.table(rows, width: width)
  }

  /// The same in a manual page.
  package var manualBlocks: [ManualPage.Block] {
    guard !members.isEmpty else { return [.paragraph("\(sentence).")] }
    return [
      .paragraph("\(sentence):"), .terms(members.map { ManualPage.Term($0.name, $0.summary) }),
    ]
  }
}
