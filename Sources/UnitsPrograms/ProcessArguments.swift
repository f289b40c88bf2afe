// How other processes were started, and what this one was started with.

internal import CUnitsLinux
internal import Glibc
package import UnitsLinux

extension ProcessEntry {
  /// What a command line may be long to be of interest here.
  private static let argumentLimit = 64 << 10

  /// The words that a process was started with; empty if it is gone or a kernel thread. proc(5)
  package static func arguments(of process: Int32) -> [String] {
    let path = "/proc/\(process)/cmdline"
    guard let file = try? openFile(path, flags: O_RDONLY),
      let bytes = try? file.readToEnd(path: path, limit: argumentLimit)
    else { return [] }
    return bytes.split(separator: 0, omittingEmptySubsequences: false).dropLast()
      .map { String(decoding: $0, as: UTF8.self) }
  }
}

extension Process {
  /// Closes every descriptor but the three standard ones: what a parent leaks belongs to others, and
  /// keeps their pipes open. To be called before anything is opened. closefrom(3)
  package static func closeInheritedDescriptors() { closefrom(STDERR_FILENO + 1) }

  /// Lets signals end this process, whatever its parent blocks: some bars hand on their mask. Those
  /// that the parent ignores stay ignored, but for SIGTERM. pthread_sigmask(3), signal(2)
  package static func acceptEndingSignals() {
    var set = sigset_t()
    unsafe sigemptyset(&set)
    for signal in [SIGTERM, SIGINT, SIGHUP, SIGCONT] { unsafe sigaddset(&set, signal) }
    unsafe pthread_sigmask(SIG_UNBLOCK, &set, nil)
    _ = signal(SIGTERM, SIG_DFL)
  }
}
