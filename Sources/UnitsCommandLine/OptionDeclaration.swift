// What a program says of its own command line.
//
// Each of the programs declares its options and operands once, as values of these types. Help,
// manual pages and completions are made of them and of nothing else. This room touches no file, clock
// or environment, so that one program can print the pages of all of them.

/// An option of a program.
package struct OptionDeclaration: Equatable, Sendable {
  /// The long name without its dashes.
  package let name: String
  package let short: Character?
  /// What stands for its value; nil for an option that takes none.
  package let placeholder: String?
  package let summary: String
  /// The words that its value may be; empty where it may be another text.
  package let values: [String]

  package init(
    _ name: String, short: Character? = nil, placeholder: String? = nil, summary: String,
    values: [String] = []
  ) {
    self.name = name
    self.short = short
    self.placeholder = placeholder
    self.summary = summary
    self.values = values
  }

  /// The summary, with the words that its value may be.
  package var fullSummary: String {
    values.isEmpty ? summary : "\(summary): \(values.joined(separator: ", "))"
  }

  /// `--timeout SECONDS`, with the short form in front or room for it.
  package var usage: String {
    let long = "--\(name)" + (placeholder.map { " \($0)" } ?? "")
    return short.map { "-\($0), \(long)" } ?? "    \(long)"
  }
}

/// What may stand beside the options.
package struct OperandDeclaration: Equatable, Sendable {
  package let placeholder: String
  package let summary: String
  /// The words that it may be; empty where it may be another text.
  package let values: [String]

  package init(_ placeholder: String, summary: String, values: [String] = []) {
    self.placeholder = placeholder
    self.summary = summary
    self.values = values
  }

  /// The summary, with the words that it may be.
  package var fullSummary: String {
    values.isEmpty ? summary : "\(summary): \(values.joined(separator: ", "))"
  }
}
