// Which directories to watch so that no change of what a path leads to goes unseen.
//
// A path is walked as the kernel walks it. Every name whose change could lead it elsewhere is
// noted with its directory: the last name, the last directory's own name in its parent, each
// symbolic link on the way, and the first name that is missing. The directories above are not
// watched: they seldom change, every home directory is busy, and identity is checked at each
// commit anyway.

internal import CUnitsLinux
internal import Glibc

/// The names on whose change a path must be looked at again.
package struct PathWatch: Equatable, Sendable {
  /// A name in a directory.
  package struct Place: Hashable, Sendable {
    package let directory: String
    package let name: String

    package var path: String { directory == "/" ? "/" + name : directory + "/" + name }
  }

  /// What must be watched, in the order of the walk.
  package let places: [Place]
  /// The path with every link resolved: what a replacement must be renamed over. Where a name is
  /// missing, the rest of the path follows unresolved.
  package let target: String

  /// The limit of links that the kernel follows.
  private static let maximumLinks = 40

  /// Walks an absolute path. Throws `ELOOP` past 40 links. lstat(2), readlink(2)
  package init(resolving path: String, on kernel: any Kernel = .linux) throws(SystemError) {
    var places: [Place] = []
    // In reverse, so that the next name is the last.
    var rest = Self.names(of: path)
    // The directory that the walk has come to, without a slash at its end.
    var resolved = ""
    var links = 0
    while let name = rest.popLast() {
      if name == ".." {
        resolved = String(
          resolved[..<(resolved.utf8.lastIndex(of: Self.slash) ?? resolved.startIndex)])
        continue
      }
      let directory = resolved.isEmpty ? "/" : resolved
      let full = resolved + "/" + name
      guard let found = try kernel.identity(ofLink: full) else {
        places.append(Place(directory: directory, name: name))
        resolved = full
        for name in rest.reversed() { resolved += "/" + name }
        break
      }
      if found.isLink {
        links += 1
        guard links <= Self.maximumLinks else {
          throw SystemError(operation: "open", path: path, code: ELOOP)
        }
        places.append(Place(directory: directory, name: name))
        let destination: String
        do throws(SystemError) { destination = try kernel.destination(ofLink: full) } catch {
          // It was replaced, or removed, since it was looked at: that is looked at again.
          guard error.code == EINVAL || error.code == ENOENT else { throw error }
          places.removeLast()
          rest.append(name)
          continue
        }
        if destination.utf8.first == Self.slash { resolved = "" }
        rest += Self.names(of: destination)
        continue
      }
      // The last name, and the last directory's name in its parent.
      if rest.count <= 1 { places.append(Place(directory: directory, name: name)) }
      resolved = full
    }
    target = resolved.isEmpty ? "/" : resolved
    self.places = places
  }

  /// What a replacement of the file must be renamed over: the path itself unless its last name is a
  /// link, since the kernel follows those in between. One lstat(2) mostly, where a walk costs many.
  package static func target(
    of path: String, on kernel: any Kernel = .linux
  ) throws(SystemError) -> String {
    guard try kernel.identity(ofLink: path)?.isLink == true else { return path }
    return try PathWatch(resolving: path, on: kernel).target
  }

  private static let slash = UInt8(ascii: "/")

  /// The names in a path, the last one first.
  private static func names(of path: String) -> [String] {
    // By bytes: a slash before a combining character is a slash nonetheless.
    let text = path.utf8
    var names: [String] = []
    var end = text.endIndex
    while end > text.startIndex {
      let start = text[..<end].lastIndex(of: slash).map { text.index(after: $0) }
      let name = String(path[(start ?? text.startIndex)..<end])
      if !name.isEmpty, name != "." { names.append(name) }
      guard let start else { break }
      end = text.index(before: start)
    }
    return names
  }
}
