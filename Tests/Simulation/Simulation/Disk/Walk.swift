// How a path is walked.

internal import Glibc

/// A call that the machine refuses, with its `errno` value.
struct Refusal: Error {
  let code: CInt
  init(_ code: CInt) { self.code = code }
}

extension Disk {
  /// Where a path has led: a name in a directory, with what stands there.
  struct Place {
    let directory: Inode
    /// Empty where the path leads to the directory itself.
    let name: String
    let entry: Entry?
    /// What the path leads to; nil if nothing has the name.
    let inode: Inode?
    /// Whether the path ends in a slash, so that only a directory may stand there.
    let wantsDirectory: Bool
  }

  enum LastLink {
    case followed
    /// Unless a slash behind it asks for the directory that it leads to.
    case kept
    /// The name itself is wanted, whatever stands there.
    case named
  }

  /// Walks a path from a directory, as path_resolution(7) says.
  func walk(
    _ path: String, in folder: Inode?, _ lastLink: LastLink, as user: UInt32
  ) throws(Refusal) -> Place {
    let length = path.utf8.count
    if length == 0 { throw Refusal(ENOENT) }
    if length >= PATH_MAX { throw Refusal(ENAMETOOLONG) }
    var links = 0
    return try walk(path, in: folder ?? root, lastLink, user, &links)
  }

  private func walk(
    _ path: String, in start: Inode, _ lastLink: LastLink, _ user: UInt32, _ links: inout Int
  ) throws(Refusal) -> Place {
    let parsed = parse(path)
    var directory = parsed.isAbsolute ? root : start
    guard directory.isDirectory else { throw Refusal(ENOTDIR) }
    let last = parsed.names.count - 1
    for (index, name) in parsed.names.enumerated() {
      guard may(.search, directory, user) else { throw Refusal(EACCES) }
      if name == ".." {
        directory = directory.entry?.directory ?? root
        continue
      }
      if name.utf8.count > 255 { throw Refusal(ENAMETOOLONG) }
      let entry = directory.names[name]
      let isLast = index == last
      guard let inode = entry?.inode else {
        // Nothing can be made in a directory that has been removed.
        guard isLast else { throw Refusal(ENOENT) }
        return Place(
          directory: directory, name: name, entry: nil, inode: nil,
          wantsDirectory: parsed.endsInSlash)
      }
      if let destination = inode.destination,
        !isLast || lastLink == .followed || lastLink == .kept && parsed.endsInSlash
      {
        links += 1
        if links > 40 { throw Refusal(ELOOP) }
        let place = try walk(destination, in: directory, .followed, user, &links)
        if isLast {
          if parsed.endsInSlash, place.inode?.isDirectory == false { throw Refusal(ENOTDIR) }
          return place
        }
        guard let next = place.inode else { throw Refusal(ENOENT) }
        guard next.isDirectory else { throw Refusal(ENOTDIR) }
        directory = next
        continue
      }
      if isLast {
        if parsed.endsInSlash, lastLink != .named, !inode.isDirectory { throw Refusal(ENOTDIR) }
        return Place(
          directory: directory, name: name, entry: entry, inode: inode,
          wantsDirectory: parsed.endsInSlash)
      }
      guard inode.isDirectory else { throw Refusal(ENOTDIR) }
      directory = inode
    }
    return Place(
      directory: directory, name: "", entry: directory.entry, inode: directory,
      wantsDirectory: true)
  }

  /// What a path leads to.
  func find(
    _ path: String, in folder: Inode? = nil, _ lastLink: LastLink, as user: UInt32
  ) throws(Refusal) -> Inode {
    guard let inode = try walk(path, in: folder, lastLink, as: user).inode else {
      throw Refusal(ENOENT)
    }
    return inode
  }

  enum Use: UInt32 {
    case search = 1
    case write = 2
    case read = 4
  }

  /// Whether a user may do this; root may everything.
  func may(_ use: Use, _ inode: Inode, _ user: UInt32) -> Bool {
    if user == 0 { return true }
    let bits = user == inode.owner ? inode.mode >> 6 : inode.mode
    return bits & use.rawValue != 0
  }

  struct Parsed {
    let isAbsolute: Bool
    let endsInSlash: Bool
    let names: [String]
  }

  private func parse(_ path: String) -> Parsed {
    if let known = parsed[path] { return known }
    let names = path.utf8.split(separator: UInt8(ascii: "/")).compactMap { name in
      name.elementsEqual([UInt8(ascii: ".")]) ? nil : String(Substring(name))
    }
    let endsInSlash = path.utf8.last == UInt8(ascii: "/") && !names.isEmpty
    let result = Parsed(
      isAbsolute: path.utf8.first == UInt8(ascii: "/"), endsInSlash: endsInSlash, names: names)
    parsed[path] = result
    return result
  }
}
