// The calls that concern names.

internal import Glibc
package import UnitsLinux

extension SimulatedKernel {
  private var disk: Disk { machine.disk }

  /// No actor writes through another name of a file.
  package func obstacle(toWatching path: String) -> SystemError? { nil }

  package func destination(ofLink path: String) throws(SystemError) -> String {
    try perform(.destination, "readlink", path) { () throws(Refusal) in
      guard let destination = try disk.find(path, .kept, as: user).destination else {
        throw Refusal(EINVAL)
      }
      return destination
    }
  }

  package func rename(
    _ old: String, to name: String, in folder: CInt, _ rename: Renaming, path: String
  ) throws(SystemError) {
    try perform(.rename, "rename", path) { () throws(Refusal) in
      note("rename \(old) to \(name), \(rename)")
      let folder = try self.folder(folder)
      let from = try disk.walk(old, in: folder, .named, as: user)
      let to = try disk.walk(name, in: folder, .named, as: user)
      guard from.directory === to.directory else { throw Refusal(EXDEV) }
      if from.name.isEmpty || to.name.isEmpty { throw Refusal(EBUSY) }
      try disk.rename(from, to: to, rename, as: user)
    }
  }

  package func link(_ path: String, to name: String) throws(SystemError) {
    try perform(.link, "link", name) { () throws(Refusal) in
      let inode = try disk.find(path, .kept, as: user)
      try disk.link(inode, at: disk.walk(name, in: nil, .named, as: user), as: user)
    }
  }

  package func remove(_ path: String, in folder: CInt?) throws(SystemError) {
    try perform(.remove, "unlink", path) { () throws(Refusal) in
      try disk.unlink(disk.walk(path, in: self.folder(folder), .named, as: user), as: user)
    }
  }

  package func makeDirectory(_ path: String) throws(SystemError) {
    try perform(.makeDirectory, "mkdir", path) { () throws(Refusal) in
      let place = try disk.walk(path, in: nil, .named, as: user)
      _ = try disk.make(.directory, at: place, mode: 0o700, as: user)
    }
  }

  package func removeDirectory(_ path: String) throws(SystemError) {
    try perform(.removeDirectory, "rmdir", path) { () throws(Refusal) in
      try disk.removeDirectory(disk.walk(path, in: nil, .named, as: user), as: user)
    }
  }

  /// symlink(2); programs of the project make none, their users do.
  package func makeLink(_ path: String, to destination: String) throws(SystemError) {
    try perform(.link, "symlink", path) { () throws(Refusal) in
      let place = try disk.walk(path, in: nil, .named, as: user)
      _ = try disk.make(.link(destination), at: place, mode: 0o777, as: user)
    }
  }

  package func names(in directory: String) throws(SystemError) -> [String] {
    try perform(.names, "opendir", directory) { () throws(Refusal) in
      try allowDescriptor()
      let inode = try disk.find(directory, .followed, as: user)
      guard inode.isDirectory else { throw Refusal(ENOTDIR) }
      guard disk.may(.read, inode, user) else { throw Refusal(EACCES) }
      var names = inode.names.keys.sorted()
      machine.random.shuffle(&names)
      return names
    }
  }
}
