// The XML that Apple's Health app exports, made fit for a strict parser.
//
// - It begins with a document type that declares its elements, and which some versions of the app
//   write with syntax errors. No document type reaches the parser here, so that none can declare an
//   entity: this one is blanked out, up to the first element, however it ends, and the lines keep
//   their numbers.
// - Names that other apps gave have control characters in them, which XML forbids: they become blanks.

/// Gives the bytes of a Health export, which are UTF-8, without what is in a parser's way.
final class HealthSource: ByteSource {
  private let source: any ByteSource
  private var isBegun = false

  /// Twice the largest that people tell of.
  static let sizeLimit = 8 << 30

  /// By so many bytes its document type has ended; those of today have a fifth of it.
  static let headSize = 64 << 10

  /// Whether a document is a Health export; by its first element, or the document type before it.
  static func isBegun(by head: [UInt8]) -> Bool {
    var rest = head[...]
    while true {
      rest = rest.drop(while: isBlank)
      if rest.starts(with: [0xEF, 0xBB, 0xBF]) {
        rest = rest.dropFirst(3)
        continue
      }
      if rest.starts(with: "<?".utf8), let end = rest.firstRange(of: "?>".utf8) {
        rest = rest[end.upperBound...]
      } else if rest.starts(with: "<!--".utf8), let end = rest.firstRange(of: "-->".utf8) {
        rest = rest[end.upperBound...]
      } else {
        break
      }
    }
    if rest.starts(with: doctype) { rest = rest.dropFirst(doctype.count).drop(while: isBlank) }
    if rest.first == UInt8(ascii: "<") { rest.removeFirst() }
    return rest.starts(with: "HealthData".utf8)
  }

  init(_ source: any ByteSource) { self.source = source }

  func next() throws(ActivityFileError) -> [UInt8] {
    var bytes: [UInt8]
    if isBegun {
      bytes = try source.next()
    } else {
      isBegun = true
      let headed = try SourceWithHead(source, atLeast: Self.headSize)
      bytes = headed.head
      try Self.blankOutDocumentType(&bytes)
    }
    Self.blankOutControlCharacters(&bytes)
    return bytes
  }

  private static let doctype = Array("<!DOCTYPE".utf8)

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  private static func blankOutDocumentType(_ bytes: inout [UInt8]) throws(ActivityFileError) {
    let prologue = root(in: bytes[...]) ?? bytes.endIndex
    guard let start = bytes[..<prologue].firstRange(of: doctype)?.lowerBound else { return }
    guard prologue <= max(start, headSize), prologue < bytes.endIndex else {
      throw ActivityFileError(
        .file, "document type that does not end within \(headSize >> 10) KiB")
    }
    for place in start..<prologue where bytes[place] != UInt8(ascii: "\n") {
      bytes[place] = UInt8(ascii: " ")
    }
  }

  /// Where the first element begins; a document type names it, too, but in no tag.
  private static func root(in bytes: ArraySlice<UInt8>) -> Int? {
    var rest = bytes
    let tag = Array("<HealthData".utf8)
    while let found = rest.firstRange(of: tag) {
      rest = rest[found.upperBound...]
      guard let next = rest.first else { return nil }
      if next == UInt8(ascii: ">") || next == UInt8(ascii: "/") || isBlank(next) {
        return found.lowerBound
      }
    }
    return nil
  }

  private static func blankOutControlCharacters(_ bytes: inout [UInt8]) {
    for place in bytes.indices where bytes[place] < 0x20 && !isBlank(bytes[place]) {
      bytes[place] = UInt8(ascii: " ")
    }
  }
}
