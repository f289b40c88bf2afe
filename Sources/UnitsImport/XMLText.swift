// The bytes of an XML document as UTF-8, whatever they were.
//
// Files are not always in what they declare: exports that say UTF-16 are in UTF-8, because a program
// stored what it had as a text. So what the bytes are goes before what is declared, and only where
// they are neither UTF-16 nor UTF-8 the declaration says which of the old encodings it is.

/// Gives a document's bytes in UTF-8.
final class XMLText: ByteSource {
  private enum Encoding {
    case utf8
    case utf16(BigEndian)
    /// Of this encoding, unless the first bytes above ASCII are UTF-8.
    case declared(SingleByteEncoding)
    case singleByte([[UInt8]])
    /// Of none that is known, by this name, unless they are UTF-8.
    case unknown(String)
  }

  private enum BigEndian {
    case yes
    case no
  }

  private let source: any ByteSource
  private var encoding: Encoding?
  /// What of UTF-16 is half there.
  private var rest: [UInt8] = []
  private var surrogate: UInt16?

  init(_ source: any ByteSource) { self.source = source }

  func next() throws(ActivityFileError) -> [UInt8] {
    while true {
      let piece = try source.next()
      let encoding = encoding ?? Self.encoding(of: piece)
      self.encoding = encoding
      if piece.isEmpty {
        guard rest.isEmpty, surrogate == nil else {
          throw ActivityFileError(.file, "UTF-16 text that is cut off")
        }
        return []
      }
      let text = try decoded(piece, encoding)
      // Of the first byte of UTF-16 nothing comes yet.
      if !text.isEmpty { return text }
    }
  }

  private func decoded(
    _ piece: [UInt8], _ encoding: Encoding
  ) throws(ActivityFileError) -> [UInt8] {
    switch encoding {
    case .utf8: return piece
    case .utf16(let order): return decodedUTF16(piece, order)
    case .singleByte(let characters): return Self.decoded(piece, characters)
    case .declared(let declared):
      guard let first = piece.firstIndex(where: { $0 >= 0x80 }) else { return piece }
      let isUTF8 = Self.isUTF8(piece[first...])
      let real = isUTF8 ? Encoding.utf8 : .singleByte(declared.characters())
      self.encoding = real
      return try decoded(piece, real)
    case .unknown(let name):
      guard let first = piece.firstIndex(where: { $0 >= 0x80 }) else { return piece }
      guard Self.isUTF8(piece[first...]) else {
        throw ActivityFileError(.file, "encoding that is not known: \(PlainText.shown(name))")
      }
      self.encoding = .utf8
      return piece
    }
  }

  // MARK: What it is

  /// By the first bytes, which begin with a mark, or with `<` or a blank.
  private static func encoding(of head: [UInt8]) -> Encoding {
    if head.starts(with: [0xFE, 0xFF]) { return .utf16(.yes) }
    if head.starts(with: [0xFF, 0xFE]) { return .utf16(.no) }
    if head.count >= 4, head[0] == 0, head[1] != 0, head[2] == 0, head[3] != 0 {
      return .utf16(.yes)
    }
    if head.count >= 4, head[0] != 0, head[1] == 0, head[2] != 0, head[3] == 0 {
      return .utf16(.no)
    }
    guard let name = declaredName(in: head.prefix(declarationLimit)) else { return .utf8 }
    let plain = name.lowercased().filter { $0.isLetter || $0.isNumber }
    if ["utf8", "utf16", "utf16le", "utf16be", "ucs2", "ascii", "usascii"].contains(plain) {
      return .utf8
    }
    return SingleByteEncoding(named: name).map(Encoding.declared) ?? .unknown(name)
  }

  /// As long as no declaration is.
  private static let declarationLimit = 1 << 10

  /// `<?xml version="1.0" encoding="NAME"?>`
  private static func declaredName(in head: ArraySlice<UInt8>) -> String? {
    guard let start = head.firstRange(of: "<?xml".utf8)?.upperBound,
      let end = head[start...].firstRange(of: "?>".utf8)?.lowerBound,
      let word = head[start..<end].firstRange(of: "encoding".utf8)?.upperBound
    else { return nil }
    let rest = head[word..<end].drop { $0 == UInt8(ascii: "=") || XMLReader.isBlank($0) }
    guard let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      return nil
    }
    return String(decoding: rest.dropFirst().prefix { $0 != quote }, as: UTF8.self)
  }

  /// Whether bytes are UTF-8 but for a character that is cut off at their end.
  private static func isUTF8(_ bytes: ArraySlice<UInt8>) -> Bool {
    for length in 0...3 where length < max(bytes.count, 1) {
      if String(validating: bytes.dropLast(length), as: UTF8.self) != nil { return true }
    }
    return false
  }

  // MARK: Decoding

  private static func decoded(_ piece: [UInt8], _ characters: [[UInt8]]) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(piece.count + piece.count / 4)
    for byte in piece {
      if byte < 0x80 { text.append(byte) } else { text += characters[Int(byte)] }
    }
    return text
  }

  private func decodedUTF16(_ piece: [UInt8], _ order: BigEndian) -> [UInt8] {
    let bytes = rest.isEmpty ? piece : rest + piece
    let whole = bytes.count & ~1
    rest = Array(bytes[whole...])
    var text: [UInt8] = []
    text.reserveCapacity(whole / 2 + whole / 8)
    for place in stride(from: 0, to: whole, by: 2) {
      let (first, second) = (UInt16(bytes[place]), UInt16(bytes[place + 1]))
      let unit = order == .yes ? first << 8 | second : second << 8 | first
      if let high = surrogate {
        surrogate = nil
        guard UTF16.isTrailSurrogate(unit) else {
          Self.append(0xFFFD, to: &text)
          append(unit, to: &text)
          continue
        }
        Self.append(0x10000 + (UInt32(high) - 0xD800) << 10 + (UInt32(unit) - 0xDC00), to: &text)
      } else {
        append(unit, to: &text)
      }
    }
    return text
  }

  private func append(_ unit: UInt16, to text: inout [UInt8]) {
    if unit < 0x80 {
      text.append(UInt8(unit))
    } else if UTF16.isLeadSurrogate(unit) {
      surrogate = unit
    } else {
      Self.append(UTF16.isTrailSurrogate(unit) ? 0xFFFD : UInt32(unit), to: &text)
    }
  }

  private static func append(_ value: UInt32, to text: inout [UInt8]) {
    let scalar = Unicode.Scalar(value) ?? "\u{FFFD}"
    text += UTF8.encode(scalar).map(Array.init) ?? []
  }
}
