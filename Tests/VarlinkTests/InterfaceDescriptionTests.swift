import Testing
import UnitsJSON
import Varlink

@Suite struct InterfaceDescriptionTests {
  /// Every construct of the grammar, in the canonical form.
  static let complete = """
    # The whole grammar.
    #
    #   Indented text stays indented.
    interface org.example-1.9x.everything

    # An enumeration.
    type Colour (red, green, blue)

    type Empty ()

    # A structure of every type.
    type Everything (
      flag: bool,
      whole: int,
      half: float,
      text: string,
      # Documented.
      foreign: object,
      whatever: any,
      colour: Colour,
      inline: (one, two, three),
      record: (first: int, second: string),
      list: []string,
      table: [string]int,
      set: [string](),
      nested: [][string][]?Everything,
      maybe: ?string,
      maybe_list: ?[](first: int, second: string),
      maybe_table: ?[string]Everything
    )

    # Choices may be documented.
    type Choice (
      # The first.
      one,
      # The second.
      two
    )

    method Nothing() -> ()

    # [Supports 'more' flag]
    method Something(name: string, number: ?int) -> (colours: []Colour)

    method Much(
      a_rather_long_name_of_a_parameter: string,
      another_rather_long_name_of_a_parameter: string
    ) -> (
      a_rather_long_name_of_a_result: (with_a_long_name: string, and_another: int),
      # Nested comments stay where they were.
      deep: (
        # Here.
        x: int
      ),
      last: bool
    )

    error Failed (reason: string)

    # Nothing to say.
    error Silent ()

    # The end.

    """

  @Test func `the whole grammar is parsed, and formatted as it was`() throws {
    let interface = try InterfaceDescription(parsing: Self.complete)
    #expect(interface.name == "org.example-1.9x.everything")
    #expect(
      interface.documentation == ["The whole grammar.", "", "  Indented text stays indented."])
    #expect(interface.types.map(\.name) == ["Colour", "Empty", "Everything", "Choice"])
    #expect(interface.methods.map(\.name) == ["Nothing", "Something", "Much"])
    #expect(interface.errors.map(\.name) == ["Failed", "Silent"])
    #expect(interface.members.map(\.name).count == 9)
    #expect(interface.closingComments == ["The end."])
    #expect(interface.text == Self.complete)
    #expect(interface.format() == Self.complete)
  }

  @Test func `types mean what they say`() throws {
    let interface = try InterfaceDescription(parsing: Self.complete)
    guard case .structure(let fields) = interface.type(named: "Everything") else {
      Issue.record("no structure")
      return
    }
    let types = Dictionary(uniqueKeysWithValues: fields.map { ($0.name, $0.type) })
    #expect(types["set"] == .map(.structure([])))
    #expect(types["nested"] == .array(.map(.array(.nullable(.named("Everything"))))))
    #expect(types["inline"] == .enumeration(["one", "two", "three"].map { .init(name: $0) }))
    #expect(types["maybe_table"] == .nullable(.map(.named("Everything"))))
    #expect(fields.first { $0.name == "foreign" }?.documentation == ["Documented."])
    #expect(interface.type(named: "Empty") == .structure([]))
  }

  static let layouts: [(String, String)] = [
    ("interface a.b\nmethod A()->()", "interface a.b\n\nmethod A() -> ()\n"),
    ("interface a.b\r\nmethod A()->()\r\n", "interface a.b\n\nmethod A() -> ()\n"),
    (
      "\u{FEFF}\t#x\n interface\u{A0}a.b \u{2028}\n\nerror\nE\n(\na\n:\nint\n)\n",
      "# x\ninterface a.b\n\nerror E (a: int)\n"
    ),
    (
      "interface a.b # behind\n# before\nmethod A() -> () # behind\n# end",
      "# behind\ninterface a.b\n\n# before\n# behind\nmethod A() -> ()\n\n# end\n"
    ),
    (
      "interface a.b\nmethod A # one\n(# two\n) # three\n -> # four\n(a # five\n:# six\nint)\n",
      "interface a.b\n\n# one\n# two\n# three\n# four\n# five\n# six\nmethod A() -> (a: int)\n"
    ),
    (
      "interface a.b\ntype T (a, # of a\n# of b\nb # of b too\n# still b\n)\n",
      """
      interface a.b

      type T (
        # of a
        a,
        # of b
        # of b too
        # still b
        b
      )

      """
    ),
    (
      "interface a.b\ntype T (# of a\na: int\n# of b\n, # of b too\nb: ? [] string)",
      """
      interface a.b

      type T (
        # of a
        a: int,
        # of b
        # of b too
        b: ?[]string
      )

      """
    ),
  ]

  @Test(arguments: layouts)
  func `layout is free, and no comment is lost`(text: String, canonical: String) throws {
    let interface = try InterfaceDescription(parsing: text)
    #expect(interface.format() == canonical)
    let again = try InterfaceDescription(parsing: canonical)
    #expect(again.format() == canonical)
    #expect(again.members == interface.members)
    #expect(again.documentation == interface.documentation)
    #expect(again.closingComments == interface.closingComments)
  }

  static let errors: [(String, String)] = [
    ("", "line 1, column 1: expected interface"),
    ("# only a comment", "line 1, column 17: expected interface"),
    ("interfaces a.b\n", "line 1, column 1: expected interface"),
    ("interface", "line 1, column 10: expected a blank"),
    ("interface a\n", "line 1, column 11: no name of an interface: a"),
    ("interface 1.a\n", "line 1, column 11: no name of an interface: 1.a"),
    ("interface a.-b\n", "line 1, column 11: no name of an interface: a.-b"),
    ("interface a.b-\n", "line 1, column 11: no name of an interface: a.b-"),
    ("interface a..b\n", "line 1, column 11: no name of an interface: a..b"),
    ("interface a.b_c\n", "line 1, column 11: no name of an interface: a.b_c"),
    ("interface a.b", "line 1, column 14: interface without members"),
    ("interface a.b\n\n", "line 3, column 1: interface without members"),
    ("interface a.b method A() -> ()", "line 1, column 15: expected a line break"),
    (
      "interface a.b\nmethod A() -> () method B() -> ()",
      "line 2, column 18: expected a line break"
    ),
    ("interface a.b\nmethodA() -> ()", "line 2, column 1: expected type, method or error"),
    ("interface a.b\nmethod a() -> ()", "line 2, column 8: no name of a type, method or error: a"),
    (
      "interface a.b\nmethod A_b() -> ()",
      "line 2, column 8: no name of a type, method or error: A_b"
    ),
    ("interface a.b\nmethod A() ()", "line 2, column 12: expected ->"),
    ("interface a.b\nmethod A(", "line 2, column 10: expected a field's name"),
    ("interface a.b\nmethod A(a) -> ()", "line 2, column 9: expected fields with types"),
    ("interface a.b\nerror A", "line 2, column 8: expected ("),
    ("interface a.b\nerror A (a: int,)", "line 2, column 17: expected a field's name"),
    ("interface a.b\nerror A (a: int b: int)", "line 2, column 17: expected , or )"),
    ("interface a.b\nerror A (a: int, b)", "line 2, column 19: expected :"),
    ("interface a.b\ntype A (a, b: int)", "line 2, column 13: expected , or )"),
    ("interface a.b\ntype A int", "line 2, column 8: expected ("),
    ("interface a.b\nerror A (a: )", "line 2, column 13: expected a type"),
    ("interface a.b\nerror A (a: integer)", "line 2, column 13: type not declared: integer"),
    ("interface a.b\nerror A (a: B)", "line 2, column 13: type not declared: B"),
    ("interface a.b\nerror A (a: A)", "line 2, column 13: type not declared: A"),
    ("interface a.b\nerror A (a: ??int)", "line 2, column 14: ? twice"),
    ("interface a.b\nerror A (a: [int]int)", "line 2, column 13: expected [] or [string]"),
    ("interface a.b\nerror A (_a: int)", "line 2, column 10: no name of a field: _a"),
    ("interface a.b\nerror A (a_: int)", "line 2, column 10: no name of a field: a_"),
    ("interface a.b\nerror A (a__b: int)", "line 2, column 10: no name of a field: a__b"),
    ("interface a.b\nerror A (1: int)", "line 2, column 10: no name of a field: 1"),
    ("interface a.b\nerror A (a: int, a: int)", "line 2, column 18: declared twice: a"),
    ("interface a.b\nerror A ()\ntype A ()", "line 3, column 6: declared twice: A"),
    (
      "interface a.b\r\nerror A ()\r\n# é\r\ntyp",
      "line 4, column 1: expected type, method or error"
    ),
    ("interface a.b\nerror A (é: int)", "line 2, column 10: expected a field's name"),
  ]

  @Test(arguments: errors)
  func `a wrong text is refused with line and column`(text: String, message: String) {
    let error = #expect(throws: InterfaceDescriptionError.self) {
      try InterfaceDescription(parsing: text)
    }
    #expect(error?.description == message)
  }

  static let nests: [@Sendable (Int) -> String] = [
    {
      "interface a.b\ntype T " + String(repeating: "(a: ", count: $0) + "int"
        + String(repeating: ")", count: $0)
    },
    { "interface a.b\ntype T (a: " + String(repeating: "[]", count: $0 - 1) + "int)" },
    { "interface a.b\nerror T (a: " + String(repeating: "?[string]", count: $0 - 1) + "int)" },
  ]

  @Test(arguments: nests.indices)
  func `nesting is accepted to sixty-four levels`(index: Int) throws {
    let nest = Self.nests[index]
    let interface = try InterfaceDescription(parsing: nest(64))
    #expect(try InterfaceDescription(parsing: interface.format()).members == interface.members)
    for depth in [65, 100_000] {
      let error = #expect(throws: InterfaceDescriptionError.self) {
        try InterfaceDescription(parsing: nest(depth))
      }
      #expect(error?.reason == .nestedTooDeep(limit: 64))
      #expect(error?.line == 2)
      let prefix = nest(65).split(separator: "\n")[1]
      #expect(error?.column ?? 0 > 64 && error?.column ?? 0 <= prefix.count)
      #expect(error?.description.hasSuffix("nested deeper than 64") == true)
    }
  }

  @Test func `no part of a text makes the parser trap`() {
    let scalars = Array(Self.complete.unicodeScalars)
    for length in scalars.indices {
      var text = String.UnicodeScalarView()
      text.append(contentsOf: scalars[..<length])
      if let interface = try? InterfaceDescription(parsing: String(text)) {
        #expect(throws: Never.self) { try InterfaceDescription(parsing: interface.format()) }
      }
    }
  }
}
