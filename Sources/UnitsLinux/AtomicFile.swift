// Replacing a file so that it is the old one or the new one and, once reported, durable; and so that
// nobody else's change of it is lost.
//
// The order is the promise: write the temporary file, fsync it, exchange it with the target, look at
// what came out, fsync the directory. Whoever saves the file by renaming, or writes into it, between
// our reading and our replacing would be overwritten by a plain rename; an exchange brings his file
// out, and it is put back. A failure up to the exchange leaves the old content; a failure after it
// means that the new content is there but may not survive a power cut.

internal import Glibc

/// Replaces a whole file through a temporary one beside it.
package enum AtomicFile {
  /// How far a replacement came before it failed.
  package enum Failure: Error, Equatable, Sendable {
    /// The old content stands.
    case notReplaced(SystemError)
    /// The new content stands, with this identity, and may not survive a power cut.
    case notDurable(SystemError, FileIdentity)
    /// Another file than was expected stands under the name, or none: it was left there.
    case overtaken

    /// The call that failed; nil where none did.
    package var cause: SystemError? {
      switch self {
      case .notReplaced(let error), .notDurable(let error, _): error
      case .overtaken: nil
      }
    }
  }

  /// What is to be replaced.
  package enum Expectation: Equatable, Sendable {
    case absent
    /// This file. Its content is compared too where it is given: the file may have been changed
    /// within one tick of the clock, which its identity does not show.
    case file(FileIdentity, content: [UInt8]?)
  }

  /// Whether a file that is ready may take its place.
  package enum Permission: Sendable {
    case granted
    case refused
  }

  /// Replaces the file at `target`, which must not be a symbolic link, and returns its identity.
  ///
  /// `temporaryName` is a name in the target's directory that only the holder of the target's lock
  /// uses. A failure leaves nothing there, for on a full disk every byte counts, but what came out of
  /// an exchange and could not be judged. That, and what a killed predecessor left, is given to
  /// `rescue` by the next replacement: it may be somebody's change that was to be put back. `mayReplace` hears the identity the file is about to have (but for the time that
  /// a rename changes) before anyone can see it. The target's permissions are kept; a new file is
  /// readable by its owner only.
  package static func replace(
    _ target: String, with bytes: [UInt8], expecting expectation: Expectation,
    temporaryName: String, on kernel: any Kernel = .linux,
    rescue: (_ path: String) throws(SystemError) -> Void,
    mayReplace: (FileIdentity) throws(SystemError) -> Permission
  ) throws(Failure) -> FileIdentity {
    let place = splitPath(target)
    let replacement = Replacement(
      target: target, directory: place.directory, name: place.name,
      temporaryName: temporaryName, kernel: kernel)
    // An exchange would move a directory as readily as a file.
    if case .file(let known, _) = expectation, !known.isRegularFile {
      throw .notReplaced(SystemError(operation: "rename", path: target, code: EISDIR))
    }
    let folder: FileDescriptor
    do throws(SystemError) {
      folder = try kernel.openFile(place.directory, flags: O_RDONLY | O_DIRECTORY)
    } catch {
      throw .notReplaced(error)
    }
    let prepared: FileIdentity
    do throws(SystemError) {
      prepared = try replacement.prepare(bytes, expectation, in: folder.number, rescue)
    } catch {
      throw .notReplaced(error)
    }
    let outcome: Replacement.Outcome
    do throws(SystemError) {
      outcome =
        try mayReplace(prepared) == .granted
        ? try replacement.exchange(prepared, expectation, in: folder.number) : .overtaken
    } catch {
      replacement.discard(in: folder.number)
      throw .notReplaced(error)
    }
    switch outcome {
    case .replaced: replacement.discard(in: folder.number)
    case .overtaken:
      replacement.discard(in: folder.number)
      throw .overtaken
    // What came out may be somebody's change: it stays where the next commit rescues it.
    case .unjudged(let error, .new): throw .notDurable(error, prepared)
    case .unjudged(_, .other): throw .overtaken
    }
    do throws(SystemError) {
      try kernel.synchronize(folder.number, path: place.directory)
      // Whoever has replaced it since is noticed by the next look.
      guard let present = try kernel.identity(ofLink: place.name, in: folder.number),
        present.isSameFile(as: prepared)
      else { return prepared }
      return present
    } catch {
      throw .notDurable(error, prepared)
    }
  }

  /// Makes a name in a directory survive a power cut. fsync(2)
  package static func synchronizeDirectory(
    _ path: String, on kernel: any Kernel = .linux
  ) throws(SystemError) {
    let folder = try kernel.openFile(path, flags: O_RDONLY | O_DIRECTORY)
    try kernel.synchronize(folder.number, path: path)
  }
}

/// One replacement under way.
private struct Replacement {
  enum Outcome {
    /// The new file is in its place; under the temporary name is the old one that nobody needs.
    case replaced
    /// Somebody else's file is in its place; under the temporary name is the new one.
    case overtaken
    /// After an exchange it could not be told, or not be mended, what had come out.
    case unjudged(SystemError, inPlace: Occupant)
  }

  enum Occupant {
    case new
    case other
  }

  let target: String
  let directory: String
  let name: String
  let temporaryName: String
  let kernel: any Kernel

  private var temporaryPath: String { "\(directory)/\(temporaryName)" }

  /// Makes the new content durable under its temporary name.
  func prepare(
    _ bytes: [UInt8], _ expectation: AtomicFile.Expectation, in folder: CInt,
    _ rescue: (_ path: String) throws(SystemError) -> Void
  ) throws(SystemError) -> FileIdentity {
    let path = temporaryPath
    let file = try create(in: folder, rescue)
    do throws(SystemError) {
      if case .file(let known, _) = expectation, known.mode != 0o600 {
        try kernel.setMode(of: file.number, to: known.mode, path: path)
      }
      try file.writeAll(bytes, path: path)
      try kernel.synchronize(file.number, path: path)
      return try kernel.identity(of: file.number, path: path)
    } catch {
      discard(in: folder)
      throw error
    }
  }

  private func create(
    in folder: CInt, _ rescue: (_ path: String) throws(SystemError) -> Void
  ) throws(SystemError) -> FileDescriptor {
    do throws(SystemError) { return try createNew(in: folder) } catch {
      guard error.code == EEXIST else { throw error }
    }
    try rescue(temporaryPath)
    // What cannot be removed is told by the next call.
    try? kernel.remove(temporaryName, in: folder)
    return try createNew(in: folder)
  }

  private func createNew(in folder: CInt) throws(SystemError) -> FileDescriptor {
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW
    do throws(SystemError) {
      return try kernel.openFile(temporaryName, in: folder, flags: flags, mode: 0o600)
    } catch {
      throw SystemError(operation: error.operation, path: temporaryPath, code: error.code)
    }
  }

  func discard(in folder: CInt) {
    // It may never have been made, and what cannot be removed is the next one's to rescue.
    try? kernel.remove(temporaryName, in: folder)
  }

  /// Puts the prepared file under its name if what stands there is what was expected.
  func exchange(
    _ prepared: FileIdentity, _ expectation: AtomicFile.Expectation, in folder: CInt
  ) throws(SystemError) -> Outcome {
    do throws(SystemError) {
      switch expectation {
      case .absent: try kernel.rename(temporaryName, to: name, in: folder, .refuse, path: target)
      case .file: try kernel.rename(temporaryName, to: name, in: folder, .exchange, path: target)
      }
    } catch {
      switch error.code {
      case EEXIST, ENOENT: return .overtaken
      // The file system knows no such rename.
      case EINVAL, ENOSYS, EOPNOTSUPP: return try rename(expectation, in: folder)
      default: throw error
      }
    }
    guard case .file(let known, let content) = expectation else { return .replaced }
    return judge(prepared, known, content, in: folder)
  }

  /// Looks at what came out. Whatever is not what was expected came later than what was put in its
  /// place, and goes back; until nothing does.
  private func judge(
    _ prepared: FileIdentity, _ known: FileIdentity, _ content: [UInt8]?, in folder: CInt
  ) -> Outcome {
    var inPlace = prepared
    var expected = known
    var isOvertaken = false
    do throws(SystemError) {
      while true {
        guard let out = try kernel.identity(ofLink: temporaryName, in: folder) else {
          throw SystemError(operation: "rename", path: target, code: ENOENT)
        }
        if out.isSameFile(as: expected) {
          if isOvertaken { return .overtaken }
          if try hasContent(content, in: folder) { return .replaced }
        }
        isOvertaken = true
        try kernel.rename(temporaryName, to: name, in: folder, .exchange, path: target)
        (inPlace, expected) = (out, inPlace)
      }
    } catch {
      // ENOENT: somebody has removed what was put in place.
      let isNew = error.code != ENOENT && inPlace.isSameFile(as: prepared)
      return .unjudged(error, inPlace: isNew ? .new : .other)
    }
  }

  private func hasContent(_ content: [UInt8]?, in folder: CInt) throws(SystemError) -> Bool {
    guard let content else { return true }
    let file = try kernel.openFile(temporaryPath, flags: O_RDONLY | O_NOFOLLOW)
    var found: [UInt8] = []
    while try kernel.read(file.number, appendingTo: &found, limit: content.count + 1) > 0,
      found.count <= content.count
    {}
    return found == content
  }

  /// As well as it can be done without an exchange: what is changed between the look and the rename
  /// is lost.
  private func rename(
    _ expectation: AtomicFile.Expectation, in folder: CInt
  ) throws(SystemError) -> Outcome {
    let present = try kernel.identity(ofLink: name, in: folder)
    switch expectation {
    case .absent: guard present == nil else { return .overtaken }
    case .file(let known, _):
      guard let present, present.isSameFile(as: known) else { return .overtaken }
    }
    try kernel.rename(temporaryName, to: name, in: folder, .replace, path: target)
    return .replaced
  }
}

/// The directory and the last name of a path: `("/a/b", "c")`; `(".", "c")` without a slash.
package func splitPath(_ path: String) -> (directory: String, name: String) {
  guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return (".", path) }
  let name = String(path[path.utf8.index(after: slash)...])
  let directory = String(path[..<slash])
  return (directory.isEmpty ? "/" : directory, name)
}
