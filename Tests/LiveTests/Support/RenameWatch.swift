import CUnitsLinux
import Foundation

/// Counts how often a name in a folder was replaced by a rename.
///
/// The kernel queues an event for each rename before rename(2) returns, whoever calls it. Equal
/// neighbours in the queue are merged, but each rename queues a pair, MOVED_FROM the temporary name
/// and MOVED_TO the final one, so no two neighbours are equal. An overflow is told.
final class RenameWatch {
  private let descriptor: CInt

  init(folder: String) {
    descriptor = inotify_init1(CInt(IN_CLOEXEC) | CInt(IN_NONBLOCK))
    let watch = inotify_add_watch(descriptor, folder, UInt32(IN_MOVED_FROM) | UInt32(IN_MOVED_TO))
    precondition(watch >= 0, "inotify_add_watch \(folder): \(String(cString: strerror(errno)))")
  }

  deinit { close(descriptor) }

  /// The renames onto `name` since the last call; nil if events were lost.
  func renames(onto name: String) -> Int? {
    var count = 0
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while case let length = read(descriptor, &chunk, chunk.count), length > 0 {
      chunk.withUnsafeBytes { bytes in
        var offset = 0
        while offset < length {
          let event = bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
          let start = offset + MemoryLayout<inotify_event>.size
          let text = bytes[start..<(start + Int(event.len))].prefix { $0 != 0 }
          if event.mask & UInt32(IN_Q_OVERFLOW) != 0 {
            count = -1_000_000
          } else if event.mask & UInt32(IN_MOVED_TO) != 0,
            String(decoding: text, as: UTF8.self) == name
          {
            count += 1
          }
          offset = start + Int(event.len)
        }
      }
    }
    return count < 0 ? nil : count
  }
}
