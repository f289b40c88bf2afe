/// Reads an interface description by recursive descent, a function for each rule of the grammar.
struct InterfaceParser {
  private let text: String
  private var scanner: InterfaceScanner
  /// Comments inside the declaration being read that belong to none of its fields.
  private var stray: [String] = []
  /// The named types that were used, each where it was first.
  private var uses: [String: Int] = [:]

  init(_ text: String) {
    self.text = text
    scanner = InterfaceScanner(text)
  }

  mutating func parse() throws(InterfaceDescriptionError) -> InterfaceDescription {
    var documentation = scanner.skipTrivia().map(\.text)
    let start = scanner.index
    guard scanner.readWord() == Keyword.interface else {
      throw failure(.expected(Keyword.interface), at: start)
    }
    documentation += try readSeparator()
    let name = try readInterfaceName()
    documentation += try readLineEnd()

    var members: [InterfaceDescription.Member] = []
    var declaredAt: Set<String> = []
    var comments = scanner.skipTrivia().map(\.text)
    while scanner.next != nil {
      let member = try parseMember(documentation: comments, declared: &declaredAt)
      members.append(member)
      comments = scanner.skipTrivia().map(\.text)
    }
    if members.isEmpty { throw failure(.noMembers, at: scanner.index) }
    try checkUses(in: members)
    return InterfaceDescription(
      name: name, documentation: documentation, members: members, closingComments: comments,
      text: text)
  }

  // MARK: Declarations

  private mutating func parseMember(
    documentation: [String], declared: inout Set<String>
  ) throws(InterfaceDescriptionError) -> InterfaceDescription.Member {
    let start = scanner.index
    let keyword = scanner.readWord()
    guard Keyword.members.contains(keyword) else {
      throw failure(.expected("type, method or error"), at: start)
    }
    stray = []
    stray += try readSeparator()
    let nameStart = scanner.index
    let name = scanner.readWord()
    guard Names.isName(name) else { throw failure(.invalidName(name), at: nameStart) }
    guard declared.insert(name).inserted else {
      throw failure(.duplicateName(name), at: nameStart)
    }
    skipStray()

    switch keyword {
    case Keyword.type:
      let type = try parseParenthesised(depth: 1)
      let lines = documentation + stray + (try readLineEnd())
      return .type(.init(name: name, type: type, documentation: lines))
    case Keyword.error:
      let parameters = try parseStructure()
      let lines = documentation + stray + (try readLineEnd())
      return .error(.init(name: name, parameters: parameters, documentation: lines))
    default:
      let input = try parseStructure()
      skipStray()
      guard scanner.skip("->") else { throw failure(.expected("->"), at: scanner.index) }
      skipStray()
      let output = try parseStructure()
      let lines = documentation + stray + (try readLineEnd())
      return .method(.init(name: name, input: input, output: output, documentation: lines))
    }
  }

  private mutating func parseStructure() throws(InterfaceDescriptionError) -> [ValueType.Field] {
    let start = scanner.index
    guard case .structure(let fields) = try parseParenthesised(depth: 1) else {
      throw failure(.expected("fields with types"), at: start)
    }
    return fields
  }

  // MARK: Types

  private enum Nullability { case allowed, refused }

  private mutating func parseType(
    depth: Int, nullability: Nullability = .allowed
  ) throws(InterfaceDescriptionError) -> ValueType {
    let start = scanner.index
    switch scanner.next {
    case "?":
      guard nullability == .allowed else { throw failure(.nullableTwice, at: start) }
      _ = scanner.skip("?")
      scanner.skipBlanks()
      return .nullable(try parseType(depth: depth, nullability: .refused))
    case "[":
      guard depth < InterfaceDescription.maximumNesting else { throw tooDeep(at: start) }
      if scanner.skip("[]") {
        scanner.skipBlanks()
        return .array(try parseType(depth: depth + 1))
      }
      guard scanner.skip("[string]") else { throw failure(.expected("[] or [string]"), at: start) }
      scanner.skipBlanks()
      return .map(try parseType(depth: depth + 1))
    case "(":
      return try parseParenthesised(depth: depth + 1)
    default:
      return try parseTypeName(at: start)
    }
  }

  private mutating func parseTypeName(
    at start: Int
  ) throws(InterfaceDescriptionError) -> ValueType {
    let word = scanner.readWord()
    switch word {
    case "": throw failure(.expected("a type"), at: start)
    case Keyword.bool: return .bool
    case Keyword.int: return .int
    case Keyword.float: return .float
    case Keyword.string: return .string
    case Keyword.object: return .object
    case Keyword.any: return .any
    default:
      guard Names.isName(word) else { throw failure(.unknownType(word), at: start) }
      if uses[word] == nil { uses[word] = start }
      return .named(word)
    }
  }

  /// Reads a structure or an enumeration; what stands behind the first name tells which.
  /// Empty parentheses are a structure.
  private mutating func parseParenthesised(
    depth: Int
  ) throws(InterfaceDescriptionError) -> ValueType {
    let start = scanner.index
    guard scanner.skip("(") else { throw failure(.expected("("), at: start) }
    guard depth <= InterfaceDescription.maximumNesting else { throw tooDeep(at: start) }
    var pending = scanner.skipTrivia().map(\.text)
    if scanner.skip(")") {
      stray += pending
      return .structure([])
    }
    var fields: [ValueType.Field] = []
    var choices: [ValueType.Choice] = []
    var names: Set<String> = []
    while true {
      let name = try readFieldName(unlike: &names)
      var comments = scanner.skipTrivia()
      var type: ValueType?
      if choices.isEmpty, scanner.next == ":" || !fields.isEmpty {
        stray += comments.map(\.text)
        guard scanner.skip(":") else { throw failure(.expected(":"), at: scanner.index) }
        skipStray()
        type = try parseType(depth: depth)
        comments = scanner.skipTrivia()
      }
      let isLast = try readSeparatorOfFields()
      if !isLast, !comments.contains(where: { $0.placement == .alone }) {
        comments += scanner.skipTrivia()
      } else if !isLast {
        comments += scanner.skipTrivia().map { .init(text: $0.text, placement: .alone) }
      }
      let own = isLast ? comments : comments.filter { $0.placement == .behind }
      let lines = pending + own.map(\.text)
      if let type {
        fields.append(.init(name: name, type: type, documentation: lines))
      } else {
        choices.append(.init(name: name, documentation: lines))
      }
      if isLast { return choices.isEmpty ? .structure(fields) : .enumeration(choices) }
      pending = comments.filter { $0.placement == .alone }.map(\.text)
    }
  }

  /// Whether the parentheses end here; otherwise goes past the comma.
  private mutating func readSeparatorOfFields() throws(InterfaceDescriptionError) -> Bool {
    if scanner.skip(")") { return true }
    guard scanner.skip(",") else { throw failure(.expected(", or )"), at: scanner.index) }
    return false
  }

  // MARK: Names and what stands between them

  private mutating func readInterfaceName() throws(InterfaceDescriptionError) -> String {
    let start = scanner.index
    let name = scanner.readWord(with: ".")
    guard Names.isInterfaceName(name) else { throw failure(.invalidInterfaceName(name), at: start) }
    return name
  }

  private mutating func readFieldName(
    unlike names: inout Set<String>
  ) throws(InterfaceDescriptionError) -> String {
    let start = scanner.index
    let name = scanner.readWord()
    if name.isEmpty { throw failure(.expected("a field's name"), at: start) }
    guard Names.isFieldName(name) else { throw failure(.invalidFieldName(name), at: start) }
    guard names.insert(name).inserted else { throw failure(.duplicateName(name), at: start) }
    return name
  }

  /// Goes past what has to stand behind a keyword; gives the comments in it.
  private mutating func readSeparator() throws(InterfaceDescriptionError) -> [String] {
    let start = scanner.index
    let comments = scanner.skipTrivia().map(\.text)
    guard scanner.index > start else { throw failure(.expected("a blank"), at: start) }
    return comments
  }

  /// Goes past the line's end that has to stand behind a declaration; gives the comment in it.
  private mutating func readLineEnd() throws(InterfaceDescriptionError) -> [String] {
    var comment: String?
    guard scanner.skipLineEnd(&comment) else {
      throw failure(.expected("a line break"), at: scanner.index)
    }
    return comment.map { [$0] } ?? []
  }

  private mutating func skipStray() {
    stray += scanner.skipTrivia().map(\.text)
  }

  // MARK: Checks and errors

  private func checkUses(
    in members: [InterfaceDescription.Member]
  ) throws(InterfaceDescriptionError) {
    var declared: Set<String> = []
    for case .type(let declaration) in members { declared.insert(declaration.name) }
    let unknown = uses.filter { !declared.contains($0.key) }
    if let first = unknown.min(by: { $0.value < $1.value }) {
      throw failure(.unknownType(first.key), at: first.value)
    }
  }

  private func tooDeep(at index: Int) -> InterfaceDescriptionError {
    failure(.nestedTooDeep(limit: InterfaceDescription.maximumNesting), at: index)
  }

  private func failure(
    _ reason: InterfaceDescriptionError.Reason, at index: Int
  ) -> InterfaceDescriptionError {
    let (line, column) = scanner.position(of: index)
    return InterfaceDescriptionError(reason: reason, line: line, column: column)
  }
}
