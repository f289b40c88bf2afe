// What the kernel refused, and the one place where an interrupted call is made again.

internal import CUnitsLinux
internal import Glibc

/// A system call that failed: the call, what it was about, and why.
///
/// The description is fact, then object, then the kernel's word:
/// `bind /run/user/1000/units/unitsd.sock: Address already in use`.
package struct SystemError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The name of the call, as its manual page has it.
  package let operation: String
  /// The file or socket that the call was about, if there is one.
  package let path: String?
  /// The `errno` value.
  package let code: CInt

  package init(operation: String, path: String? = nil, code: CInt) {
    self.operation = operation
    self.path = path
    self.code = code
  }

  /// What stands for a watch that could not be had: the user's inotify instances are used up.
  static let noWatch = SystemError(operation: "inotify_init1", code: EMFILE)
  package static let tryAgain = EAGAIN
  package static let timedOut = ETIMEDOUT

  /// The kernel's word alone, `No space left on device`.
  package var reason: String {
    unsafe String(cString: units_error_text(code))
  }

  package var description: String {
    if let path { return "\(operation) \(FileName.shown(path)): \(reason)" }
    return "\(operation): \(reason)"
  }
}

/// Makes a call until it is not interrupted by a signal, and turns -1 into a thrown error.
@discardableResult
package func systemCall<Result: SignedInteger>(
  _ operation: String, _ path: @autoclosure () -> String? = nil, _ body: () -> Result
) throws(SystemError) -> Result {
  while true {
    let result = body()
    if result != -1 { return result }
    let code = errno
    if code == EINTR { continue }
    throw SystemError(operation: operation, path: path(), code: code)
  }
}
