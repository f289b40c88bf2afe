// The bytes of an archive, read where they are wanted.

internal import Glibc
internal import UnitsLinux

/// A file, or a part of one.
final class ArchiveBytes {
  /// An open file that parts of it share.
  private final class OpenFile {
    let file: FileDescriptor

    init(_ file: consuming FileDescriptor) { self.file = file }
  }

  private let open: OpenFile
  /// Where it begins in the file.
  private let start: Int
  let count: Int

  /// A whole file.
  convenience init(_ path: String) throws(ActivityFileError) {
    do throws(SystemError) {
      let file = try openFile(path, flags: O_RDONLY | O_NONBLOCK | O_NOCTTY)
      let size = try FileIdentity(of: file, path: path).size
      self.init(OpenFile(file), start: 0, count: Int(clamping: size))
    } catch {
      throw ActivityFileError(.file, "\(error.operation): \(error.reason)")
    }
  }

  private init(_ open: OpenFile, start: Int, count: Int) {
    self.open = open
    self.start = start
    self.count = count
  }

  /// A part, which must be there.
  func part(at place: Int, count: Int) -> ArchiveBytes {
    precondition(place >= 0 && count >= 0 && place <= self.count - count, "a part lies within")
    return ArchiveBytes(open, start: start + place, count: count)
  }

  /// So many bytes from a place on, all of which must be there. pread(2)
  func read(at place: Int, count: Int) throws(ActivityFileError) -> [UInt8] {
    precondition(place >= 0 && count >= 0 && place <= self.count - count, "a part lies within")
    var done = 0
    var failure: SystemError?
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { room, written in
      do throws(SystemError) {
        while done < count {
          let size = try systemCall("read") {
            unsafe pread(
              open.file.number, room.baseAddress.map { unsafe $0 + done }, count - done,
              start + place + done)
          }
          if size == 0 { break }
          done += size
        }
      } catch {
        failure = error
      }
      written = done
    }
    if let failure { throw ActivityFileError(.file, failure.description) }
    // Somebody has cut it off meanwhile.
    guard done == count else { throw ActivityFileError(.file, "file is shorter than it was") }
    return bytes
  }
}

extension ArchiveBytes {
  /// What comes of a source, written to a file without a name, which is gone when nobody has it open
  /// any more: an archive within an archive, which is read here and there.
  convenience init(storing source: any ByteSource, limit: Int) throws(ActivityFileError) {
    let source = LimitedSource(source, limit: limit)
    let file = try Self.openNameless()
    var count = 0
    while true {
      let piece = try source.next()
      if piece.isEmpty { break }
      do throws(SystemError) { try file.writeAll(piece, path: Self.folder) } catch {
        throw ActivityFileError(.file, "no room to unpack it: \(error)")
      }
      count += piece.count
    }
    self.init(OpenFile(file), start: 0, count: count)
  }

  /// Where what is large and passing is kept: not in memory, as /tmp often is.
  private static let folder = "/var/tmp"

  /// open(2), O_TMPFILE
  private static func openNameless() throws(ActivityFileError) -> FileDescriptor {
    // The kernel's number of O_TMPFILE, which Swift cannot import.
    let nameless = 0o20_000_000 | O_DIRECTORY
    do throws(SystemError) {
      return try openFile(folder, flags: O_RDWR | nameless, mode: 0o600)
    } catch {
      throw ActivityFileError(.file, "no room to unpack it: \(error)")
    }
  }
}
