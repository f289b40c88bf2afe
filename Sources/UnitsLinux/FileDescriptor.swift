// A descriptor with one owner, closed when the owner goes.

internal import CUnitsLinux
internal import Glibc

/// An open file, socket or kernel object that belongs to one place and closes itself there.
///
/// Errors of `close` are not reported: what must be durable was fsynced before.
package struct FileDescriptor: ~Copyable, Sendable {
  /// The number to hand to a system call; never to be closed by it.
  package let number: CInt
  private let kernel: any Kernel
  private var isReleased = false

  /// Takes over a descriptor that nobody else will close. close(2)
  package init(owning number: CInt, by kernel: any Kernel = .linux) {
    self.number = number
    self.kernel = kernel
  }

  deinit {
    if !isReleased { kernel.close(number) }
  }

  /// Gives the number away: it is no longer closed here.
  package consuming func release() -> CInt {
    let number = self.number
    // A value with a reference in it cannot be discarded, so its end is not to close anything.
    isReleased = true
    return number
  }

  /// Reads at most `limit` bytes and appends them. Returns how many, 0 at the end. read(2)
  package func read(appendingTo buffer: inout [UInt8], limit: Int) throws(SystemError) -> Int {
    try kernel.read(number, appendingTo: &buffer, limit: limit)
  }

  /// Reads to the end of the file, throwing `EFBIG` past `limit` bytes. read(2)
  package func readToEnd(path: String, limit: Int) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    while true {
      if bytes.count > limit { throw SystemError(operation: "read", path: path, code: EFBIG) }
      let count: Int
      do throws(SystemError) {
        count = try kernel.read(number, appendingTo: &bytes, limit: min(limit + 1, 65_536))
      } catch {
        throw SystemError(operation: "read", path: path, code: error.code)
      }
      if count == 0 { return bytes }
    }
  }

  /// Writes every byte, however often the kernel takes only a part. write(2)
  package func writeAll(_ bytes: [UInt8], path: String? = nil) throws(SystemError) {
    var offset = 0
    do throws(SystemError) {
      while offset < bytes.count {
        offset += try kernel.write(bytes, from: offset, to: number)
      }
    } catch {
      throw SystemError(operation: error.operation, path: path, code: error.code)
    }
  }
}

/// Reads once from a descriptor that stays somebody else's. read(2)
package func readBytes(
  _ number: CInt, appendingTo buffer: inout [UInt8], limit: Int
) throws(SystemError) -> Int {
  let start = buffer.count
  try buffer.append(addingCapacity: limit) { (output) throws(SystemError) in
    try unsafe output.withUnsafeMutableBufferPointer { (room, count) throws(SystemError) in
      count = try systemCall("read") { unsafe read(number, room.baseAddress, limit) }
    }
  }
  return buffer.count - start
}

/// Opens a file. open(2)
package func openFile(
  _ path: String, flags: CInt, mode: UInt32 = 0
) throws(SystemError) -> FileDescriptor {
  FileDescriptor(
    owning: try systemCall("open", path) {
      unsafe FileName.withName(path) { unsafe open($0, flags | O_CLOEXEC, mode) }
    })
}

/// Gives a file another name in the same file system, which nothing may have. rename(2)
package func renameFile(_ path: String, to name: String) throws(SystemError) {
  try systemCall("rename", path) {
    unsafe FileName.withName(path) { old in
      unsafe FileName.withName(name) { unsafe rename(old, $0) }
    }
  }
}

/// Removes a name. unlink(2)
package func removeFile(_ path: String) throws(SystemError) {
  try systemCall("unlink", path) { unsafe FileName.withName(path) { unsafe unlink($0) } }
}
