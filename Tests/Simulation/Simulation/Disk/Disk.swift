// A disk of names, files, links and sockets, that forgets what was not made durable.

internal import CUnitsLinux
internal import Glibc
internal import UnitsLinux

/// The disk. Its calls tell watchers what they did before they return, as the kernel does.
package final class Disk {
  let root: Inode
  private unowned let machine: Machine
  var parsed: [String: Parsed] = [:]
  private var nextInode: UInt64 = 2
  private(set) var all: [Inode] = []

  init(machine: Machine) {
    self.machine = machine
    root = Inode(number: 1, .directory, mode: 0o755, owner: 0, stamp: 0)
    root.links = 2
    all = [root]
  }

  /// Names and directories hold each other: they are let go of here.
  func tearDown() {
    for inode in all {
      inode.names = [:]
      inode.durableNames = [:]
      inode.unsyncedNames = []
      inode.entry = nil
      inode.marks = []
      inode.lockHolder = nil
    }
    all = []
  }

  private var stamp: Int64 { machine.stamp }

  // MARK: Making and removing names

  /// Makes something new under a free name.
  func make(
    _ content: Inode.Content, at place: Place, mode: UInt32, as user: UInt32,
    owner: UInt32? = nil
  ) throws(Refusal) -> Entry {
    guard place.inode == nil else { throw Refusal(EEXIST) }
    if place.wantsDirectory, case .directory = content {
    } else if place.wantsDirectory {
      throw Refusal(ENOENT)
    }
    try allowChange(of: place.directory, user)
    nextInode += 1
    let inode = Inode(number: nextInode, content, mode: mode, owner: owner ?? user, stamp: stamp)
    all.append(inode)
    let entry = add(place.name, to: place.directory, inode)
    log(place.directory, [(place.name, inode)])
    place.directory.tell(IN_CREATE, place.name, inode)
    return entry
  }

  /// Gives what stands under a path another name.
  func link(_ inode: Inode, at place: Place, as user: UInt32) throws(Refusal) {
    if place.inode != nil { throw Refusal(EEXIST) }
    if place.wantsDirectory { throw Refusal(ENOENT) }
    if inode.isDirectory { throw Refusal(EPERM) }
    try allowChange(of: place.directory, user)
    _ = add(place.name, to: place.directory, inode)
    inode.changed = stamp
    log(place.directory, [(place.name, inode)])
    place.directory.tell(IN_CREATE, place.name, inode)
  }

  /// Takes a name away.
  func unlink(_ place: Place, as user: UInt32) throws(Refusal) {
    guard let entry = place.entry else { throw Refusal(ENOENT) }
    try allowChange(of: place.directory, user)
    if entry.inode.isDirectory { throw Refusal(EISDIR) }
    if place.wantsDirectory { throw Refusal(ENOTDIR) }
    drop(entry)
    log(place.directory, [(place.name, nil)])
    entry.inode.changed = stamp
    place.directory.tell(IN_DELETE, place.name, entry.inode)
    endIfUnused(entry.inode)
  }

  /// Removes an empty directory.
  func removeDirectory(_ place: Place, as user: UInt32) throws(Refusal) {
    guard let entry = place.entry else {
      throw Refusal(place.inode === root ? EBUSY : ENOENT)
    }
    try allowChange(of: place.directory, user)
    guard entry.inode.isDirectory else { throw Refusal(ENOTDIR) }
    guard entry.inode.names.isEmpty else { throw Refusal(ENOTEMPTY) }
    drop(entry)
    log(entry.directory, [(entry.name, nil)])
    entry.inode.changed = stamp
    // Its own watchers hear of it first, unless it is open.
    endIfUnused(entry.inode)
    entry.directory.tell(IN_DELETE, entry.name, entry.inode)
  }

  private func allowChange(of directory: Inode, _ user: UInt32) throws(Refusal) {
    guard may(.write, directory, user), may(.search, directory, user) else {
      throw Refusal(EACCES)
    }
    // One that has been removed.
    if directory.links == 0 { throw Refusal(ENOENT) }
  }

  private func add(_ name: String, to directory: Inode, _ inode: Inode) -> Entry {
    let entry = Entry(name, in: directory, inode)
    directory.names[name] = entry
    inode.links += 1
    if inode.isDirectory {
      inode.links += 1
      inode.entry = entry
      directory.links += 1
    }
    touch(directory)
    return entry
  }

  /// The entry keeps its name, as an open file's does.
  private func drop(_ entry: Entry) {
    entry.directory.names[entry.name] = nil
    entry.inode.links -= 1
    if entry.inode.isDirectory {
      entry.inode.links = 0
      entry.directory.links -= 1
    }
    touch(entry.directory)
  }

  /// What has neither a name nor an opening is gone.
  func endIfUnused(_ inode: Inode) {
    guard inode.links == 0, inode.openings == 0 else { return }
    for mark in inode.marks { mark.end() }
    inode.marks = []
  }

  private func touch(_ inode: Inode) {
    inode.modified = stamp
    inode.changed = inode.modified
  }

  private func log(_ directory: Inode, _ change: [(name: String, inode: Inode?)]) {
    directory.unsyncedNames.append(change)
    machine.diskHasChanged?()
  }

  // MARK: Renaming

  /// Renames within one directory. renameat2(2)
  func rename(_ old: Place, to new: Place, _ kind: Renaming, as user: UInt32) throws(Refusal) {
    guard let entry = old.entry else { throw Refusal(ENOENT) }
    if kind == .refuse, new.entry != nil { throw Refusal(EEXIST) }
    if kind == .exchange, new.entry == nil { throw Refusal(ENOENT) }
    if entry.inode === new.inode { return }
    try allowChange(of: old.directory, user)
    guard let other = new.entry else { return move(entry, to: new.name) }
    if kind == .exchange { return exchange(entry, other) }
    switch (entry.inode.isDirectory, other.inode.isDirectory) {
    case (true, false): throw Refusal(ENOTDIR)
    case (false, true): throw Refusal(EISDIR)
    case (true, true): if !other.inode.names.isEmpty { throw Refusal(ENOTEMPTY) }
    case (false, false): break
    }
    move(entry, to: new.name)
  }

  private func exchange(_ one: Entry, _ other: Entry) {
    let directory = one.directory
    let (first, second) = (one.name, other.name)
    (one.name, other.name) = (second, first)
    directory.names[second] = one
    directory.names[first] = other
    one.inode.changed = stamp
    other.inode.changed = stamp
    touch(directory)
    log(directory, [(second, one.inode), (first, other.inode)])
    tellOfMove(one, from: first)
    tellOfMove(other, from: second)
  }

  private func move(_ entry: Entry, to name: String) {
    let directory = entry.directory
    let old = entry.name
    let victim = directory.names[name]
    if let victim {
      drop(victim)
      victim.inode.changed = stamp
    }
    directory.names[old] = nil
    directory.names[name] = entry
    entry.name = name
    entry.inode.changed = stamp
    touch(directory)
    log(directory, [(old, nil), (name, entry.inode)])
    tellOfMove(entry, from: old)
    if let victim { endIfUnused(victim.inode) }
  }

  private func tellOfMove(_ entry: Entry, from old: String) {
    entry.directory.tell(IN_MOVED_FROM, old, entry.inode)
    entry.directory.tell(IN_MOVED_TO, entry.name, entry.inode)
    entry.inode.tell(IN_MOVE_SELF, nil, entry.inode)
  }
}

extension Disk {
  /// Whether something with this number has a name or is open.
  func hasInode(_ number: UInt64) -> Bool {
    all.contains { $0.number == number && ($0.links > 0 || $0.openings > 0) }
  }
}
