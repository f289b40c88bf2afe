// Becoming another program.

internal import Glibc
package import UnitsLinux

extension Process {
  /// Runs another program in this process's place, with the same environment and open streams.
  /// Returns only if it cannot be run. execv(3)
  package static func become(_ path: String, arguments: [String]) -> SystemError {
    let all = [path] + arguments
    var words: [UnsafeMutablePointer<CChar>?] = unsafe all.map {
      unsafe FileName.duplicate($0)
    }
    unsafe words.append(nil)
    defer { unsafe words.forEach { unsafe free($0) } }
    unsafe execv(path, &words)
    return SystemError(operation: "execv", path: path, code: errno)
  }

  /// The folder that this process's program was started from. readlink(2), /proc/self/exe
  package static func programFolder() throws(SystemError) -> String {
    splitPath(try SymbolicLink.destination(of: "/proc/self/exe")).directory
  }
}
