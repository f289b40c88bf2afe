// The list of entries at the end of a zip archive.

/// Reads the list.
enum ZipDirectory {
  /// Three entries for each hour of a life; a list that is longer is none of activities.
  private static let entryLimit = 1_000_000
  /// As much as so many entries with long names have.
  private static let sizeLimit = 256 << 20

  /// Where the list is, by the record at the archive's end.
  private struct Location {
    let start: Int
    let size: Int
    /// What stands before the archive in its file, and that no place in it counts.
    let shift: Int
  }

  /// The entries in the order of the list, none of which lies upon another.
  static func entries(of bytes: ArchiveBytes) throws(ActivityFileError) -> [ZipArchive.Entry] {
    let location = try location(in: bytes)
    let list = try bytes.read(at: location.start, count: location.size)
    var entries: [ZipArchive.Entry] = []
    var place = 0
    while place < list.count {
      guard entries.count < entryLimit else {
        throw ActivityFileError(.file, "zip archive of more than \(entryLimit) entries")
      }
      guard let entry = entry(in: list, at: &place, shift: location.shift) else {
        throw ActivityFileError(
          .file, "zip archive is damaged: entry \(entries.count + 1) in its list")
      }
      entries.append(entry)
    }
    guard !entries.isEmpty else { throw Self.empty }
    try checkOrder(of: entries, before: location.start)
    return entries
  }

  private static let empty = ActivityFileError(.file, "zip archive is empty, damaged or cut off")

  /// Nothing is unpacked twice: archives whose entries share their bytes are made to harm.
  private static func checkOrder(
    of entries: [ZipArchive.Entry], before end: Int
  ) throws(ActivityFileError) {
    var free: UInt64 = 0
    for entry in entries.sorted(by: { $0.place < $1.place }) {
      let (behind, overflow) = entry.place.addingReportingOverflow(
        UInt64(ZipArchive.headerSize) &+ min(entry.packedSize, .max >> 1))
      guard entry.place >= free, !overflow, behind <= UInt64(end) else {
        throw ActivityFileError(.file, "zip archive is damaged: its entries lie upon each other")
      }
      free = behind
    }
  }

  // MARK: The end of the archive

  private static let endSize = 22
  private static let commentLimit = 0xFFFF
  private static let largeLocatorSize = 20
  private static let largeEndSize = 56

  private static func location(in bytes: ArchiveBytes) throws(ActivityFileError) -> Location {
    guard bytes.count >= endSize else { throw empty }
    let tailStart = max(0, bytes.count - endSize - commentLimit)
    let tail = try bytes.read(at: tailStart, count: bytes.count - tailStart)
    // The last one whose comment fits behind it.
    var place = tail.count - endSize
    while place >= 0 {
      if tail[place...].starts(with: [0x50, 0x4B, 5, 6]),
        place + endSize + Int(tail.number(at: place + 20, size: 2, .little)) <= tail.count
      {
        break
      }
      place -= 1
    }
    guard place >= 0 else { throw empty }
    let size = tail.number(at: place + 12, size: 4, .little)
    let start = tail.number(at: place + 16, size: 4, .little)
    let end = tailStart + place
    if let large = try largeLocation(in: bytes, end: end) { return large }
    return try checked(start: start, size: size, end: end)
  }

  /// What archives past 4 GiB, or of more than 65,535 entries, have besides; nil where there is none.
  private static func largeLocation(
    in bytes: ArchiveBytes, end: Int
  ) throws(ActivityFileError) -> Location? {
    guard end >= largeLocatorSize + largeEndSize else { return nil }
    let locator = try bytes.read(at: end - largeLocatorSize, count: largeLocatorSize)
    guard locator.starts(with: [0x50, 0x4B, 6, 7]) else { return nil }
    // It stands right before its locator, whatever stands before the archive; some have more in it.
    var places = [end - largeLocatorSize - largeEndSize]
    if let told = Int(exactly: locator.number(at: 8, size: 8, .little)) { places.append(told) }
    for place in places where place >= 0 && place <= end - largeLocatorSize - largeEndSize {
      let record = try bytes.read(at: place, count: largeEndSize)
      guard record.starts(with: [0x50, 0x4B, 6, 6]) else { continue }
      return try checked(
        start: record.number(at: 48, size: 8, .little),
        size: record.number(at: 40, size: 8, .little), end: place)
    }
    throw empty
  }

  private static func checked(
    start: UInt64, size: UInt64, end: Int
  ) throws(ActivityFileError) -> Location {
    guard size <= UInt64(end), start <= UInt64(end) - size else { throw empty }
    guard size <= UInt64(sizeLimit) else {
      throw ActivityFileError(.file, "zip archive with a list of more than \(sizeLimit >> 20) MiB")
    }
    // Where something stands before the archive, its places count from its own beginning.
    let own = end - Int(size)
    return Location(start: own, size: Int(size), shift: own - Int(start))
  }

  // MARK: An entry of the list

  private static let entrySize = 46

  /// The entry at a place, which is moved behind it; nil if it is none.
  private static func entry(
    in list: [UInt8], at place: inout Int, shift: Int
  ) -> ZipArchive.Entry? {
    let start = place
    guard list.count - start >= entrySize, list[start...].starts(with: [0x50, 0x4B, 1, 2]) else {
      return nil
    }
    func short(_ offset: Int) -> Int { Int(list.number(at: start + offset, size: 2, .little)) }
    func long(_ offset: Int) -> UInt64 { list.number(at: start + offset, size: 4, .little) }
    let (nameSize, extraSize, commentSize) = (short(28), short(30), short(32))
    let end = start + entrySize + nameSize + extraSize + commentSize
    guard end <= list.count else { return nil }
    let name = list[(start + entrySize)..<(start + entrySize + nameSize)]
    let extra = list[(start + entrySize + nameSize)..<(start + entrySize + nameSize + extraSize)]
    var numbers = LargeNumbers(extra)
    // In this order, each only where the short field has no room for it.
    guard let size = numbers.replacing(long(24)), let packedSize = numbers.replacing(long(20)),
      let offset = numbers.replacing(long(42))
    else { return nil }
    let (real, overflow) = offset.addingReportingOverflow(UInt64(shift))
    guard !overflow else { return nil }
    place = end
    return ZipArchive.Entry(
      name: String(decoding: name.prefix { $0 != 0 }, as: UTF8.self), size: size,
      packedSize: packedSize, method: UInt16(short(10)), flags: UInt16(short(8)),
      checksum: UInt32(long(16)), place: real)
  }

  /// The extra field of an entry with its numbers past 32 bits.
  private struct LargeNumbers {
    private var rest: ArraySlice<UInt8> = []

    init(_ extra: ArraySlice<UInt8>) {
      var extra = extra
      while extra.count >= 4 {
        let head = Array(extra.prefix(4))
        let size = Int(head.number(at: 2, size: 2, .little))
        guard size <= extra.count - 4 else { return }
        if head[0] == 1, head[1] == 0 {
          rest = extra.dropFirst(4).prefix(size)
          return
        }
        extra = extra.dropFirst(4 + size)
      }
    }

    /// The number, or the next of the extra field where it says that it stands there; nil if it does
    /// not.
    mutating func replacing(_ number: UInt64) -> UInt64? {
      guard number == 0xFFFF_FFFF else { return number }
      guard rest.count >= 8 else { return nil }
      defer { rest = rest.dropFirst(8) }
      return Array(rest.prefix(8)).number(at: 0, size: 8, .little)
    }
  }
}
