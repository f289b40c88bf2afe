/// A region of the world: an ISO 3166 code of two letters (`US`) or a UN M.49 number of three digits
/// (`419`, Latin America).
///
/// ```swift
/// print(Region(locale: "zh_Hant_US.UTF-8")?.code ?? "none")  // US
/// ```
public struct Region: Sendable, Hashable, CustomStringConvertible {
  /// The code, letters in upper case.
  public let code: String

  /// The region of a code in any case; nil unless it is two ASCII letters or three digits.
  public init?(code: some StringProtocol) {
    let bytes = Array(code.utf8)
    let isCountry = bytes.count == 2 && bytes.allSatisfy(\.isASCIILetter)
    let isArea = bytes.count == 3 && bytes.allSatisfy(\.isASCIIDigit)
    guard isCountry || isArea else { return nil }
    self.code = code.uppercased()
  }

  /// The region that a POSIX locale or a language tag names: language, script if any, region, with
  /// `_` or `-` between them; what follows `.` or `@` (character set, modifier) is not looked at.
  ///
  /// Nil where none is named, as in `C`, `POSIX` and `en`.
  public init?(locale: String) {
    let name = locale.prefix { $0 != "." && $0 != "@" }
    var parts = name.split(omittingEmptySubsequences: false) { $0 == "_" || $0 == "-" }[...]
    guard let language = parts.popFirst(), (2...8).contains(language.utf8.count),
      language.utf8.allSatisfy(\.isASCIILetter)
    else { return nil }
    if let script = parts.first, script.utf8.count == 4, script.utf8.allSatisfy(\.isASCIILetter) {
      parts.removeFirst()
    }
    guard let code = parts.first else { return nil }
    self.init(code: code)
  }

  /// The code.
  public var description: String { code }
}

extension UInt8 {
  var isASCIIDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

  var isASCIILetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }
}
