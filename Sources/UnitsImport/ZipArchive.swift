// Zip archives, by minizip, which reads their lists of entries and has zlib unpack them.
//
// An archive says of each entry how large it is. That is believed only as a limit: no more is unpacked
// than it says, and an entry of which less comes out, or whose checksum is wrong, is refused.

internal import CUnitsZip

/// An archive that is open for reading.
@safe final class ZipArchive {
  struct Entry {
    /// As the archive has it, with `/` between folders.
    let name: String
    /// When it is unpacked, in bytes.
    let size: UInt64
    fileprivate let isEncrypted: Bool
    fileprivate let position: unz64_file_pos
  }

  let entries: [Entry]
  private let archive: unzFile
  /// Counts what was opened: minizip has one entry open at a time.
  fileprivate var opened = 0

  /// Three of them for each hour of a life; a list that is longer is none of activities.
  private static let entryLimit = 1_000_000

  /// Whether bytes begin as an archive does, one without entries included.
  static func hasSignature(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: [0x50, 0x4B, 3, 4]) || bytes.starts(with: [0x50, 0x4B, 5, 6])
  }

  /// Opens an archive and reads its list.
  init(_ path: String) throws(ActivityFileError) {
    guard let archive = unsafe path.withCString({ unsafe unzOpen64($0) }) else {
      throw ActivityFileError(.file, "zip archive is empty, damaged or cut off")
    }
    unsafe self.archive = unsafe archive
    do throws(ActivityFileError) {
      entries = try unsafe Self.entries(of: archive)
    } catch {
      _ = unsafe unzClose(archive)
      throw error
    }
  }

  deinit { _ = unsafe unzClose(archive) }

  private static func entries(of archive: unzFile) throws(ActivityFileError) -> [Entry] {
    var entries: [Entry] = []
    var status = unsafe unzGoToFirstFile(archive)
    while status == UNZ_OK {
      guard entries.count < entryLimit else {
        throw ActivityFileError(.file, "zip archive of more than \(entryLimit) entries")
      }
      var information = unz_file_info64()
      var position = unz64_file_pos()
      status = unsafe unzGetCurrentFileInfo64(archive, &information, nil, 0, nil, 0, nil, 0)
      guard status == UNZ_OK else { break }
      var bytes = [CChar](repeating: 0, count: Int(information.size_filename) + 1)
      status = unsafe unzGetCurrentFileInfo64(
        archive, nil, &bytes, uLong(bytes.count), nil, 0, nil, 0)
      guard status == UNZ_OK else { break }
      status = unsafe unzGetFilePos64(archive, &position)
      guard status == UNZ_OK else { break }
      let name = String(
        decoding: bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      entries.append(
        Entry(
          name: name, size: information.uncompressed_size,
          isEncrypted: information.flag & encryptedFlag != 0, position: position))
      status = unsafe unzGoToNextFile(archive)
    }
    guard status == UNZ_END_OF_LIST_OF_FILE else {
      throw ActivityFileError(
        .file, "zip archive is damaged: entry \(entries.count + 1) in its list")
    }
    return entries
  }

  private static let encryptedFlag: uLong = 1

  /// An entry's bytes. One that was opened before cannot be read any more.
  func open(_ entry: Entry) throws(ActivityFileError) -> any ByteSource {
    guard !entry.isEncrypted else { throw ActivityFileError(.file, "entry is encrypted") }
    var position = entry.position
    var status = unsafe unzGoToFilePos64(archive, &position)
    if status == UNZ_OK { status = unsafe unzOpenCurrentFile(archive) }
    guard status == UNZ_OK else {
      throw ActivityFileError(.file, "entry is damaged, or packed in a way that is not known")
    }
    opened += 1
    return EntrySource(self, entry, number: opened)
  }

  fileprivate func read() throws(ActivityFileError) -> [UInt8] {
    var status: CInt = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: Piece.size) { room, count in
      status = unsafe unzReadCurrentFile(archive, room.baseAddress, UInt32(room.count))
      count = max(Int(status), 0)
    }
    guard status >= 0 else { throw ActivityFileError(.file, "entry is damaged") }
    return bytes
  }

  /// Ends an entry that was read to its end.
  fileprivate func closeEntry() throws(ActivityFileError) {
    guard unsafe unzCloseCurrentFile(archive) == UNZ_OK else {
      throw ActivityFileError(.file, "entry is damaged: its checksum is wrong")
    }
  }
}

private final class EntrySource: ByteSource {
  private let archive: ZipArchive
  private let number: Int
  /// How much is still to come by what the archive says.
  private var missing: UInt64
  private var isAtEnd = false

  init(_ archive: ZipArchive, _ entry: ZipArchive.Entry, number: Int) {
    self.archive = archive
    self.number = number
    missing = entry.size
  }

  func next() throws(ActivityFileError) -> [UInt8] {
    if isAtEnd { return [] }
    precondition(number == archive.opened, "another entry has been opened")
    let bytes = try archive.read()
    guard bytes.isEmpty else {
      missing -= min(missing, UInt64(bytes.count))
      return bytes
    }
    isAtEnd = true
    guard missing == 0 else { throw ActivityFileError(.file, "entry is cut off") }
    try archive.closeEntry()
    return []
  }
}
