// What could be typed next.
//
// The shells' own scripts know nothing: they hand over the words up to the cursor and show what comes
// back, so that they fit every later version. All that is known here is in the declarations, and in
// the group: keys, their values, records. Nothing is ever written, and a daemon that does not answer
// at once is not waited for.

internal import Units
internal import UnitsClient
internal import UnitsCommandLine
internal import UnitsJSON
internal import UnitsLinux
internal import UnitsStore

/// A text that could be typed, and what it is.
struct Candidate: Equatable {
  let text: String
  let description: String

  init(_ text: String, _ description: String = "") {
    self.text = text
    self.description = description
  }
}

/// The candidates for one word.
struct Completion: Equatable {
  /// What the shell knows better.
  enum Files: String {
    case none = "words"
    case files
    case directories
  }

  var candidates: [Candidate] = []
  var files = Files.none
  /// What of the word stays in front of each file's name: `--install=`.
  var kept = ""

  /// What may stand for a placeholder, where it is one of a few words.
  static func words(for placeholder: String) -> [Candidate]? {
    switch placeholder {
    case "TYPE": MeasurementType.allCases.map { Candidate($0.commandWord) }
    case "COMMAND": CommandName.listed.map { Candidate($0.rawValue, $0.declaration.summary) }
    case "PERIOD": RecordPeriod.allCases.map { Candidate($0.rawValue) }
    case "DAY|TIME":
      [
        "today", "yesterday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday",
        "sunday",
      ]
      .map { Candidate($0) }
    case "MENU": PickMenu.allCases.map { Candidate($0.rawValue) }
    case "STYLE": HeightStyle.allCases.map { Candidate($0.rawValue) }
    default: nil
    }
  }

  /// Keeps those that begin with what is typed.
  private mutating func narrow(to word: String) {
    candidates = candidates.filter { $0.text.hasPrefix(word) }
  }
}

// MARK: unitsctl

extension Completion {
  /// For the last of `words`, those behind `unitsctl` up to the cursor.
  init(controlWords words: [String], environment: Environment) {
    self.init()
    var line = TypedLine(words)
    let word = line.word
    if line.expectsValue == nil, line.mayBeOption, word.hasPrefix("-") {
      if let sign = word.firstIndex(of: "=") {
        line.expectsValue = line.option(String(word[..<sign]))
        let start = word.index(after: sign)
        addValues(String(word[start...]), line, environment)
        kept = String(word[..<start])
        candidates = candidates.map { Candidate(kept + $0.text, $0.description) }
        narrow(to: word)
      } else {
        let options = line.command?.allOptions ?? OptionName.global.map(\.declaration)
        candidates = options.map { Candidate("--\($0.name)", $0.summary) }
        narrow(to: word)
      }
      return
    }
    addValues(word, line, environment)
    narrow(to: word)
  }

  /// For a word that is no option.
  private mutating func addValues(
    _ word: String, _ line: TypedLine, _ environment: Environment
  ) {
    let group = LiveGroup(line, environment)
    if let option = line.expectsValue {
      let isOfValues = option == .type && [.set, .cas].contains(line.command?.name)
      if isOfValues {
        candidates = ValueType.allCases.map { Candidate($0.rawValue) }
      } else {
        add(option.placeholder ?? "", word, line, group)
      }
    } else if let command = line.command {
      for form in command.forms.map(CommandForm.init) {
        for expected in form.place(after: line.operands)?.words ?? [] {
          switch expected {
          case .literal("-"): break
          case .literal(let text): candidates.append(Candidate(text))
          case .placeholder(let name): add(name, word, line, group)
          }
        }
      }
    } else if !line.hasUnknownCommand {
      candidates = Self.words(for: "COMMAND") ?? []
    }
    removeDuplicates()
  }

  private mutating func add(
    _ placeholder: String, _ word: String, _ line: TypedLine, _ group: LiveGroup
  ) {
    switch placeholder {
    case "KEY", "PREFIX":
      candidates += group.values.members.map { Candidate($0.key, ValueText.line($0.value)) }
    case "KEY=VALUE": addAssignments(word, group)
    case "VALUE", "EXPECTED":
      if let key = line.operands.first { candidates += group.likelyValues(of: key) }
    case "GROUP": candidates += group.names.map { Candidate($0) }
    case "ID", "ID…": candidates += group.recordIDs()
    case "FILE", "PATH", "FILE…": files = .files
    case "DIR": files = .directories
    default: candidates += Self.words(for: placeholder) ?? []
    }
  }

  private mutating func addAssignments(_ word: String, _ group: LiveGroup) {
    guard let sign = word.firstIndex(of: "=") else {
      candidates += group.values.members.map {
        Candidate("\($0.key)=", ValueText.line($0.value))
      }
      return
    }
    let key = String(word[..<sign])
    candidates += group.likelyValues(of: key).map { Candidate("\(key)=\($0.text)", $0.description) }
  }

  private mutating func removeDuplicates() {
    var seen: Set<String> = []
    candidates = candidates.filter { seen.insert($0.text).inserted }
  }
}

// MARK: The programs that are one command

extension Completion {
  init(words: [String], of program: ProgramDeclaration) {
    self.init()
    let word = words.last ?? ""
    let before = words.dropLast()
    if let option = before.last.flatMap({ program.option($0) }), option.placeholder != nil {
      addValues(of: option)
    } else if word.hasPrefix("-"), let sign = word.firstIndex(of: "="),
      let option = program.option(String(word[..<sign]))
    {
      addValues(of: option)
      kept = String(word[...sign])
      candidates = candidates.map { Candidate(kept + $0.text) }
    } else if word.hasPrefix("-") {
      candidates = program.options.map { Candidate("--\($0.name)", $0.summary) }
    } else {
      candidates = program.operands.flatMap(\.values).map { Candidate($0) }
    }
    narrow(to: word)
  }

  private mutating func addValues(of option: OptionDeclaration) {
    candidates = option.values.map { Candidate($0) }
    if option.placeholder == "PATH" { files = .files }
  }
}

extension ProgramDeclaration {
  fileprivate func option(_ word: String) -> OptionDeclaration? {
    options.first { option in
      word == "--\(option.name)" || (option.short.map { word == "-\($0)" } ?? false)
    }
  }
}
