// Programs that this one starts, by the shell, as their users write them.

internal import CUnitsLinux
internal import Glibc
package import UnitsLinux

/// A program that runs with pipes at its standard input and output.
package struct ChildProgram: ~Copyable {
  package let process: Int32
  private var inputEnd: FileDescriptor?
  private let outputEnd: FileDescriptor

  /// Starts a command of the shell. Its standard error is this program's. posix_spawn(3)
  package init(command: String) throws(SystemError) {
    let input = try Self.pipe()
    let output = try Self.pipe()
    let inputEnd = FileDescriptor(owning: input.write)
    let outputEnd = FileDescriptor(owning: output.read)
    // The child's ends are closed here when it has them.
    let childInput = FileDescriptor(owning: input.read)
    let childOutput = FileDescriptor(owning: output.write)
    process = try systemCall("posix_spawn", "/bin/sh") {
      unsafe units_spawn_shell(command, childInput.number, childOutput.number, STDERR_FILENO)
    }
    self.inputEnd = consume inputEnd
    self.outputEnd = consume outputEnd
  }

  /// Starts a command of the shell whose standard input is a text of a few lines, and ends there.
  package init(command: String, lines: String) throws(SystemError) {
    try self.init(command: command)
    // It fits into the pipe, so this does not wait; a program that reads nothing is no failure.
    _ = writeIfRoom(Array(lines.utf8), to: input)
    inputEnd = nil
  }

  /// Where it is written to; -1 where everything was written at the start.
  package var input: CInt {
    switch inputEnd {
    case .some(let end): end.number
    case nil: -1
    }
  }
  /// Where it is read from.
  package var output: CInt { outputEnd.number }

  /// Asks it to end. kill(2)
  package func terminate() { kill(process, SIGTERM) }

  /// Starts a command that nobody listens to: all its standard streams are /dev/null.
  /// posix_spawn(3)
  @discardableResult
  package static func start(command: String) throws(SystemError) -> Int32 {
    try systemCall("posix_spawn", "/bin/sh") { unsafe units_spawn_shell(command, -1, -1, -1) }
  }

  /// Waits for a program that was started here; its exit status, or 128 and the signal's number.
  /// waitpid(2)
  package static func wait(for process: Int32) -> Int32 {
    var status: CInt = 0
    while unsafe waitpid(process, &status, 0) < 0 {
      if errno != EINTR { return -1 }
    }
    let signal = status & 0x7f
    return signal == 0 ? (status >> 8) & 0xff : 128 + signal
  }

  private static func pipe() throws(SystemError) -> (read: CInt, write: CInt) {
    var ends: [CInt] = [-1, -1]
    try systemCall("pipe") { unsafe Glibc.pipe(&ends) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }
}

extension Process {
  /// Nobody waits for the programs that this one starts. sigaction(2), SA_NOCLDWAIT
  package static func leaveChildrenAlone() {
    _ = signal(SIGCHLD, SIG_IGN)
  }

  /// Whether another process has the same file at its standard input as this one. fstat(2)
  package static func sharesInput(with process: Int32) -> Bool {
    var own = stat()
    var other = stat()
    guard unsafe fstat(STDIN_FILENO, &own) == 0,
      unsafe stat("/proc/\(process)/fd/0", &other) == 0
    else { return false }
    return own.st_dev == other.st_dev && own.st_ino == other.st_ino
  }
}
