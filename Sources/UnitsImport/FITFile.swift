// FIT (Garmin's Flexible and Interoperable Data Transfer protocol): the frame of a file.
//
// A file is a header, messages, and a checksum; several may follow one another. A message is either a
// definition, which says what the messages of one local number look like, or data of that look. Every
// size is checked against what there is before it is used, and nothing is made as large as the file
// says something is.

/// Takes FIT files apart.
enum FITFile {
  /// Whether bytes begin as a FIT file does.
  static func hasSignature(_ bytes: [UInt8]) -> Bool {
    bytes.count >= shortestHeader && Array(bytes[8..<12]) == signature
  }

  /// What is in a file, or in several one behind the other. What stands behind a file that is right
  /// and is none is told.
  static func content(
    of bytes: [UInt8], _ courses: Courses
  ) throws(ActivityFileError) -> ActivityFile.Content {
    var content = ActivityFile.Content()
    var start = 0
    repeat {
      do throws(ActivityFileError) {
        let end = try checkedEnd(of: bytes, from: start)
        let part = try self.content(
          of: FITMessages(bytes, from: start + Int(bytes[start]), to: end - checksumSize), courses)
        content.activities += part.activities
        content.leftOut += part.leftOut
        start = end
      } catch {
        guard start > 0 else { throw error }
        content.leftOut.count(.bytes, bytes.count - start)
        break
      }
    } while start < bytes.count
    return content
  }

  private static func content(
    of messages: FITMessages, _ courses: Courses
  ) throws(ActivityFileError) -> ActivityFile.Content {
    var messages = messages
    var collector = FITActivities()
    while let message = try messages.next() { try collector.take(message) }
    if collector.isCourse, courses == .refused { throw .course }
    return collector.finish()
  }

  /// Where the file that begins at `start` ends, its checksums being right.
  private static func checkedEnd(
    of bytes: [UInt8], from start: Int
  ) throws(ActivityFileError) -> Int {
    func refuse(_ offset: Int, _ reason: String) -> ActivityFileError {
      ActivityFileError(.byte(offset), reason)
    }
    let rest = bytes.count - start
    guard rest >= shortestHeader else { throw refuse(start, "FIT header is cut off") }
    let headerSize = Int(bytes[start])
    guard headerSize >= shortestHeader, Array(bytes[(start + 8)..<(start + 12)]) == signature
    else { throw refuse(start, "not a FIT header") }
    guard bytes[start + 1] >> 4 <= majorVersionLimit else {
      throw refuse(start + 1, "version \(bytes[start + 1] >> 4) of FIT is not known")
    }
    let dataSize = Int(bytes.number(at: start + 4, size: 4, .little))
    guard headerSize + dataSize + checksumSize <= rest else {
      throw refuse(
        bytes.count,
        "FIT file is cut off: \(headerSize + dataSize + checksumSize - rest) bytes are missing")
    }
    // Zero says that there is none.
    if headerSize >= longHeaderSize {
      let stored = UInt16(bytes.number(at: start + 12, size: 2, .little))
      if stored != 0, stored != FITChecksum.of(bytes[start..<(start + 12)]) {
        throw refuse(start + 12, "checksum of the FIT header is wrong")
      }
    }
    let dataEnd = start + headerSize + dataSize
    let stored = UInt16(bytes.number(at: dataEnd, size: 2, .little))
    guard stored == FITChecksum.of(bytes[start..<dataEnd]) else {
      throw refuse(dataEnd, "checksum of the FIT file is wrong")
    }
    return dataEnd + checksumSize
  }

  private static let signature = Array(".FIT".utf8)
  static let shortestHeader = 12
  /// With a checksum of its own.
  private static let longHeaderSize = 14
  private static let checksumSize = 2
  private static let majorVersionLimit = 2
}

/// The checksum of FIT: CRC-16 with the polynomial 0x8005, reflected, from zero.
enum FITChecksum {
  static func of(_ bytes: some Sequence<UInt8>) -> UInt16 {
    bytes.reduce(0) { sum, byte in
      sum >> 8 ^ table[Int(UInt8(truncatingIfNeeded: sum) ^ byte)]
    }
  }

  private static let table: [UInt16] = (0..<256).map { byte in
    (0..<8).reduce(UInt16(byte)) { sum, _ in sum & 1 == 1 ? sum >> 1 ^ 0xA001 : sum >> 1 }
  }
}

extension [UInt8] {
  enum ByteOrder {
    case little
    case big
  }

  /// The number in so many bytes, which must be there.
  func number(at place: Int, size: Int, _ order: ByteOrder) -> UInt64 {
    let bytes = self[place..<(place + size)]
    return switch order {
    case .big: bytes.reduce(0) { $0 << 8 | UInt64($1) }
    case .little: bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
  }
}
