internal import CUnitsLinux
internal import Foundation

/// A program that a test started, with pipes at its standard input, output and error. Killed when
/// nobody holds it any more.
package final class RunningProgram {
  /// What a program is given as its standard output.
  package enum Output {
    case pipe
    /// A pipe with room for so many bytes, a page at least.
    case narrowPipe(bytes: CInt)
    /// A stream socket, as tmux gives it.
    case socket
    /// A socket of which each read gives what one write put into it.
    case packets
  }

  package let process: Int32
  /// The reading end of its standard output.
  package let output: CInt
  /// The reading end of its standard error.
  package let error: CInt
  private var input: CInt
  private var buffer: [UInt8] = []
  private var isAtEnd = false
  private var ending: Int32?

  /// Starts `words[0]`, a path or a name on the environment's PATH.
  package init(
    _ words: [String], environment: [String: String], output kind: Output = .pipe
  ) throws {
    Self.starting.lock()
    defer { Self.starting.unlock() }
    let stdin = try Self.pipe()
    let stdout = try Self.ends(of: kind)
    let stderr = try Self.pipe()
    input = stdin.write
    output = stdout.read
    error = stderr.read
    process = try Self.spawn(
      words, environment, standard: [stdin.read, stdout.write, stderr.write])
    for descriptor in [stdin.read, stdout.write, stderr.write] { close(descriptor) }
  }

  deinit {
    if ending == nil {
      kill(process, SIGKILL)
      var status: Int32 = 0
      waitpid(process, &status, 0)
    }
    for descriptor in [input, output, error] where descriptor >= 0 { close(descriptor) }
  }

  // MARK: What it prints

  /// The next line without its end; nil if none comes in time or there is no more.
  package func nextLine(within limit: Duration = .seconds(10)) -> String? {
    let deadline = Deadline(in: limit)
    while true {
      if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
        let line = String(decoding: buffer[..<end], as: UTF8.self)
        buffer.removeSubrange(...end)
        return line
      }
      guard !isAtEnd, units_poll(output, Int16(POLLIN), deadline.milliseconds) > 0 else {
        return nil
      }
      var chunk = [UInt8](repeating: 0, count: 4096)
      let count = read(output, &chunk, chunk.count)
      if count > 0 { buffer += chunk[..<count] } else { isAtEnd = true }
    }
  }

  /// Whether a line comes, be it behind others: two things that changed at once may be seen one after
  /// the other.
  package func comesToSay(_ text: String) -> Bool {
    while let line = nextLine() { if line == text { return true } }
    return false
  }

  /// Whether it has printed something that nobody has read.
  package var hasOutput: Bool { units_poll(output, Int16(POLLIN), 0) > 0 }

  /// What one read(2) gives, which is what a bar takes for one message.
  package func nextRead(within limit: Duration = .seconds(10)) -> String? {
    guard units_poll(output, Int16(POLLIN), Deadline(in: limit).milliseconds) > 0 else {
      return nil
    }
    var chunk = [UInt8](repeating: 0, count: 65_536)
    let count = read(output, &chunk, chunk.count)
    return count > 0 ? String(decoding: chunk[..<count], as: UTF8.self) : nil
  }

  /// Everything that it still prints until it ends.
  package func rest(within limit: Duration = .seconds(10)) -> String {
    var text = ""
    while let line = nextLine(within: limit) { text += line + "\n" }
    return text + String(decoding: buffer, as: UTF8.self)
  }

  /// What it said on standard error and nobody has read yet.
  package func errorText() -> String {
    var text = ""
    var chunk = [UInt8](repeating: 0, count: 4096)
    while units_poll(error, Int16(POLLIN), 0) > 0 {
      let count = read(error, &chunk, chunk.count)
      guard count > 0 else { break }
      text += String(decoding: chunk[..<count], as: UTF8.self)
    }
    return text
  }

  /// Stops reading for good, as a bar that was killed does.
  package func closeOutput() -> Bool {
    let null = open("/dev/null", O_RDONLY | O_CLOEXEC)
    defer { close(null) }
    return dup2(null, output) >= 0
  }

  // MARK: What it is told

  package func send(_ text: String) {
    let bytes = Array(text.utf8)
    let count = Glibc.write(input, bytes, bytes.count)
    precondition(count == bytes.count, "a test's input fits into a pipe")
  }

  package func closeInput() {
    close(input)
    input = -1
  }

  package func signal(_ number: CInt) { kill(process, number) }

  // MARK: How it ends

  /// The exit status, or 128 and the number of the signal that ended it; nil while it runs.
  package func status() -> Int32? {
    if let ending { return ending }
    var status: Int32 = 0
    guard waitpid(process, &status, WNOHANG) == process else { return nil }
    return end(status)
  }

  /// Waits until it has ended; the status as above.
  package func waitForEnd() -> Int32 {
    if let ending { return ending }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    return end(status)
  }

  private func end(_ status: Int32) -> Int32 {
    let signal = status & 0x7f
    let result = signal == 0 ? (status >> 8) & 0xff : 128 + signal
    ending = result
    return result
  }

  package func ends(within limit: Duration) -> Bool {
    eventually(within: limit) { status() != nil }
  }

  // MARK: Starting

  // F_SETPIPE_SZ, which Swift's Glibc does not spell.
  private static let setPipeSize: CInt = 1031

  /// Held while descriptors are made and programs started, so that no pipe's end gets into another
  /// test's program.
  private static let starting = NSLock()

  private static func ends(of output: Output) throws -> (read: CInt, write: CInt) {
    switch output {
    case .pipe: return try pipe()
    case .narrowPipe(let bytes):
      let pipe = try pipe()
      _ = fcntl(pipe.write, setPipeSize, bytes)
      return pipe
    case .socket: return try pair { socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, $0) }
    case .packets: return try pair { socketpair(AF_UNIX, CInt(SOCK_SEQPACKET.rawValue), 0, $0) }
    }
  }

  private static func pipe() throws -> (read: CInt, write: CInt) {
    try pair { Glibc.pipe($0) }
  }

  private static func pair(
    _ open: (UnsafeMutablePointer<CInt>) -> CInt
  ) throws -> (read: CInt, write: CInt) {
    var ends: [CInt] = [-1, -1]
    guard open(&ends) == 0 else { throw POSIXError(.EMFILE) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  private static func spawn(
    _ words: [String], _ environment: [String: String], standard: [CInt]
  ) throws -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (number, descriptor) in standard.enumerated() {
      posix_spawn_file_actions_adddup2(&actions, descriptor, CInt(number))
    }
    // What other tests have open is not the program's. A number that is not open is passed over.
    for descriptor in 3..<min(1024, getdtablesize()) {
      posix_spawn_file_actions_addclose(&actions, descriptor)
    }
    // The test runner's threads may block signals; a bar's children do not start so.
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
    var arguments = words.map { strdup($0) } + [nil]
    var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for pointer in arguments + variables { free(pointer) } }
    var process: Int32 = 0
    let code = posix_spawnp(&process, words[0], &actions, &attributes, &arguments, &variables)
    guard code == 0 else { throw SpawnError(program: words[0], code: code) }
    return process
  }
}

/// A program that could not be started.
struct SpawnError: Error, CustomStringConvertible {
  let program: String
  let code: Int32

  var description: String { "posix_spawn \(program): \(String(cString: strerror(code)))" }
}
