// Where a group's file stands: its directory, made where it is absent and trusted only where it is this
// user's; what a link leads to; the name of the temporary file.

internal import Glibc
internal import UnitsLinux
internal import UnitsProtocol

extension PreferenceStore {
  func prepareDirectory() throws(PreferenceError) {
    let directory = splitPath(path).directory
    do throws(Directory.Refusal) {
      return try Directory.check(directory, on: kernel)
    } catch {
      // Mostly it is there.
      guard case .system(let cause) = error, cause.code == ENOENT else {
        return try checkDirectory(orThrow: PreferenceError.notDurable(path:reason:))
      }
    }
    do throws(Directory.Refusal) { try Directory.create(directory, on: kernel) } catch {
      guard case .system(let cause) = error else { throw .refused(error.description) }
      throw .notDurable(path: cause.path ?? directory, reason: cause.reason)
    }
    try checkDirectory(orThrow: PreferenceError.notDurable(path:reason:))
  }

  /// A directory that is not there holds nothing to distrust.
  func checkDirectory(
    orThrow failure: (_ path: String, _ reason: String) -> PreferenceError
  ) throws(PreferenceError) {
    do throws(Directory.Refusal) {
      try Directory.check(splitPath(path).directory, on: kernel)
    } catch {
      guard case .system(let cause) = error else { throw .refused(error.description) }
      if cause.code == ENOENT { return }
      throw failure(cause.path ?? path, cause.reason)
    }
  }

  /// Sees that the link leads where the file was just replaced: if somebody has led it elsewhere
  /// meanwhile, nobody reads what was written.
  func checkLink(to target: String, holding identity: FileIdentity) throws(AtomicFile.Failure) {
    let present: String
    do throws(SystemError) { present = try PathWatch.target(of: path, on: kernel) } catch {
      throw .notDurable(error, identity)
    }
    guard present == target else { throw .overtaken }
  }

  /// Two links to one target have two locks, hence the lock's identity in the name. A group's file
  /// leaves room for it in the 255 bytes that a name may have; a link may lead to a longer name.
  func temporaryName(of target: String, _ lock: borrowing FileLock) -> String {
    let name = splitPath(target).name
    let stem = name.utf8.count <= GroupName.maximumLength + 5 ? name : group.text
    return "\(stem).\(lock.identity.device).\(lock.identity.inode).tmp"
  }

  /// What is said of a file that could not be replaced. rename(2)
  static func reason(notReplaced cause: SystemError) -> String {
    guard cause.code == EBUSY, cause.operation == "rename" else { return cause.reason }
    return "mounted by itself, it cannot be replaced"
  }
}
