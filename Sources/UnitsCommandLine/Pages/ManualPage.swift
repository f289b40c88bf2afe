// Manual pages, in the man(7) macros that groff and mandoc both read.
//
// Every text is escaped and broken into lines here, so that neither program has anything to say about
// a page: no line is longer than 80 bytes, none begins with a control character, and a dash that is
// typed is a dash that can be copied.

/// One page of the manual.
package struct ManualPage: Sendable {
  /// A thing and what is said of it.
  package struct Term: Equatable, Sendable {
    package let name: String
    package let text: String

    package init(_ name: String, _ text: String) {
      self.name = name
      self.text = text
    }

    package init(_ option: OptionDeclaration) {
      self.init(String(option.usage.drop { $0 == " " }), option.fullSummary)
    }
  }

  /// A part of a section.
  package enum Block: Equatable, Sendable {
    case paragraph(String)
    case terms([Term])
    /// Lines as they are typed.
    case example(String)
    /// The forms of a command: words in capitals stand for something, the others are typed.
    case synopsis([String])
    case heading(String)
  }

  package let name: String
  package let section: Int
  package var fileName: String { "\(name).\(section)" }

  private var text: String

  package init(name: String, section: Int, summary: String, version: String, date: String) {
    self.name = name
    self.section = section
    let title = section == 1 ? "User Commands" : "System Administration"
    text = """
      .TH \(name.uppercased()) \(section) \(date) "units \(version)" "\(title)"
      .SH NAME
      \(Self.escaped(name)) \\- \(Self.escaped(summary))

      """
  }

  /// The page as it is read by man(1).
  package var source: String { text }

  /// Puts a section at the end, unless it is empty.
  package mutating func add(_ title: String, _ blocks: [Block]) {
    let filled = blocks.filter { $0 != .terms([]) && $0 != .paragraph("") }
    guard !filled.isEmpty else { return }
    text += ".SH \(title)\n"
    var isFirst = true
    for block in filled {
      text += Self.source(of: block, isFirst: isFirst)
      isFirst = block.isHeading
    }
  }

  private static func source(of block: Block, isFirst: Bool) -> String {
    switch block {
    case .heading(let title): return ".SS \(escaped(title))\n"
    case .paragraph(let words): return (isFirst ? "" : ".PP\n") + filled(escaped(words))
    case .example(let line):
      return (isFirst ? "" : ".PP\n") + ".EX\n\(guarded(escaped(line)))\n.EE\n"
    case .synopsis(let forms):
      return forms.enumerated().map { index, form in
        (index == 0 ? (isFirst ? "" : ".PP\n") : ".br\n") + filled(marked(form))
      }.joined()
    case .terms(let terms):
      return terms.map { term in ".TP\n\(guarded(marked(term.name)))\n\(filled(escaped(term.text)))"
      }
      .joined()
    }
  }

  /// A form with what is typed in bold and what stands for something in italics.
  static func marked(_ form: String) -> String {
    var result = ""
    var word = ""
    func flush() {
      guard !word.isEmpty else { return }
      let isPlaceholder = word.allSatisfy { $0.isUppercase }
      result += "\\f\(isPlaceholder ? "I" : "B")\(escaped(word))\\fR"
      word = ""
    }
    for character in form {
      if character.isLetter || character.isNumber || "-.$/{}_~".contains(character) {
        word.append(character)
      } else {
        flush()
        result += escaped(String(character))
      }
    }
    flush()
    return result
  }

  /// Characters that roff would take for its own.
  static func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "'": result += "\\(aq"
      case "`": result += "\\(ga"
      case "^": result += "\\(ha"
      case "~": result += "\\(ti"
      case "\"": result += "\\(dq"
      case "…": result += "..."
      case "→": result += "\\(->"
      case "°": result += "\\(de"
      case "–", "—": result += "\\(en"
      default:
        if character.isASCII {
          result.append(character)
        } else {
          for scalar in character.unicodeScalars {
            let digits = String(scalar.value, radix: 16, uppercase: true)
            result += "\\[u\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)]"
          }
        }
      }
    }
    return result
  }

  /// mandoc calls a longer line bad style.
  private static let lineLength = 76

  private static func filled(_ text: String) -> String {
    TextLayout.lines(text, width: lineLength).map { guarded($0) + "\n" }.joined()
  }

  /// A line that begins with a point or an apostrophe would be a request.
  private static func guarded(_ line: String) -> String {
    line.hasPrefix(".") || line.hasPrefix("'") ? "\\&\(line)" : line
  }
}

extension ManualPage.Block {
  fileprivate var isHeading: Bool {
    if case .heading = self { return true }
    return false
  }
}
