// Signals as something to read.

internal import CUnitsLinux
internal import Glibc

/// Turns chosen signals into readiness of a descriptor. signalfd(2)
///
/// Made before any thread is started, so that every thread inherits the blocked mask.
package struct SignalWatch: ~Copyable {
  private let file: FileDescriptor

  /// Blocks the signals' default action for the whole process. pthread_sigmask(3), signalfd(2)
  package init(_ signals: [CInt]) throws(SystemError) {
    var set = sigset_t()
    unsafe sigemptyset(&set)
    for signal in signals { unsafe sigaddset(&set, signal) }
    unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
    file = FileDescriptor(
      owning: try systemCall("signalfd") {
        unsafe signalfd(-1, &set, CInt(SFD_CLOEXEC) | CInt(SFD_NONBLOCK))
      })
  }

  package var descriptor: CInt { file.number }

  /// The next signal that has come, or nil. read(2)
  package func next() -> CInt? {
    var information = signalfd_siginfo()
    let size = MemoryLayout<signalfd_siginfo>.size
    let count = unsafe read(file.number, &information, size)
    return count == size ? CInt(information.ssi_signo) : nil
  }

  /// Writing to a closed pipe or socket, or past the size that a file may have, becomes an error instead
  /// of the process's end. signal(7)
  package static func ignoreBrokenPipes() {
    _ = signal(SIGPIPE, SIG_IGN)
    _ = signal(SIGXFSZ, SIG_IGN)
  }
}
