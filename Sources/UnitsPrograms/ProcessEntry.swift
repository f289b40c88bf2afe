// Other processes: their names, their parents, their ends.

internal import CUnitsLinux
internal import Glibc
package import UnitsLinux

/// A line of the process table, from `/proc/PID/stat`. proc(5)
package struct ProcessEntry: Equatable, Sendable {
  /// The program's name, cut to 15 bytes by the kernel.
  package let name: String
  package let parent: Int32

  /// Nil if there is no such process.
  package init?(of process: Int32) {
    let path = "/proc/\(process)/stat"
    guard let file = try? openFile(path, flags: O_RDONLY),
      let bytes = try? file.readToEnd(path: path, limit: 4096)
    else { return nil }
    // `PID (NAME) STATE PPID …`; the name may hold parentheses and blanks.
    let text = String(decoding: bytes, as: UTF8.self)
    guard let open = text.firstIndex(of: "("), let close = text.lastIndex(of: ")") else {
      return nil
    }
    let fields = text[text.index(after: close)...].split(separator: " ")
    guard fields.count > 1, let parent = Int32(fields[1]) else { return nil }
    name = String(text[text.index(after: open)..<close])
    self.parent = parent
  }
}

/// Descriptors of processes, which become readable when the process ends.
package enum ProcessDescriptor {
  /// Opens one; the caller owns it. pidfd_open(2)
  package static func open(_ process: Int32) throws(SystemError) -> CInt {
    try systemCall("pidfd_open") { units_pidfd_open(process) }
  }
}

extension Process {
  /// getppid(2)
  package static var parent: Int32 { getppid() }
}
