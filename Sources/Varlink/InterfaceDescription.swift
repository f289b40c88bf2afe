/// An interface as its text describes it: types, methods and errors, each with its documentation.
///
/// ```swift
/// let lamp = try InterfaceDescription(
///   parsing: """
///     # A lamp.
///     interface org.example.lamp
///
///     # Sets how bright it is, from 0 to 10.
///     method Dim(level: int) -> ()
///     """)
/// lamp.methods.map(\.name)  // ["Dim"]
/// ```
///
/// The text is kept as it was given, to be served by ``Service``; ``format()`` writes it in one
/// canonical form. The grammar is UAPI.20's, "Interface Definition", with these decisions:
/// - Blanks and line breaks may stand between any two tokens, since the specification's prose says
///   so where its grammar does not.
/// - A comment belongs to the declaration that follows it, or to the one that it stands behind on
///   the same line. A comment inside a declaration where no field can follow belongs to the
///   declaration.
/// - A name is declared once, a field's name once in its structure, and a type that is used is
///   declared somewhere in the interface.
public struct InterfaceDescription: Sendable {
  /// A method: what it takes and what it replies.
  public struct Method: Sendable, Hashable {
    /// The method's name, without the interface's.
    public let name: String
    /// The input parameters.
    public let input: [ValueType.Field]
    /// The output parameters; of a method that streams, those of every reply.
    public let output: [ValueType.Field]
    /// The lines of comment that describe it.
    public let documentation: [String]
  }

  /// An error and its parameters.
  public struct ErrorDeclaration: Sendable, Hashable {
    /// The error's name, without the interface's.
    public let name: String
    /// The parameters.
    public let parameters: [ValueType.Field]
    /// The lines of comment that describe it.
    public let documentation: [String]
  }

  /// A name for a structure or an enumeration.
  public struct TypeDeclaration: Sendable, Hashable {
    /// The type's name.
    public let name: String
    /// What it stands for.
    public let type: ValueType
    /// The lines of comment that describe it.
    public let documentation: [String]
  }

  /// What an interface declares.
  public enum Member: Sendable, Hashable {
    /// A named type.
    case type(TypeDeclaration)
    /// A method.
    case method(Method)
    /// An error.
    case error(ErrorDeclaration)

    /// The declared name.
    public var name: String {
      switch self {
      case .type(let declaration): declaration.name
      case .method(let declaration): declaration.name
      case .error(let declaration): declaration.name
      }
    }
  }

  /// How deep a type may nest: each pair of parentheses, `[]` and `[string]` is one level, the
  /// parentheses of the declaration itself the first. Sixty-four are more than anybody wrote, and
  /// keep a hostile text from exhausting the stack.
  public static let maximumNesting = 64

  /// The interface's name in reverse-domain notation.
  public let name: String
  /// The lines of comment that describe it.
  public let documentation: [String]
  /// What it declares, in the text's order.
  public let members: [Member]
  /// The lines of comment behind the last declaration.
  public let closingComments: [String]
  /// The text as it was given.
  public let text: String

  /// Reads an interface's text.
  ///
  /// - Throws: What is wrong with it, and in which line and column.
  public init(parsing text: String) throws(InterfaceDescriptionError) {
    var parser = InterfaceParser(text)
    self = try parser.parse()
  }

  init(
    name: String, documentation: [String], members: [Member], closingComments: [String],
    text: String
  ) {
    self.name = name
    self.documentation = documentation
    self.members = members
    self.closingComments = closingComments
    self.text = text
  }

  /// The declared types, in the text's order.
  public var types: [TypeDeclaration] {
    members.compactMap { if case .type(let declaration) = $0 { declaration } else { nil } }
  }

  /// The declared methods, in the text's order.
  public var methods: [Method] {
    members.compactMap { if case .method(let declaration) = $0 { declaration } else { nil } }
  }

  /// The declared errors, in the text's order.
  public var errors: [ErrorDeclaration] {
    members.compactMap { if case .error(let declaration) = $0 { declaration } else { nil } }
  }

  /// The interface's text in one canonical form: two spaces, a declaration that fits in 80 columns
  /// and has no comments inside on one line, comments above what they describe.
  ///
  /// Nothing but layout changes: what is parsed from it is equal, and formatting that again gives
  /// the same text.
  public func format() -> String {
    var formatter = InterfaceFormatter()
    return formatter.format(self)
  }
}
