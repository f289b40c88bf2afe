// The name of an app group.

/// The name under which programs share preferences and records.
///
/// Letters, digits, `.`, `-` and `_`, at most 200 bytes, not beginning with a dot: it becomes part
/// of file names, which may have 255 bytes.
package struct GroupName: Hashable, Sendable, CustomStringConvertible {
  package let text: String

  /// The group of programs that name none.
  package static let standard = GroupName(unchecked: "group.dev.units")

  package static let maximumLength = 200

  /// Nil if the text is no group's name.
  package init?(_ text: String) {
    let bytes = text.utf8
    guard !bytes.isEmpty, bytes.count <= Self.maximumLength, bytes.first != UInt8(ascii: ".") else {
      return nil
    }
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
        UInt8(ascii: "_"):
        continue
      default:
        return nil
      }
    }
    self.text = text
  }

  private init(unchecked text: String) {
    self.text = text
  }

  package var description: String { text }
}
