// What is known to be true of a history, and what was found wrong.

/// The contents that files ever had, and the first fault.
package final class Oracle: @unchecked Sendable {
  package private(set) var failure: String?
  private var files: [String: Held] = [:]
  private unowned let machine: Machine

  /// One file's life.
  private struct Held {
    /// Every content in order, with nil where there was no file, each with the time it came.
    var contents: [(content: [UInt8]?, time: Int64)] = []
    var all: Set<[UInt8]> = []
    var inode: UInt64 = 0
    var version = -1
  }

  package init(watching paths: [String], of machine: Machine) {
    self.machine = machine
    for path in paths { files[path] = Held() }
    machine.diskHasChanged = { [unowned self] in look() }
    look()
  }

  package func fail(_ text: @autoclosure () -> String) {
    guard failure == nil else { return }
    let words = text()
    failure = "at \(machine.now / 1000) us: \(words)"
    machine.remark("FAILURE \(words)")
  }

  /// Notes what the files hold now, if it is another content.
  private func look() {
    for path in files.keys.sorted() {
      let inode = machine.inode(at: path)
      let number = inode?.number ?? 0
      let version = inode?.version ?? -1
      guard var held = files[path] else { continue }
      if held.inode == number, held.version == version, !held.contents.isEmpty { continue }
      held.inode = number
      held.version = version
      let content = inode?.bytes
      if held.contents.isEmpty || held.contents.last?.content != content {
        held.contents.append((content, machine.now))
        if let content { held.all.insert(content) }
      }
      files[path] = held
    }
  }

  /// How many contents there have been; the number of the next one.
  package func count(_ path: String) -> Int { files[path]?.contents.count ?? 0 }

  package func content(_ number: Int, of path: String) -> [UInt8]? {
    files[path]?.contents[number].content
  }

  /// What the file holds now.
  package func truth(_ path: String) -> [UInt8]? { files[path]?.contents.last?.content }

  /// Whether a file ever held this.
  package func hasHeld(_ content: [UInt8], _ path: String) -> Bool {
    files[path]?.all.contains(content) ?? false
  }

  /// Whether it held this at any time from a moment on.
  package func hasHeld(_ content: [UInt8]?, _ path: String, since number: Int) -> Bool {
    guard let contents = files[path]?.contents else { return false }
    return contents[max(0, number)...].contains { $0.content == content }
  }
}
