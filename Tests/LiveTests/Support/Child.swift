import CUnitsLinux
import Foundation

/// A process that a test started: what it prints comes through a pipe, line by line; what it says on
/// standard error is kept in a file without a name. It is killed when nobody holds it any more.
final class Child {
  /// How a process ended, and what it printed.
  struct Outcome: Hashable, CustomStringConvertible {
    /// The exit status; 128 and the signal's number if one ended it, as the shell says it.
    let status: Int32
    let output: String
    let error: String

    var description: String { "exit \(status)\n\(output)\(error)" }
  }

  /// What a process reads.
  enum Input {
    case nothing
    case text(String)
    /// A descriptor of this process, which keeps it.
    case descriptor(CInt)
  }

  let process: pid_t
  private let output: CInt
  private let error: CInt
  private var buffer: [UInt8] = []
  private var reachedEnd = false
  private var status: Int32?

  /// Starts a program; `program` is a path.
  init(
    _ program: String, _ arguments: [String] = [], environment: [String: String],
    input: Input = .nothing
  ) {
    var ends: [CInt] = [-1, -1]
    precondition(pipe(&ends) == 0, "pipe: \(String(cString: strerror(errno)))")
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    output = ends[0]
    error = Self.anonymousFile()
    let source: CInt
    switch input {
    case .nothing: source = open("/dev/null", O_RDONLY | O_CLOEXEC)
    case .text(let text):
      source = Self.anonymousFile()
      Self.write(Array(text.utf8), to: source)
      lseek(source, 0, SEEK_SET)
    case .descriptor(let descriptor): source = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
    }
    process = Self.spawn(
      program, arguments, environment, standard: (source, ends[1], error))
    close(source)
    close(ends[1])
  }

  deinit {
    if status == nil {
      kill(process, SIGKILL)
      _ = reap()
    }
    close(output)
    close(error)
  }

  /// Runs a program to its end. One that takes longer than `limit` is killed (status 137).
  static func run(
    _ program: String, _ arguments: [String] = [], environment: [String: String],
    input: Input = .nothing, within limit: Duration = .seconds(30)
  ) -> Outcome {
    Child(program, arguments, environment: environment, input: input).finish(within: limit)
  }

  /// Waits for the end of the output and of the process.
  func finish(within limit: Duration = .seconds(30)) -> Outcome {
    let deadline = Deadline(in: limit)
    while !reachedEnd, !deadline.hasPassed { fill(until: deadline) }
    let hasEnded = Deadline.poll(.milliseconds(Int(deadline.milliseconds))) { self.hasEnded }
    if !hasEnded { kill(process, SIGKILL) }
    let status = reap()
    let rest = String(decoding: buffer, as: UTF8.self)
    buffer = []
    return Outcome(status: status, output: rest, error: errorText)
  }

  /// The next line, without its end; nil if none comes in time or the output has ended.
  func nextLine(within limit: Duration) -> String? {
    let deadline = Deadline(in: limit)
    while true {
      if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
        let line = String(decoding: buffer[..<end], as: UTF8.self)
        buffer.removeSubrange(...end)
        return line
      }
      if reachedEnd || deadline.hasPassed { return nil }
      fill(until: deadline)
    }
  }

  /// Reads lines until this one comes; tells whether it did, in time.
  func prints(_ line: String, within limit: Duration) -> Bool {
    let deadline = Deadline(in: limit)
    repeat {
      guard let next = nextLine(within: .milliseconds(Int(deadline.milliseconds))) else {
        return false
      }
      if next == line { return true }
    } while !deadline.hasPassed
    return false
  }

  /// What it said on standard error so far.
  var errorText: String {
    var length = stat()
    fstat(error, &length)
    var bytes = [UInt8](repeating: 0, count: Int(length.st_size))
    let count = pread(error, &bytes, bytes.count, 0)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }

  var hasEnded: Bool {
    if status != nil { return true }
    var raw: Int32 = 0
    guard waitpid(process, &raw, WNOHANG) == process else { return false }
    status = Self.shellStatus(raw)
    return true
  }

  func send(signal: CInt) { kill(process, signal) }

  /// Sends a signal and waits for the end; the exit status.
  func end(by signal: CInt = SIGTERM) -> Int32 {
    kill(process, signal)
    if !Deadline.poll(until: { self.hasEnded }) { kill(process, SIGKILL) }
    return reap()
  }

  private func reap() -> Int32 {
    if let status { return status }
    var raw: Int32 = 0
    while waitpid(process, &raw, 0) < 0, errno == EINTR {}
    let ended = Self.shellStatus(raw)
    status = ended
    return ended
  }

  private func fill(until deadline: Deadline) {
    guard units_poll(output, Int16(POLLIN), deadline.milliseconds) > 0 else { return }
    var chunk = [UInt8](repeating: 0, count: 65_536)
    let count = read(output, &chunk, chunk.count)
    if count > 0 { buffer += chunk.prefix(count) } else { reachedEnd = true }
  }

  private static func shellStatus(_ raw: Int32) -> Int32 {
    let signal = raw & 0x7f
    return signal == 0 ? (raw >> 8) & 0xff : 128 + signal
  }

  private static func write(_ bytes: [UInt8], to descriptor: CInt) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      precondition(count > 0, "write: \(String(cString: strerror(errno)))")
      rest = rest.dropFirst(count)
    }
  }

  private static func anonymousFile() -> CInt {
    var name = Array("\(NSTemporaryDirectory())/units-live-XXXXXX".utf8CString)
    let descriptor = mkstemp(&name)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    precondition(descriptor >= 0, "mkstemp: \(String(cString: strerror(errno)))")
    unlink(name)
    return descriptor
  }

  private static func spawn(
    _ program: String, _ arguments: [String], _ environment: [String: String],
    standard: (input: CInt, output: CInt, error: CInt)
  ) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, standard.input, 0)
    posix_spawn_file_actions_adddup2(&actions, standard.output, 1)
    posix_spawn_file_actions_adddup2(&actions, standard.error, 2)
    // The tests' own threads may block signals or ignore SIGPIPE; a user's programs do not start so.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))
    var words = ([program] + arguments).map { strdup($0) } + [nil]
    var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for pointer in words + variables { free(pointer) } }
    var process: pid_t = 0
    let code = posix_spawn(&process, program, &actions, &attributes, &words, &variables)
    precondition(code == 0, "posix_spawn \(program): \(String(cString: strerror(code)))")
    return process
  }
}
