// What is on the disk after a power cut.

extension Disk {
  /// Makes all durable that there is.
  func synchronizeAll() {
    for inode in all { inode.isDirectory ? inode.synchronizeNames() : inode.synchronize() }
  }

  /// Keeps what was made durable, and a part of the rest. Files that were open are no longer.
  func losePower(_ random: inout Randomness) {
    var seen: Set<UInt64> = []
    restore(root, &seen, &random)
    count(root)
  }

  private func restore(_ inode: Inode, _ seen: inout Set<UInt64>, _ random: inout Randomness) {
    inode.links = 0
    guard seen.insert(inode.number).inserted else { return }
    inode.openings = 0
    inode.marks = []
    inode.lockHolder = nil
    if inode.isFile {
      inode.synchronizeByChance(&random)
      inode.bytes = inode.durable
      inode.hasLostWrites = false
      inode.version += 1
    }
    guard inode.isDirectory else { return }
    inode.synchronizeNamesByChance(&random)
    inode.names = [:]
    // Sorted: the order decides what the generator gives to whom.
    for name in inode.durableNames.keys.sorted() {
      guard let child = inode.durableNames[name] else { continue }
      restore(child, &seen, &random)
      inode.names[name] = Entry(name, in: inode, child)
    }
  }

  /// Counts the names again.
  private func count(_ directory: Inode) {
    directory.links += 2
    for entry in directory.names.values {
      if entry.inode.isDirectory {
        entry.inode.entry = entry
        directory.links += 1
        count(entry.inode)
      } else {
        entry.inode.links += 1
      }
    }
  }
}
