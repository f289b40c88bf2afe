// What is done most, in instructions: they are the same on a busy machine.

internal import Glibc
internal import UnitsJSON
internal import UnitsLinux
internal import UnitsProtocol

/// The instructions of `unitsctl get`, of one Get and of one Set in the daemon, counted by Valgrind.
enum InstructionsBenchmark {
  private static let gets = 1_000
  private static let sets = 20

  static func run(on bench: Workbench) throws -> [Row] {
    guard let valgrind = Installed.path(of: "valgrind") else {
      return [Row("instructions", missing: "valgrind: not installed")]
    }
    let daemon = try DaemonUnderTest.start(on: bench)
    _ = try ChildProcess.run(
      ChildProcess.Command(
        path: bench.programs.control, arguments: ["get"], environment: daemon.environment))
    let output = bench.path("instructions")
    var command = command(valgrind, output, bench.programs.control, daemon.environment)
    command.arguments.append("get")
    guard try ChildProcess.run(command) == 0 else {
      throw BenchFailure("valgrind: unitsctl get did not succeed")
    }
    let process = try total(output)
    bench.endProcesses()
    let idle = try daemonTotal(valgrind, gets: 0, sets: 0, on: bench)
    let reading = try daemonTotal(valgrind, gets: gets, sets: 0, on: bench)
    let writing = try daemonTotal(valgrind, gets: 0, sets: sets, on: bench)
    func row(_ subject: String, _ count: Int) -> Row {
      Row(subject, Quantity(value: Double(count), unit: .count))
    }
    return [
      row("unitsctl get, instructions", process),
      row("a Get in the daemon, instructions", (reading - idle) / gets),
      row("a durable Set in the daemon, instructions", (writing - idle) / sets),
    ]
  }

  private static func command(
    _ valgrind: String, _ output: String, _ program: String, _ environment: [String]
  ) -> ChildProcess.Command {
    ChildProcess.Command(
      path: valgrind,
      arguments: ["--tool=callgrind", "--callgrind-out-file=\(output)", "-q", program],
      environment: environment)
  }

  /// What a daemon takes from its start to its end that answers so many calls in between.
  private static func daemonTotal(
    _ valgrind: String, gets: Int, sets: Int, on bench: Workbench
  ) throws -> Int {
    let output = bench.path("instructions")
    let daemon = try DaemonUnderTest.start(on: bench) { program, environment in
      command(valgrind, output, program, environment)
    }
    var caller = try Caller(to: daemon.socketPath)
    func set(_ round: Int) throws {
      try caller.call(PreferencesSet(values: ["bench.value": .integer(1_000_000 + round)]).frame)
    }
    try set(0)
    let get = PreferencesGet(keys: ["bench.value"]).frame
    for _ in 0..<gets { try caller.call(get) }
    for round in 0..<sets {
      try bench.checkInterruption()
      try set(round + 1)
      // The look at the file that follows a commit belongs to it.
      MonotonicTime.sleep(until: .now() + .milliseconds(60))
    }
    bench.endProcesses()
    return try total(output)
  }

  /// The number behind `totals:` in a file of Callgrind's.
  private static func total(_ path: String) throws -> Int {
    let bytes = try openFile(path, flags: O_RDONLY).readToEnd(path: path, limit: 1 << 26)
    let text = String(decoding: bytes, as: UTF8.self)
    for line in text.split(separator: "\n").reversed() {
      for word in ["totals: ", "summary: "] where line.hasPrefix(word) {
        if let total = Int(line.dropFirst(word.count)) { return total }
      }
    }
    throw BenchFailure("callgrind: no total")
  }
}
