import TestSupport
import Testing
import UnitsCommandLine

/// The built programs, which read every form of a line alike.
@Suite struct ProgramLineTests {
  /// A form, what the program prints first, and its exit status. PROGRAM stands for its name.
  struct Form: Sendable, CustomTestStringConvertible {
    let words: [String]
    let output: String
    let error: String
    let status: Int32

    init(_ words: [String], output: String = "", error: String = "", status: Int32) {
      self.words = words
      self.output = output
      self.error = error
      self.status = status
    }

    var testDescription: String { words.joined(separator: " ") }
  }

  static let forms = [
    Form(["--help=yes"], error: "PROGRAM: option takes no value: --help\n", status: 64),
    Form(["--version="], error: "PROGRAM: option takes no value: --version\n", status: 64),
    Form(["--frob"], error: "PROGRAM: unknown option: --frob\n", status: 64),
    Form(["--frob=1"], error: "PROGRAM: unknown option: --frob\n", status: 64),
    Form(["-x"], error: "PROGRAM: unknown option: -x\n", status: 64),
    Form(["-hx"], error: "PROGRAM: unknown option: -x\n", status: 64),
    Form(["--versoin"], error: "PROGRAM: unknown option: --versoin\n", status: 64),
    Form(["--help"], output: "usage: PROGRAM ", status: 0),
    Form(["-h"], output: "usage: PROGRAM ", status: 0),
    Form(["--help", "--help"], output: "usage: PROGRAM ", status: 0),
    Form(["-Vh"], output: "usage: PROGRAM ", status: 0),
    Form(["--version"], output: "PROGRAM \(Version.text)\n", status: 0),
    Form(["-VV"], output: "PROGRAM \(Version.text)\n", status: 0),
  ]

  /// An option with a value of each program, and one of its flags.
  static let options: [(BuiltProgram, option: String, flag: String)] = [
    (.unitsctl, "--timeout", "--json"), (.unitsbar, "--timeout", "--toggle"),
    (.unitsd, "--idle-exit", "--version"), (.unitsImport, "--timeout", "--folder"),
    (.unitsBench, "--rounds", "--list"),
  ]

  @Test(arguments: options.map(\.0), forms)
  func `a form is read alike`(program: BuiltProgram, form: Form) throws {
    try check(program, form)
  }

  @Test(arguments: options)
  func `values and flags are told apart alike`(
    program: BuiltProgram, option: String, flag: String
  ) throws {
    for words in [["\(option)=never"], [option, "never"], ["\(option)=1", "\(option)=never"]] {
      let first = program == .unitsctl ? ["get"] : program == .unitsImport ? ["file"] : []
      let outcome = try run(program, first + words)
      #expect(outcome.status == 64, "\(words)")
      #expect(outcome.error.contains(": never\n"), "\(outcome.error)")
    }
    try check(
      program, Form([option], error: "PROGRAM: option needs a value: \(option)\n", status: 64))
    for value in ["no", "DIR", ""] {
      try check(
        program,
        Form(["\(flag)=\(value)"], error: "PROGRAM: option takes no value: \(flag)\n", status: 64))
    }
    let behind = try run(program, ["--", flag])
    #expect(behind.status != 0 && !behind.error.contains("option"), "\(behind)")
  }

  private func check(_ program: BuiltProgram, _ form: Form) throws {
    let outcome = try run(program, form.words)
    func named(_ text: String) -> String {
      text.split(separator: "PROGRAM", omittingEmptySubsequences: false)
        .joined(separator: program.rawValue)
    }
    #expect(outcome.status == form.status)
    #expect(outcome.output.hasPrefix(named(form.output)), "\(outcome)")
    #expect(outcome.error.hasPrefix(named(form.error)), "\(outcome)")
    #expect((form.status == 0) == outcome.error.isEmpty)
    #expect((form.status == 0) != outcome.output.isEmpty)
  }

  private func run(
    _ program: BuiltProgram, _ words: [String]
  ) throws -> (output: String, error: String, status: Int32?) {
    let home = try Home()
    let running = try RunningProgram([program.path] + words, environment: home.environment)
    running.closeInput()
    let output = running.rest(within: .seconds(60))
    _ = running.ends(within: .seconds(60))
    return (output, running.errorText(), running.status())
  }
}
