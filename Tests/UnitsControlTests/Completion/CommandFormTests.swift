import Testing

@testable import UnitsControl

@Suite struct CommandFormTests {
  @Test(arguments: [
    ("", [], nil), ("KEY [--default VALUE]", [], ["<KEY>"]),
    ("KEY [--default VALUE]", ["a"], nil),
    ("metric|imperial [--for TYPE]", [], ["metric", "imperial"]),
    ("KEY=VALUE…", ["a=1", "b=2"], ["<KEY=VALUE>"]), ("remove ID…", [], ["remove"]),
    ("remove ID…", ["remove", "x", "y"], ["<ID>"]), ("remove ID…", ["export"], nil),
    ("TYPE VALUE[UNIT] [--at TIME]", ["distance"], ["<VALUE[UNIT]>"]),
    ("FILE|- [--replace]", [], ["<FILE>", "-"]), ("[--type TYPE] [PREFIX…]", [], ["<PREFIX>"]),
    ("--install DIR", [], nil), ("[summary [TYPE]]", ["summary"], ["<TYPE>"]),
  ])
  func `a form says what may come next`(form: String, operands: [String], expected: [String]?) {
    let words = CommandForm(form).place(after: operands)?.words.map { word in
      switch word {
      case .literal(let text): text
      case .placeholder(let name): "<\(name)>"
      }
    }
    #expect(words == expected)
  }

  /// What stands for a text that cannot be known beforehand.
  private static let free = [
    "EXPECTED", "VALUE", "VALUE[UNIT]", "TIME", "TEXT", "SECONDS", "WORD", "PROGRAM", "N", "UNIT",
    "GOAL", "COUNT",
  ]
  private static let live = ["KEY", "KEY=VALUE", "PREFIX", "GROUP", "ID", "FILE", "PATH", "DIR"]

  @Test func `everything that a command stands for can be completed, or is known to be free`() {
    let operands = CommandName.allCases.flatMap { $0.declaration.forms }.map(CommandForm.init)
      .flatMap(\.places).flatMap(\.words)
    var names = OptionName.allCases.compactMap(\.placeholder)
    for case .placeholder(let name) in operands { names.append(name) }
    #expect(names.count > 20)
    for name in names where !(Self.free + Self.live).contains(name) {
      #expect(Completion.words(for: name) != nil, "\(name)")
    }
  }

  @Test func `every option that a form names is one of the command`() {
    for command in CommandName.allCases.map(\.declaration) {
      for form in command.forms {
        for word in form.split(whereSeparator: { " []".contains($0) }) where word.hasPrefix("--") {
          guard word.count > 2 else { continue }
          #expect(
            (command.options + OptionName.global).contains { "--\($0.rawValue)" == word },
            "\(command.name): \(word)")
        }
      }
    }
  }
}
