// The calls that concern files.

internal import CUnitsLinux
internal import Glibc
package import UnitsLinux

extension SimulatedKernel {
  private var disk: Disk { machine.disk }

  package func open(
    _ path: String, in folder: CInt?, flags: CInt, mode: UInt32
  ) throws(SystemError) -> CInt {
    try perform(.open, "open", path) { () throws(Refusal) in
      try allowDescriptor()
      let (entry, inode) = try find(path, folder, flags, mode)
      return try add(OpenFile(entry, inode, flags: flags))
    }
  }

  private func find(
    _ path: String, _ folder: CInt?, _ flags: CInt, _ mode: UInt32
  ) throws(Refusal) -> (Entry?, Inode) {
    let makes = flags & O_CREAT != 0
    let isExclusive = makes && flags & O_EXCL != 0
    let keepsLink = flags & O_NOFOLLOW != 0 || isExclusive
    if makes, path.utf8.count > 1, path.utf8.last == UInt8(ascii: "/") {
      _ = try disk.walk(String(path.dropLast()), in: self.folder(folder), .named, as: user)
      throw Refusal(EISDIR)
    }
    let place = try disk.walk(
      path, in: self.folder(folder), keepsLink ? .kept : .followed, as: user)
    guard let inode = place.inode else {
      guard makes else { throw Refusal(ENOENT) }
      let entry = try disk.make(.file, at: place, mode: mode & 0o7777, as: user)
      return (entry, entry.inode)
    }
    if isExclusive { throw Refusal(EEXIST) }
    if inode.destination != nil {
      throw Refusal(flags & O_DIRECTORY != 0 ? ENOTDIR : ELOOP)
    }
    if makes, inode.isDirectory { throw Refusal(EISDIR) }
    if flags & O_DIRECTORY != 0, !inode.isDirectory { throw Refusal(ENOTDIR) }
    try allowOpening(inode, flags)
    if flags & O_TRUNC != 0 {
      cut(inode)
      place.directory.tell(IN_MODIFY, place.name, inode)
    }
    return (place.entry, inode)
  }

  private func allowOpening(_ inode: Inode, _ flags: CInt) throws(Refusal) {
    let access = flags & O_ACCMODE
    if access != O_RDONLY, inode.isDirectory { throw Refusal(EISDIR) }
    if access != O_WRONLY, !disk.may(.read, inode, user) { throw Refusal(EACCES) }
    if access != O_RDONLY, !disk.may(.write, inode, user) { throw Refusal(EACCES) }
    if inode.isSocket { throw Refusal(ENXIO) }
  }

  private func cut(_ inode: Inode) {
    inode.truncate()
    inode.modified = machine.stamp
    inode.changed = inode.modified
    machine.diskHasChanged?()
  }

  package func read(
    _ file: CInt, appendingTo buffer: inout [UInt8], limit: Int
  ) throws(SystemError) -> Int {
    // The buffer is the caller's alone while others run.
    let found = try perform(.read, "read") { () throws(Refusal) in
      let open = try object(file, OpenFile.self, otherwise: EINVAL)
      if !open.mayRead { throw Refusal(EBADF) }
      if open.inode.isDirectory { throw Refusal(EISDIR) }
      let bytes = open.inode.bytes
      let end = min(bytes.count, open.offset + piece(of: limit))
      let start = min(open.offset, end)
      open.offset = max(open.offset, end)
      return Bytes(bytes[start..<end])
    }
    buffer.append(contentsOf: found.bytes)
    return found.bytes.count
  }

  /// A kernel may do a part only.
  func piece(of count: Int) -> Int {
    guard count > 1, machine.random.happens(perMille: machine.policy.shortTransfers) else {
      return count
    }
    return 1 + machine.random.below(count - 1)
  }

  package func write(
    _ bytes: [UInt8], from offset: Int, to file: CInt
  ) throws(SystemError) -> Int {
    try perform(.write, "write") { () throws(Refusal) in
      let open = try object(file, OpenFile.self, otherwise: EINVAL)
      if !open.mayWrite { throw Refusal(EBADF) }
      if offset == bytes.count { return 0 }
      let count = piece(of: bytes.count - offset)
      let inode = open.inode
      if open.flags & O_APPEND != 0 { open.offset = inode.bytes.count }
      inode.write(bytes[offset..<offset + count], at: open.offset)
      open.offset += count
      inode.modified = machine.stamp
      inode.changed = inode.modified
      machine.diskHasChanged?()
      open.entry?.directory.tell(IN_MODIFY, open.entry?.name, inode)
      return count
    }
  }

  package func synchronize(_ file: CInt, path: String) throws(SystemError) {
    do throws(SystemError) {
      try perform(.synchronize, "fsync", path) { () throws(Refusal) in
        let inode = try self.file(file).inode
        if inode.isDirectory {
          inode.synchronizeNames()
        } else {
          inode.synchronize()
        }
      }
    } catch {
      if error.code == EIO, !isDead, let inode = try? self.file(file).inode, inode.isFile {
        // The kernel tells a failed write once and takes it for done.
        inode.synchronizeByChance(&machine.random)
        inode.hasLostWrites = true
      }
      throw error
    }
  }

  package func truncate(_ file: CInt, path: String) throws(SystemError) {
    try perform(.truncate, "ftruncate", path) { () throws(Refusal) in
      let open = try self.file(file)
      if !open.mayWrite || !open.inode.isFile { throw Refusal(EINVAL) }
      cut(open.inode)
      open.entry?.directory.tell(IN_MODIFY, open.entry?.name, open.inode)
    }
  }

  package func setMode(of file: CInt, to mode: UInt32, path: String) throws(SystemError) {
    try perform(.setMode, "fchmod", path) { () throws(Refusal) in
      let inode = try self.file(file).inode
      if user != 0, user != inode.owner { throw Refusal(EPERM) }
      inode.mode = mode & 0o7777
      inode.changed = machine.stamp
    }
  }

  package func identity(of file: CInt, path: String) throws(SystemError) -> FileIdentity {
    try perform(.identity, "fstat", path) { () throws(Refusal) in
      identity(try self.file(file).inode)
    }
  }

  package func identity(following path: String) throws(SystemError) -> FileIdentity? {
    try identity(path, nil, .followed, "stat")
  }

  package func identity(
    ofLink path: String, in folder: CInt?
  ) throws(SystemError) -> FileIdentity? {
    try identity(path, folder, .kept, "lstat")
  }

  private func identity(
    _ path: String, _ folder: CInt?, _ link: Disk.LastLink, _ operation: String
  ) throws(SystemError) -> FileIdentity? {
    try perform(.identity, operation, path) { () throws(Refusal) in
      do throws(Refusal) {
        return identity(try disk.find(path, in: self.folder(folder), link, as: user))
      } catch {
        if error.code == ENOENT || error.code == ENOTDIR { return nil }
        throw error
      }
    }
  }

  private func identity(_ inode: Inode) -> FileIdentity {
    FileIdentity(
      device: 1, inode: inode.number, size: Int64(inode.size), modified: inode.modified,
      changed: inode.changed, mode: inode.mode | inode.type, owner: inode.owner,
      links: UInt64(inode.links))
  }

  package func lock(_ file: CInt, path: String) throws(SystemError) -> Bool {
    try perform(.lock, "flock", path) { () throws(Refusal) in
      let open = try self.file(file)
      guard open.inode.lockHolder == nil || open.inode.lockHolder === open else { return false }
      open.inode.lockHolder = open
      return true
    }
  }
}

/// Bytes that a trace shows by their number.
struct Bytes: CustomStringConvertible {
  let bytes: ArraySlice<UInt8>
  init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }
  var description: String { "\(bytes.count) bytes" }
}
