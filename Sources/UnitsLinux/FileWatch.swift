// inotify, as it is: directories in, names that changed out.

internal import CUnitsLinux
internal import Glibc

/// Tells which names in a set of directories were touched.
///
/// Watching may be asked for from any thread; one thread drains. The kernel queues an event before
/// the call that caused it returns, so whoever drains after a change has been made sees it.
package final class FileWatch: Sendable {
  /// One touched name. `name` is nil when the directory itself was moved, deleted or is no longer
  /// watched.
  package struct Event: Equatable, Sendable {
    package let watch: CInt
    package let name: String?
    /// Whether the file was written in its place: it is the same file with another content.
    package let isWrite: Bool

    /// An event as `inotify_event` has it. inotify(7)
    package init(watch: CInt, mask: UInt32, name: String?) {
      self.watch = watch
      self.name = name
      isWrite = mask & (UInt32(IN_CLOSE_WRITE) | UInt32(IN_MODIFY)) != 0
    }
  }

  /// What one look at the queue came to.
  package struct Drained: Equatable, Sendable {
    package var events: [Event] = []
    /// Events were lost: everything that is watched must be checked.
    package var overflowed = false

    package init(events: [Event] = [], overflowed: Bool = false) {
      self.events = events
      self.overflowed = overflowed
    }

    /// Nothing is known of what happened: as after an overflow.
    package static let unknown = Drained(overflowed: true)
  }

  /// What concerns a name: its content written or replaced, itself made, removed, or moved; and the
  /// directory's own end.
  private static let mask =
    UInt32(IN_MASK_ADD) | UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_TO) | UInt32(IN_MOVED_FROM)
    | UInt32(IN_CREATE)
    | UInt32(IN_DELETE) | UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF) | UInt32(IN_ONLYDIR)

  private let inotify: FileDescriptor
  private let kernel: any Kernel

  /// inotify_init1(2)
  package init(on kernel: any Kernel = .linux) throws(SystemError) {
    self.kernel = kernel
    inotify = FileDescriptor(owning: try kernel.makeWatch(), by: kernel)
  }

  /// Readable when there is something to drain.
  package var descriptor: CInt { inotify.number }

  /// Whether each write into a file is told, or only its end.
  package enum Detail: Sendable {
    case ends
    case everyWrite
  }

  /// Watches a directory; the same directory gives the same number again. inotify_add_watch(2)
  package func add(_ directory: String, _ detail: Detail = .ends) throws(SystemError) -> CInt {
    let mask = detail == .ends ? Self.mask : Self.mask | UInt32(IN_MODIFY)
    return try kernel.watch(directory, by: inotify.number, mask: mask)
  }

  /// Stops watching a directory. A watch that the kernel has ended already is no error.
  package func remove(_ watch: CInt) {
    kernel.unwatch(watch, by: inotify.number)
  }

  /// Takes what has happened since the last call, without waiting. read(2)
  package func drain() throws(SystemError) -> Drained {
    try kernel.readEvents(of: inotify.number)
  }

  /// After so many reads (4 MiB of events) somebody makes changes faster than they are looked at:
  /// everything is checked instead, and the loop goes on.
  private static let maximumReads = 4_096

  /// Reads what the kernel has to tell. read(2)
  static func drain(_ inotify: CInt) throws(SystemError) -> Drained {
    var drained = Drained()
    var failure: SystemError?
    // A daemon drains before each read it answers, and mostly there is nothing: no allocation then.
    let isEmpty = unsafe withUnsafeTemporaryAllocation(
      byteCount: Self.bytesPerRead, alignment: 8
    ) { buffer in
      do throws(SystemError) {
        for _ in 0..<Self.maximumReads {
          let count = try systemCall("read") {
            unsafe read(inotify, buffer.baseAddress, buffer.count)
          }
          unsafe Self.decode(Array(buffer[..<count]), into: &drained)
        }
      } catch {
        failure = error
        return true
      }
      return false
    }
    if let failure, failure.code != EAGAIN { throw failure }
    if !isEmpty {
      drained.events = []
      drained.overflowed = true
    }
    return drained
  }

  /// What Swift puts on the stack at most: room for three events with the longest name, for twenty
  /// with usual ones.
  private static let bytesPerRead = 1024

  private static func decode(_ buffer: [UInt8], into drained: inout Drained) {
    let headerSize = MemoryLayout<inotify_event>.size
    var offset = 0
    while offset + headerSize <= buffer.count {
      let header = unsafe buffer.withUnsafeBytes { bytes in
        unsafe bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
      }
      let nameStart = offset + headerSize
      offset = nameStart + Int(header.len)
      if header.mask & UInt32(IN_Q_OVERFLOW) != 0 {
        drained.overflowed = true
        continue
      }
      // The name is padded with NUL bytes.
      let name = buffer[nameStart..<min(offset, buffer.count)].prefix { $0 != 0 }
      drained.events.append(
        Event(
          watch: header.wd, mask: header.mask,
          name: name.isEmpty ? nil : String(decoding: name, as: UTF8.self)))
    }
  }
}
