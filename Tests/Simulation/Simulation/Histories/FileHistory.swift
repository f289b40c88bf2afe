// Every content that a file ever had.

package import UnitsStore

/// What stood under a path from one moment to the next.
package struct Version: Sendable {
  /// Nil where there was no file.
  package let content: [UInt8]?
  /// What it means; nil where it is damaged.
  package let values: SortedMembers?
  package let time: Int64
  /// The file that it is; 0 for none.
  package let inode: UInt64
  /// The process that brought it about.
  package let author: String
}

/// The life of one path, noted by whoever sees everything.
package final class FileHistory {
  package let path: String
  package private(set) var versions: [Version] = []
  private unowned let machine: Machine
  private var inode: UInt64 = 0
  private var inodeVersion = -1
  private let parse: ([UInt8]) -> SortedMembers?

  package init(_ path: String, of machine: Machine, _ parse: @escaping ([UInt8]) -> SortedMembers?)
  {
    self.path = path
    self.machine = machine
    self.parse = parse
    _ = look()
  }

  /// Notes what stands there now; tells whether that is new.
  package func look() -> Bool {
    let found = machine.inode(at: path)
    let number = found?.number ?? 0
    let version = found?.version ?? -1
    if number == inode, version == inodeVersion, !versions.isEmpty { return false }
    inode = number
    inodeVersion = version
    let content = found?.bytes
    if let last = versions.last, last.content == content { return false }
    versions.append(
      Version(
        content: content, values: content.map { parse($0) } ?? SortedMembers(), time: machine.now,
        inode: number, author: machine.runningProcess))
    return true
  }

  package var last: Int { versions.count - 1 }

  /// The number of the version that stood there at a time.
  package func number(at time: Int64) -> Int {
    var low = 0
    var high = versions.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if versions[middle].time <= time { low = middle } else { high = middle }
    }
    return low
  }

  /// What those may be told who ask from then on: what was there, and what was good before it where
  /// that is damaged or gone.
  package func firstBelievable(at time: Int64) -> Int {
    var number = number(at: time)
    while number > 0, versions[number].content == nil || versions[number].values == nil {
      number -= 1
    }
    return number
  }
}
