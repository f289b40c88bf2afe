/// How a program begins: with what its command line comes to.
package enum Start: Sendable {
  case run(ParsedLine)
  /// For standard output; then the program is done.
  case say(String)
  case refuse(UsageError)

  /// Reads the words behind the program's name. `columns` are those of the terminal that help is
  /// printed on, nil for what is none.
  package init(_ words: [String], of program: Program, columns: () -> Int?) {
    do throws(UsageError) {
      let line = try ParsedLine(words, of: program)
      switch line.request {
      case .run: self = .run(line)
      case .version: self = .say("\(program.rawValue) \(Version.text)\n")
      case .help:
        self = .say(
          Help.text(program, line.command, width: TextLayout.width(columns: columns())))
      }
    } catch {
      self = .refuse(error)
    }
  }
}
