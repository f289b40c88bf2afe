// Other programs: started, timed, ended.

internal import CUnitsLinux
internal import Glibc
internal import UnitsLinux

/// A process that was started here.
struct ChildProcess {
  /// What a program is run with.
  struct Command {
    var path: String
    var arguments: [String] = []
    /// `NAME=VALUE`; nothing is inherited.
    var environment: [String]
  }

  let identifier: pid_t

  /// Starts a program; a stream without a descriptor is /dev/null. posix_spawn(3)
  static func start(
    _ command: Command, input: CInt? = nil, output: CInt? = nil, error: CInt? = nil
  ) throws -> ChildProcess {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    for (stream, descriptor) in [input, output, error].enumerated() {
      let number = CInt(stream)
      if let descriptor {
        unsafe posix_spawn_file_actions_adddup2(&actions, descriptor, number)
      } else {
        unsafe posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0)
      }
    }
    // What is blocked here, to be read by a signal watch, is not to be blocked there.
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    var nothing = sigset_t()
    unsafe sigemptyset(&nothing)
    unsafe posix_spawnattr_setsigmask(&attributes, &nothing)
    unsafe posix_spawnattr_setflags(&attributes, CShort(POSIX_SPAWN_SETSIGMASK))

    var identifier: pid_t = 0
    let arguments = CStrings([command.path] + command.arguments)
    let environment = CStrings(command.environment)
    let code = unsafe posix_spawn(
      &identifier, command.path, &actions, &attributes, arguments.pointers, environment.pointers)
    guard code == 0 else {
      throw SystemError(operation: "posix_spawn", path: command.path, code: code)
    }
    return ChildProcess(identifier: identifier)
  }

  /// Waits for its end and returns the exit status, 128 and more for a signal. wait4(2)
  @discardableResult
  func wait() -> CInt {
    var status: CInt = 0
    while unsafe wait4(identifier, &status, 0, nil) == -1, errno == EINTR {}
    return Self.exitStatus(status)
  }

  /// The exit status, as ``wait()`` has it; nil while the process runs. wait4(2)
  func statusIfEnded() -> CInt? {
    var status: CInt = 0
    guard unsafe wait4(identifier, &status, WNOHANG, nil) == identifier else { return nil }
    return Self.exitStatus(status)
  }

  private static func exitStatus(_ status: CInt) -> CInt {
    status & 0x7f == 0 ? status >> 8 & 0xff : 128 + status & 0x7f
  }

  /// Asks it to end, makes it end if it does not within ten seconds, and waits for it. kill(2)
  func end() {
    kill(identifier, SIGTERM)
    let deadline = MonotonicTime.now() + .seconds(10)
    var status: CInt = 0
    while !deadline.isPast {
      if unsafe wait4(identifier, &status, WNOHANG, nil) != 0 { return }
      MonotonicTime.sleep(until: .now() + .milliseconds(1))
    }
    kill(identifier, SIGKILL)
    wait()
  }

  /// Runs a program to its end.
  static func run(_ command: Command, output: CInt? = nil, error: CInt? = nil) throws -> CInt {
    try start(command, output: output, error: error).wait()
  }
}

/// Copies of strings as C takes them: pointers, the last one nil.
@safe private final class CStrings {
  let pointers: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  private let count: Int

  init(_ strings: [String]) {
    count = strings.count
    unsafe pointers = .allocate(capacity: count + 1)
    for (index, string) in strings.enumerated() {
      unsafe (pointers + index).initialize(to: strdup(string))
    }
    unsafe (pointers + count).initialize(to: nil)
  }

  deinit {
    for index in 0..<count { unsafe free(pointers[index]) }
    unsafe pointers.deallocate()
  }
}
