// What a name on the simulated disk leads to.

internal import Glibc

/// A file, directory, symbolic link or socket.
final class Inode {
  enum Content {
    case file
    case directory
    case link(String)
    case socket
  }

  let number: UInt64
  let content: Content
  /// The permissions, without the type.
  var mode: UInt32
  let owner: UInt32
  var modified: Int64
  var changed: Int64
  /// How many names lead here; a directory's are its own, its `.` and each `..` below it.
  var links = 0
  /// How many open descriptions lead here.
  var openings = 0
  /// How many of these may write, and when the last such one was closed.
  var writers = 0
  var lastClose: Int64 = 0
  /// Rises with each change of the bytes.
  var version = 0

  // A file
  var bytes: [UInt8] = []
  var durable: [UInt8] = []
  var unsynced: [Write] = []
  /// Whether writes were lost by a failed fsync: what is durable is no longer what was written.
  var hasLostWrites = false
  /// Who holds the lock.
  var lockHolder: OpenFile?

  // A directory
  var names: [String: Entry] = [:]
  var durableNames: [String: Inode] = [:]
  var unsyncedNames: [[(name: String, inode: Inode?)]] = []
  /// The directory's own name; nil for the root.
  var entry: Entry?
  var marks: [Mark] = []

  /// Who listens at a socket.
  weak var listener: Listener?

  enum Write {
    case bytes([UInt8], at: Int)
    case truncation
  }

  init(number: UInt64, _ content: Content, mode: UInt32, owner: UInt32, stamp: Int64) {
    self.number = number
    self.content = content
    self.mode = mode
    self.owner = owner
    modified = stamp
    changed = stamp
  }

  var isDirectory: Bool { if case .directory = content { true } else { false } }
  var isFile: Bool { if case .file = content { true } else { false } }
  var isSocket: Bool { if case .socket = content { true } else { false } }
  var destination: String? { if case .link(let destination) = content { destination } else { nil } }

  /// The bits that tell what it is, inode(7).
  var type: UInt32 {
    switch content {
    case .file: S_IFREG
    case .directory: S_IFDIR
    case .link: S_IFLNK
    case .socket: S_IFSOCK
    }
  }

  var size: Int {
    switch content {
    case .file: bytes.count
    case .directory: 4096
    case .link(let destination): destination.utf8.count
    case .socket: 0
    }
  }

  // MARK: Bytes

  func write(_ added: ArraySlice<UInt8>, at offset: Int) {
    Self.write(added, at: offset, to: &bytes)
    unsynced.append(.bytes(Array(added), at: offset))
    version += 1
  }

  func truncate() {
    bytes = []
    unsynced.append(.truncation)
    version += 1
  }

  private static func write(_ added: ArraySlice<UInt8>, at offset: Int, to bytes: inout [UInt8]) {
    if bytes.count < offset {
      bytes.append(contentsOf: repeatElement(0, count: offset - bytes.count))
    }
    bytes.replaceSubrange(offset..<min(bytes.count, offset + added.count), with: added)
  }

  /// Makes all that was written durable.
  func synchronize() {
    if hasLostWrites {
      for write in unsynced { Self.apply(write, added: nil, to: &durable) }
    } else {
      durable = bytes
    }
    unsynced = []
  }

  /// A part of what was written and not synced becomes durable, the rest never.
  func synchronizeByChance(_ random: inout Randomness) {
    for write in unsynced {
      switch random.below(4) {
      case 0: continue
      case 1:
        // Torn: blocks are written whole, and the last one may be short.
        guard case .bytes(let added, _) = write, added.count > 1 else { continue }
        Self.apply(write, added: random.below(added.count), to: &durable)
      default: Self.apply(write, added: nil, to: &durable)
      }
    }
    unsynced = []
  }

  private static func apply(_ write: Write, added limit: Int?, to bytes: inout [UInt8]) {
    switch write {
    case .truncation: bytes = []
    case .bytes(let added, let offset):
      Self.write(added[..<(limit ?? added.count)], at: offset, to: &bytes)
    }
  }

  // MARK: Names

  func synchronizeNames() {
    for change in unsyncedNames { applyDurably(change) }
    unsyncedNames = []
  }

  /// Each change is there or is not: file systems make one of them in one go. Mostly those that came
  /// first are there, as in a journal.
  func synchronizeNamesByChance(_ random: inout Randomness) {
    let isJournal = random.happens(perMille: 700)
    let kept = random.below(unsyncedNames.count + 1)
    for (index, change) in unsyncedNames.enumerated() {
      if isJournal ? index < kept : random.happens(perMille: 500) { applyDurably(change) }
    }
    unsyncedNames = []
  }

  private func applyDurably(_ change: [(name: String, inode: Inode?)]) {
    for (name, inode) in change { durableNames[name] = inode }
  }
}

/// A name in a directory. It goes along when it is renamed, so that an open file is told under the name
/// that it has now; when it is taken away it keeps its last one.
final class Entry {
  var directory: Inode
  var name: String
  let inode: Inode

  init(_ name: String, in directory: Inode, _ inode: Inode) {
    self.name = name
    self.directory = directory
    self.inode = inode
  }
}
