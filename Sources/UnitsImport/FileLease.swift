// Whether a file is complete, as far as the kernel knows.

internal import Glibc
package import UnitsLinux

/// A read lease, taken and given back at once: the kernel grants one only on a file that nobody has
/// open for writing.
package enum FileLease {
  package enum Verdict: Equatable, Sendable {
    case nobodyWrites
    case somebodyWrites
    /// The file system has no leases, or the file is another user's.
    case unknown
  }

  /// Whether somebody has an open file open for writing, too. Whoever opens it in this moment makes
  /// the kernel send SIGIO, which the caller has to ignore. fcntl(2), F_SETLEASE
  package static func ask(_ descriptor: borrowing FileDescriptor) -> Verdict {
    guard fcntl(descriptor.number, setLease, CInt(F_RDLCK)) != -1 else {
      return errno == EAGAIN ? .somebodyWrites : .unknown
    }
    _ = fcntl(descriptor.number, setLease, CInt(F_UNLCK))
    return .nobodyWrites
  }

  /// Has SIGIO do nothing from now on. signal(7)
  package static func ignoreBreaks() { signal(SIGIO, SIG_IGN) }

  /// F_SETLEASE, which Glibc shows only to GNU programs.
  private static let setLease: CInt = 1024
}
