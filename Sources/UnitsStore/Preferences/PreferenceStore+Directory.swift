// The directory that a group's file stands in: made where it is absent, and trusted only where it is this
// user's.

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
}
