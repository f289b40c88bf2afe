// From one process to another's line.

internal import Glibc
internal import UnitsLinux

/// From the start of `unitsctl set` until `unitsctl watch` has printed the change, beside the same
/// with dconf.
enum WatchBenchmark {
  static func run(on bench: Workbench) throws -> [Row] {
    let control = bench.programs.control
    guard Installed.isThere(control) else { throw BenchFailure("unitsctl: not built") }
    let daemon = try DaemonUnderTest.start(on: bench)
    func ours(_ arguments: [String]) -> ChildProcess.Command {
      ChildProcess.Command(path: control, arguments: arguments, environment: daemon.environment)
    }
    guard try ChildProcess.run(ours(["set", "bench.value", "0"])) == 0 else {
      throw BenchFailure("unitsctl set: no success")
    }
    let subject = "unitsctl set → a watcher's line"
    let watcher = try Watcher(ours(["watch"]), on: bench)
    try watcher.awaitLine(within: .seconds(5))
    let peer = try SettingsPeer.start(on: bench)
    var peerWatcher: Watcher?
    if let peer {
      peerWatcher = try Watcher(peer.watch, on: bench)
      try peerWatcher?.settle { peer.write($0) }
    }
    var (ourTimes, theirTimes) = (Samples(), Samples())
    for round in 1...bench.rounds {
      try bench.checkInterruption()
      let command = ours(["set", "bench.value", "\(round)"])
      try ourTimes.measure { try watcher.awaitLine(after: command) }
      if let peer {
        let command = peer.write("'\(round)'")
        try theirTimes.measure { try peerWatcher?.awaitLine(after: command) }
      }
    }
    guard peer != nil else {
      return [Row(subject, ourTimes.median), Row("the same with dconf", missing: "not installed")]
    }
    return [
      Row(
        subject, ourTimes.median, beside: "dconf write → dconf watch", theirTimes.median,
        aim: .ratioAtMost(0.3))
    ]
  }
}

/// A process that prints a line, or a few, for each change.
private struct Watcher {
  private let output: CInt

  init(_ command: ChildProcess.Command, on bench: Workbench) throws {
    let (near, far) = try UnixSocket.pair()
    let farStream = FileDescriptor(owning: far)
    output = near
    makeBlocking(far)
    _ = try bench.start(command, output: farStream.number)
  }

  /// Starts a process that makes a change, and waits for the line and for the process's end.
  func awaitLine(after command: ChildProcess.Command) throws {
    let process = try ChildProcess.start(command)
    try awaitLine(within: .seconds(5))
    process.wait()
  }

  /// Waits for something to be printed, and takes all of it.
  func awaitLine(within limit: Duration) throws {
    let deadline = MonotonicTime.now() + limit
    guard try UnixSocket.wait(for: .readable, on: output, until: deadline) == .ready else {
      throw BenchFailure("a watcher printed nothing")
    }
    try discard()
  }

  /// Makes changes until the watcher is known to listen, then takes what it has printed of them.
  func settle(_ change: (String) -> ChildProcess.Command) throws {
    var heard = false
    for attempt in 0..<50 where !heard {
      _ = try ChildProcess.run(change("'attempt \(attempt)'"))
      let deadline = MonotonicTime.now() + .milliseconds(100)
      heard = try UnixSocket.wait(for: .readable, on: output, until: deadline) == .ready
    }
    MonotonicTime.sleep(until: .now() + .milliseconds(100))
    try discard()
  }

  private func discard() throws {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while case .bytes = try UnixSocket.receive(into: &buffer, from: output) {}
  }
}
