// Zip archives (PKWARE's APPNOTE), larger than 4 GiB included; zlib unpacks their entries.
//
// An archive says of each entry where it is and how large. That is believed only as a limit: an entry
// lies within the archive and upon no other, no more is unpacked than it says, and one of which less
// comes out, or whose checksum is wrong, is refused.

/// An archive that is open for reading.
final class ZipArchive {
  struct Entry {
    /// As the archive has it, with `/` between folders.
    let name: String
    /// When it is unpacked, in bytes.
    let size: UInt64
    /// As it lies in the archive.
    let packedSize: UInt64
    let method: UInt16
    let flags: UInt16
    let checksum: UInt32
    /// Where its own header is.
    let place: UInt64
  }

  let entries: [Entry]
  private let bytes: ArchiveBytes

  /// Whether bytes begin as an archive does, one without entries included.
  static func hasSignature(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: [0x50, 0x4B, 3, 4]) || bytes.starts(with: [0x50, 0x4B, 5, 6])
  }

  /// Reads an archive's list of entries.
  init(_ bytes: ArchiveBytes) throws(ActivityFileError) {
    self.bytes = bytes
    entries = try ZipDirectory.entries(of: bytes)
  }

  /// An entry's bytes.
  func open(_ entry: Entry) throws(ActivityFileError) -> any ByteSource {
    let packed = try packed(entry)
    switch entry.method {
    case Method.stored: return ZipEntrySource(entry, packed, inflater: nil)
    case Method.deflated: return ZipEntrySource(entry, packed, inflater: Inflater(.none))
    default:
      throw ActivityFileError(
        .file,
        "entry is packed by \(Method.name(entry.method)), and only what deflate packs is read")
    }
  }

  /// The bytes of an entry that is an archive itself, with its checksum looked at.
  func archive(in entry: Entry) throws(ActivityFileError) -> ArchiveBytes {
    let source = try open(entry)
    guard entry.method == Method.stored else {
      return try ArchiveBytes(storing: source, limit: Self.innerLimit)
    }
    while !(try source.next().isEmpty) {}
    return try packed(entry)
  }

  /// Sixteen times what services make of one part.
  private static let innerLimit = 32 << 30

  /// An entry as it lies in the archive.
  private func packed(_ entry: Entry) throws(ActivityFileError) -> ArchiveBytes {
    guard entry.flags & Flag.encrypted == 0 else {
      throw ActivityFileError(.file, "entry is encrypted")
    }
    let damaged = ActivityFileError(.file, "entry is damaged: its header")
    guard let place = Int(exactly: entry.place), let size = Int(exactly: entry.packedSize),
      place <= bytes.count - Self.headerSize
    else { throw damaged }
    let header = try bytes.read(at: place, count: Self.headerSize)
    guard header.starts(with: [0x50, 0x4B, 3, 4]) else { throw damaged }
    let names =
      Int(header.number(at: 26, size: 2, .little)) + Int(header.number(at: 28, size: 2, .little))
    let start = place + Self.headerSize + names
    guard start <= bytes.count, size <= bytes.count - start else {
      throw ActivityFileError(.file, "entry is cut off")
    }
    return bytes.part(at: start, count: size)
  }

  /// Of an entry's own header, without its name and what else stands behind it.
  static let headerSize = 30

  private enum Flag {
    static let encrypted: UInt16 = 1
  }

  private enum Method {
    static let stored: UInt16 = 0
    static let deflated: UInt16 = 8

    /// What people call it.
    static func name(_ number: UInt16) -> String {
      switch number {
      case 1: "Shrink"
      case 2...5: "Reduce"
      case 6: "Implode"
      case 9: "Deflate64"
      case 12: "bzip2"
      case 14: "LZMA"
      case 93: "Zstandard"
      case 95: "xz"
      case 98: "PPMd"
      case 99: "AES encryption"
      default: "method \(number)"
      }
    }
  }
}

/// The bytes of one entry, unpacked.
private final class ZipEntrySource: ByteSource {
  private let packed: ArchiveBytes
  /// None for one that is not packed.
  private let inflater: Inflater?
  private let expected: UInt32
  private var place = 0
  private var input: ArraySlice<UInt8> = []
  /// How much is still to come by what the archive says.
  private var missing: UInt64
  private var sum: UInt32 = 0
  private var isPackingOver = false
  private var isAtEnd = false

  init(_ entry: ZipArchive.Entry, _ packed: ArchiveBytes, inflater: Inflater?) {
    self.packed = packed
    self.inflater = inflater
    expected = entry.checksum
    missing = entry.size
  }

  func next() throws(ActivityFileError) -> [UInt8] {
    if isAtEnd { return [] }
    let piece = try unpack()
    guard piece.isEmpty else {
      guard UInt64(piece.count) <= missing else {
        throw ActivityFileError(.file, "entry is longer than the archive says")
      }
      missing -= UInt64(piece.count)
      sum = Checksum.adding(piece, to: sum)
      return piece
    }
    isAtEnd = true
    guard missing == 0 else { throw ActivityFileError(.file, "entry is cut off") }
    guard sum == expected else {
      throw ActivityFileError(.file, "entry is damaged: its checksum is wrong")
    }
    return []
  }

  private func unpack() throws(ActivityFileError) -> [UInt8] {
    guard let inflater else { return try read() }
    while !isPackingOver {
      if input.isEmpty { input = try read()[...] }
      guard !input.isEmpty else { throw ActivityFileError(.file, "entry is cut off") }
      do throws(Inflater.Damage) {
        let step = try inflater.inflate(input)
        input = input.dropFirst(step.taken)
        isPackingOver = step.isAtEnd
        if !step.output.isEmpty { return step.output }
      } catch {
        throw ActivityFileError(.file, "entry is damaged\(error.word)")
      }
    }
    return []
  }

  private func read() throws(ActivityFileError) -> [UInt8] {
    let piece = try packed.read(at: place, count: min(Piece.size, packed.count - place))
    place += piece.count
    return piece
  }
}
