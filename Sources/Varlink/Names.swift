/// The words of the interface description language.
enum Keyword {
  static let interface = "interface"
  static let type = "type"
  static let method = "method"
  static let error = "error"
  static let members: Set<String> = [type, method, error]

  static let bool = "bool"
  static let int = "int"
  static let float = "float"
  static let string = "string"
  static let object = "object"
  static let any = "any"
}

/// The rules for names (UAPI.20, "Grammar").
enum Names {
  /// `[A-Za-z](-*[A-Za-z0-9])*(\.[A-Za-z0-9](-*[A-Za-z0-9])*)+`.
  static func isInterfaceName(_ name: String) -> Bool {
    let parts = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count >= 2, let first = parts[0].first, isLetter(first) else { return false }
    return parts.allSatisfy { part in
      guard let first = part.first, let last = part.last else { return false }
      return isLetterOrDigit(first) && isLetterOrDigit(last)
        && part.allSatisfy { isLetterOrDigit($0) || $0 == UInt8(ascii: "-") }
    }
  }

  /// `[A-Z][A-Za-z0-9]*`.
  static func isName(_ name: String) -> Bool {
    guard let first = name.utf8.first, isUppercase(first) else { return false }
    return name.utf8.allSatisfy(isLetterOrDigit)
  }

  /// `[A-Za-z](_?[A-Za-z0-9])*`.
  static func isFieldName(_ name: String) -> Bool {
    guard let first = name.utf8.first, isLetter(first) else { return false }
    var previousIsUnderscore = false
    for byte in name.utf8 {
      let isUnderscore = byte == UInt8(ascii: "_")
      guard isUnderscore || isLetterOrDigit(byte) else { return false }
      if isUnderscore, previousIsUnderscore { return false }
      previousIsUnderscore = isUnderscore
    }
    return !previousIsUnderscore
  }

  private static func isUppercase(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    isUppercase(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    isLetter(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
