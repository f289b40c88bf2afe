// What could be typed next.
//
// The shells' own scripts know nothing: they hand over the words up to the cursor and show what comes
// back, so that they fit every later version. What can be typed is in the declarations; what is there,
// keys, their values, groups and records, whoever asks hands in.

internal import Units
internal import UnitsPreferences

/// A text that could be typed, and what it is.
package struct Candidate: Equatable, Sendable {
  package let text: String
  package let description: String

  package init(_ text: String, _ description: String = "") {
    self.text = text
    self.description = description
  }
}

/// What is there at present; asked for when it is needed.
package struct LiveWords {
  /// The stored keys, with their values.
  package let keys: () -> [Candidate]
  /// What a key is likely to be set to, where no declaration says it.
  package let values: (_ key: String) -> [Candidate]
  package let groups: () -> [Candidate]
  /// Ids of records, the newest first.
  package let records: () -> [Candidate]

  package init(
    keys: @escaping () -> [Candidate], values: @escaping (_ key: String) -> [Candidate],
    groups: @escaping () -> [Candidate], records: @escaping () -> [Candidate]
  ) {
    self.keys = keys
    self.values = values
    self.groups = groups
    self.records = records
  }
}

/// The candidates for one word.
package struct Completion: Equatable, Sendable {
  /// What the shell knows better.
  package enum Files: String, Sendable {
    case none = "words"
    case files
    case directories
  }

  package private(set) var candidates: [Candidate] = []
  package private(set) var files = Files.none
  /// What of the word stays in front of each file's name: `--install=`.
  package private(set) var kept = ""

  /// For the last of `words`, those behind the program's name up to the cursor. `live` is given the
  /// line, whose options say which group is meant.
  package init(
    _ words: [String], of program: Program, live: (TypedLine) -> LiveWords
  ) {
    var line = TypedLine(words, of: program)
    let word = line.word
    if line.expectsValue == nil, line.mayBeOption, word.hasPrefix("-") {
      if let sign = word.firstIndex(of: "=") {
        line.expectsValue = line.option(String(word[..<sign]))
        let start = word.index(after: sign)
        if line.expectsValue != nil { addValues(String(word[start...]), line, live(line)) }
        kept = String(word[..<start])
        candidates = candidates.map { Candidate(kept + $0.text, $0.description) }
      } else {
        candidates = line.options.map { Candidate("--\($0.name)", $0.summary) }
      }
    } else {
      addValues(word, line, live(line))
    }
    candidates = candidates.filter { $0.text.hasPrefix(word) }
  }

  /// For a word that is no option.
  private mutating func addValues(_ word: String, _ line: TypedLine, _ live: LiveWords) {
    if let kind = line.expectsValue?.kind {
      add(kind, word, line, live)
    } else if line.program == .unitsctl, line.command == nil {
      if !line.hasUnknownCommand { add(.command, word, line, live) }
    } else {
      for form in line.forms {
        switch form.place(after: line.operands)?.shape {
        case .word(let text): candidates.append(Candidate(text))
        case .one(let kind), .optional(let kind), .many(let kind), .any(let kind):
          add(kind, word, line, live)
        case nil: break
        }
      }
    }
    var seen: Set<String> = []
    candidates = candidates.filter { seen.insert($0.text).inserted }
  }

  private mutating func add(
    _ kind: ValueKind, _ word: String, _ line: TypedLine, _ live: LiveWords
  ) {
    switch kind {
    case .key, .prefix: candidates += live.keys()
    case .newKey: candidates += live.keys() + Self.declaredKeys
    case .assignment: addAssignments(word, live)
    case .value, .expected:
      if let key = line.operands.first { candidates += Self.values(of: key, live) }
    case .group: candidates += live.groups()
    case .recordID: candidates += live.records()
    case .file, .fileOrInput, .socket: files = .files
    case .directory: files = .directories
    case .command:
      candidates += CommandName.listed.map { Candidate($0.rawValue, $0.declaration.summary) }
    case .day:
      let weekdays = Weekday.allCases.map(\.rawValue)
      candidates += (["today", "yesterday"] + weekdays).map { Candidate($0) }
    default: candidates += kind.words.map { Candidate($0) }
    }
  }

  /// What a key is likely to be set to.
  private static func values(of key: String, _ live: LiveWords) -> [Candidate] {
    let words = PreferenceDeclaration.of(key)?.kind.words ?? []
    return words.isEmpty ? live.values(key) : words.map { Candidate($0) }
  }

  private static var declaredKeys: [Candidate] {
    PreferenceDeclaration.all.map { Candidate($0.key, $0.summary) }
  }

  private mutating func addAssignments(_ word: String, _ live: LiveWords) {
    guard let sign = word.firstIndex(of: "=") else {
      candidates += (live.keys() + Self.declaredKeys).map {
        Candidate("\($0.text)=", $0.description)
      }
      return
    }
    let key = String(word[..<sign])
    candidates += Self.values(of: key, live).map {
      Candidate("\(key)=\($0.text)", $0.description)
    }
  }
}
