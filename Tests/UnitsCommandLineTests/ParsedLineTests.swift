import Testing

@testable import UnitsCommandLine

/// Every form of an option, in every program.
@Suite struct ParsedLineTests {
  /// A program, a line of it that is right, and its options: a flag, one with a value.
  struct Subject: Sendable, CustomTestStringConvertible {
    let program: Program
    /// What else has to be typed.
    let rest: [String]
    let flag: String
    let option: OptionDeclaration
    let value: String
    let other: String

    var testDescription: String { program.rawValue }
  }

  static let subjects = [
    Subject(
      program: .unitsctl, rest: ["get"], flag: "--no-daemon", option: .group, value: "g.a",
      other: "g.b"),
    Subject(
      program: .unitsbar, rest: [], flag: "--follow", option: .group, value: "g.a", other: "g.b"),
    Subject(
      program: .unitsd, rest: [], flag: "--help", option: .socket, value: "/a", other: "/b"),
    Subject(
      program: .unitsImport, rest: ["file"], flag: "--json", option: .group, value: "g.a",
      other: "g.b"),
    Subject(
      program: .unitsBench, rest: ["get"], flag: "--json", option: .place, value: "/a",
      other: "/b"),
  ]

  private func read(_ subject: Subject, _ words: String...) throws -> ParsedLine {
    try ParsedLine(subject.rest + words, of: subject.program)
  }

  /// What is refused, with the hint cut off.
  private func refusal(_ subject: Subject, _ words: String...) -> UsageError? {
    do throws(UsageError) {
      _ = try ParsedLine(subject.rest + words, of: subject.program)
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: subjects)
  func `an option takes its value behind a sign or as the next word`(_ subject: Subject) throws {
    let name = "--\(subject.option.name)"
    #expect(try read(subject, "\(name)=\(subject.value)")[subject.option] == subject.value)
    #expect(try read(subject, name, subject.value)[subject.option] == subject.value)
    // A sign in the value belongs to it.
    #expect(try read(subject, "\(name)=a=b")[subject.option] == "a=b")
  }

  @Test(arguments: subjects)
  func `what is given twice counts as it was given last`(_ subject: Subject) throws {
    let name = "--\(subject.option.name)"
    let line = try read(subject, "\(name)=\(subject.value)", name, subject.other)
    #expect(line[subject.option] == subject.other)
    #expect(line.all(subject.option) == [subject.value, subject.other])
    #expect(try read(subject, subject.flag, subject.flag).options.count == 2)
  }

  @Test(arguments: subjects)
  func `a value for a flag, and an option without one, are refused`(_ subject: Subject) {
    for value in ["no", "yes", ""] {
      let error = refusal(subject, "\(subject.flag)=\(value)")
      #expect(error?.message == "option takes no value: \(subject.flag)")
      #expect(error?.status == .usage)
    }
    let name = "--\(subject.option.name)"
    let error = refusal(subject, name)
    #expect(error?.message == "option needs a value: \(name)")
    #expect(error?.status == .usage)
  }

  @Test(arguments: subjects)
  func `an option that there is not is refused by name`(_ subject: Subject) {
    let place = subject.program == .unitsctl ? " of get" : ""
    for word in ["--frob", "--frob=1"] {
      #expect(refusal(subject, word)?.message == "unknown option\(place): --frob")
    }
    #expect(refusal(subject, "-x")?.message == "unknown option\(place): -x")
    #expect(refusal(subject, "---")?.message == "unknown option\(place): ---")
    #expect(refusal(subject, "--frob")?.hint != nil)
    let nearly = "--\(subject.option.name)s"
    #expect(refusal(subject, nearly)?.hint == "did you mean `--\(subject.option.name)`?")
  }

  @Test(arguments: subjects)
  func `two dashes end the options`(_ subject: Subject) throws {
    let words = subject.rest + ["--", subject.flag]
    // A word that looks like an option is an operand, be it one that fits or not.
    do throws(UsageError) {
      let line = try ParsedLine(words, of: subject.program)
      #expect(line.operands.last == subject.flag)
      #expect(line.options.isEmpty)
    } catch {
      #expect(error.message.hasSuffix(": \(subject.flag)"))
      #expect(!error.message.contains("option"))
    }
  }

  @Test(arguments: subjects)
  func `letters may stand together`(_ subject: Subject) throws {
    #expect(try read(subject, "-hV").request == .help)
    #expect(try read(subject, "-V").request == .version)
    guard subject.option.short == "g" else {
      #expect(refusal(subject, "-hg")?.message.hasSuffix(": -g") == true)
      return
    }
    #expect(try read(subject, "-hg", "g.a")[.group] == "g.a")
    #expect(try read(subject, "-gg.a")[.group] == "g.a")
    #expect(try read(subject, "-g", "g.a")[.group] == "g.a")
    #expect(refusal(subject, "-g")?.message == "option needs a value: -g")
  }

  @Test(arguments: subjects)
  func `help and the version are given whatever else is there but a wrong option`(
    _ subject: Subject
  ) throws {
    #expect(try read(subject, "--help", "a", "b", "c").request == .help)
    #expect(try read(subject, "a", "b", "--version").request == .version)
    #expect(refusal(subject, "--help", "--frob") != nil)
    #expect(Help.text(subject.program).hasPrefix("usage: \(subject.program.rawValue)"))
  }

  @Test(arguments: [Program.unitsctl, .unitsbar, .unitsImport])
  func `the ways to the store exclude each other`(_ program: Program) {
    let rest = program == .unitsbar ? [] : program == .unitsctl ? ["get"] : ["file"]
    let error = #expect(throws: UsageError.self) {
      try ParsedLine(rest + ["--socket", "/s", "--no-daemon"], of: program)
    }
    #expect(error?.message == "options exclude each other: --socket, --no-daemon")
    #expect(error?.status == .usage)
  }

  @Test(arguments: [
    (
      Program.unitsctl, "get --timeout soon", "not a timeout: soon",
      UnitsCommandLine.ExitStatus.usage
    ),
    (.unitsbar, "--timeout 0", "not a timeout: 0", .usage),
    (.unitsImport, "x --timeout=3601", "not a timeout: 3601", .usage),
    (.unitsd, "--idle-exit never", "not a number of seconds: never", .usage),
    (.unitsBench, "--rounds 0", "not a count: 0", .usage),
    (.unitsBench, "frob", "unknown benchmark: frob", .usage),
    (.unitsbar, "tea", "unknown format: tea", .usage),
    (.unitsbar, "--scroll left", "unknown direction: left", .usage),
    (.unitsbar, "--type tea", "not a measurement type: tea", .badData),
    (.unitsctl, "records --type tea", "not a measurement type: tea", .badData),
    (.unitsctl, "log tea 5", "not a measurement type: tea", .badData),
    (.unitsbar, "--period=year", "not a period: year", .badData),
    (.unitsctl, "summary --period day", "not a period: day", .badData),
    (.unitsbar, "--goal far", "not a measurement such as 5km: far", .badData),
    (.unitsctl, "chart --goal far", "not a measurement such as 5km: far", .badData),
    (
      .unitsbar, "--template {vlaue}", "column 1: unknown field: {vlaue}: {vlaue}",
      .badData
    ),
    (.unitsbar, "--width -1", "not a number of characters from 0 to 1000: -1", .badData),
    (.unitsctl, "completions tcsh", "unknown shell: tcsh", .usage),
    (.unitsctl, "manual units-bench", "no manual of this: units-bench", .usage),
    (.unitsctl, "help complete", "unknown command: complete", .usage),
    (.unitsctl, "set furlong", "not a unit system: furlong", .badData),
  ])
  func `a value that its kind refuses is refused before anything is done`(
    program: Program, line: String, message: String, status: UnitsCommandLine.ExitStatus
  ) {
    let error = #expect(throws: UsageError.self) {
      try ParsedLine(line.split(separator: " ").map(String.init), of: program)
    }
    #expect(error?.message == message)
    #expect(error?.status == status)
  }

  @Test func `a dash alone and a negative number are operands`() throws {
    #expect(try ParsedLine(["records", "import", "-"], of: .unitsctl).operands == ["import", "-"])
    #expect(
      try ParsedLine(["log", "temperature", "-5C"], of: .unitsctl).operands
        == ["temperature", "-5C"])
    #expect(try ParsedLine(["set", "k", "-.5"], of: .unitsctl).operands == ["k", "-.5"])
  }

  @Test func `every kind of value that is one of a few words takes each of them`() throws {
    var options = Program.allCases.flatMap(\.allOptions)
    options += CommandName.allCases.flatMap { $0.declaration.ownOptions }
    var count = 0
    for kind in options.compactMap(\.kind) {
      for word in kind.words {
        try kind.check(word)
        count += 1
      }
      guard !kind.words.isEmpty else { continue }
      #expect(throws: UsageError.self) { try kind.check("no-such-word") }
    }
    #expect(count > 20)
  }
}
