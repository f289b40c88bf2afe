import Testing
import UnitsPreferences

@testable import UnitsCommandLine

@Suite struct CommandFormTests {
  @Test(arguments: [
    (CommandForm(), "", [], nil),
    (CommandForm(.one(.key), options: [.defaultValue]), "KEY [--default VALUE]", [], "KEY"),
    (CommandForm(.one(.key)), "KEY", ["a"], nil),
    (
      CommandForm(.one(.preference(.unitSystem)), options: [.forType]),
      "metric|imperial [--for TYPE]", [], "metric|imperial"
    ),
    (CommandForm(.many(.assignment)), "KEY=VALUE…", ["a=1", "b=2"], "KEY=VALUE"),
    (CommandForm(.many(.assignment)), "KEY=VALUE…", ["a"], nil),
    (CommandForm(.word("remove"), .many(.recordID)), "remove ID…", [], "remove"),
    (CommandForm(.word("remove"), .many(.recordID)), "remove ID…", ["remove", "x", "y"], "ID"),
    (CommandForm(.word("remove"), .many(.recordID)), "remove ID…", ["export"], nil),
    (CommandForm(.optional(.key), needs: [.explain]), "--explain [KEY]", [], "KEY"),
    (CommandForm(.any(.prefix), options: [.changes]), "[PREFIX…] [--changes]", ["a"], "PREFIX"),
  ])
  func `a form is written as people read it, and says what may come next`(
    form: CommandForm, usage: String, operands: [String], expected: String?
  ) {
    #expect(form.usage(hasOptions: .listed) == usage)
    let next = form.place(after: operands).map { place in
      if case .word(let text) = place.shape { return text }
      return place.kind?.placeholder ?? ""
    }
    #expect(next == expected)
  }

  @Test func `no option of a form or a program is declared twice`() {
    for program in Program.allCases {
      let names = program.allOptions.map(\.name)
      #expect(Set(names).count == names.count, "\(program)")
      let letters = program.allOptions.compactMap(\.short)
      #expect(Set(letters).count == letters.count, "\(program)")
    }
    for command in CommandName.allCases.map(\.declaration) {
      let options = command.ownOptions + Program.unitsctl.options
      #expect(Set(options.map(\.name)).count == options.count, "\(command.name)")
    }
  }

  /// What a line is, and what is wrong with it; nil where nothing is.
  @Test(arguments: [
    ("set metric", nil), ("set k v", nil), ("set k=v b=w", nil), ("set k a=b", nil),
    ("set a=1 b", "not KEY=VALUE: b"), ("set a b c", "unexpected operand: c"),
    ("set", "operand missing: metric|imperial"), ("set --type int k", "operand missing: VALUE"),
    ("set k v --for height", "option of another form: --for"),
    ("unset", "operand missing: KEY"), ("unset --for height", nil), ("unset --for height k", nil),
    ("cas k v", "operand missing: VALUE"), ("cas k --absent v", nil),
    ("cas k --absent v w", "unexpected operand: w"),
    ("import", "operand missing: FILE"), ("import --folder", nil),
    ("import --folder x", "unexpected operand: x"),
    ("records", nil), ("records --limit 3", nil), ("records import -", nil),
    ("records import", "operand missing: FILE"), ("records remove", "operand missing: ID"),
    ("records remove x --limit 3", "option of another form: --limit"),
    ("records --skip-bad", "option of another form: --skip-bad"),
    ("records export x", "unexpected operand: x"), ("records expotr", "unexpected operand: expotr"),
    ("manual --install d unitsctl", "unexpected operand: unitsctl"),
    ("get a b", "unexpected operand: b"), ("get --for height k", "option of another form: --for"),
    ("log distance", "operand missing: VALUE[UNIT]"), ("toggle x", "unexpected operand: x"),
  ])
  func `a line has one of the forms, or is told what it lacks`(line: String, message: String?) {
    do throws(UsageError) {
      _ = try ParsedLine(line.split(separator: " ").map(String.init), of: .unitsctl)
      #expect(message == nil)
    } catch {
      #expect(error.message == message)
      #expect(error.hint != nil)
      #expect(error.status == .usage)
    }
  }
}
