// Whole processes, from posix_spawn to wait4.

internal import UnitsLinux

/// `unitsctl get`, `unitsctl set` and `unitsbar` as processes, beside the least that a process costs
/// and beside the peers.
enum ProcessBenchmark {
  /// One program that takes its turn.
  private struct Contestant {
    let name: String
    let command: ChildProcess.Command
    var samples = Samples()
  }

  static func run(on bench: Workbench) throws -> [Row] {
    let empty = "empty C program"
    var contestants = [
      Contestant(
        name: empty,
        command: ChildProcess.Command(path: try bench.path(of: .empty), environment: []))
    ]
    contestants += try ours(on: bench)
    let (peers, missing) = try PeerProgram.start(on: bench)
    for peer in peers {
      contestants.append(Contestant(name: peer.name, command: peer.read))
      if let write = peer.write {
        contestants.append(Contestant(name: "dconf write", command: write("'metric'")))
      }
    }
    var rows: [Row] = []
    try takeTurns(&contestants, bench, &rows)
    func median(_ name: String) -> Quantity? {
      contestants.first { $0.name == name }.map(\.samples.median)
    }
    func compare(_ name: String, _ peer: String, _ limit: Double) {
      guard let figure = median(name) else { return }
      guard let other = median(peer) else { return }
      rows.append(
        Row("\(name), whole process", figure, beside: peer, other, aim: .ratioAtMost(limit)))
    }
    compare("unitsctl get", empty, 1.5)
    for peer in peers { compare("unitsctl get", peer.name, 0.4) }
    compare("unitsctl set", "dconf write", 0.5)
    compare("unitsbar", empty, 1.6)
    rows.append(try firstLine(on: bench))
    for peer in missing {
      rows.append(Row("unitsctl get, whole process, beside \(peer)", missing: "not installed"))
    }
    return rows
  }

  /// From the start of a follower until its first line can be read.
  private static func firstLine(on bench: Workbench) throws -> Row {
    let subject = "unitsbar --follow, first line"
    let program = bench.programs.widget
    guard Installed.isThere(program) else { return Row(subject, missing: "not built") }
    let daemon = try DaemonUnderTest.start(on: bench)
    let command = ChildProcess.Command(
      path: program, arguments: ["--follow"], environment: daemon.environment)
    var samples = Samples()
    for _ in 0..<bench.rounds {
      try bench.checkInterruption()
      let (near, far) = try UnixSocket.pair()
      let output = FileDescriptor(owning: near)
      let farOutput = FileDescriptor(owning: far)
      var follower: ChildProcess?
      try samples.measure {
        follower = try ChildProcess.start(command, output: farOutput.number)
        let deadline = MonotonicTime.now() + .seconds(5)
        guard try UnixSocket.wait(for: .readable, on: output.number, until: deadline) == .ready
        else { throw BenchFailure("unitsbar --follow: printed nothing") }
      }
      follower?.end()
    }
    return Row(
      subject, samples.median, aim: .figureAtMost(Quantity(value: 5e6, unit: .nanoseconds)))
  }

  private static func ours(on bench: Workbench) throws -> [Contestant] {
    let daemon = try DaemonUnderTest.start(on: bench)
    let (control, widget) = (bench.programs.control, bench.programs.widget)
    func contestant(_ name: String, _ path: String, _ arguments: [String]) -> Contestant {
      Contestant(
        name: name,
        command: ChildProcess.Command(
          path: path, arguments: arguments, environment: daemon.environment))
    }
    return [
      contestant("unitsctl get", control, ["get"]),
      contestant("unitsctl set", control, ["set", "bench.value", "0"]),
      contestant("unitsbar", widget, []),
    ]
  }

  /// Runs all in turns. One that cannot do its work is left out, with a row that says so.
  private static func takeTurns(
    _ contestants: inout [Contestant], _ bench: Workbench, _ rows: inout [Row]
  ) throws {
    var able: [Contestant] = []
    for contestant in contestants {
      let command = contestant.command
      guard Installed.isThere(command.path) else {
        rows.append(Row(contestant.name, missing: "not built"))
        continue
      }
      let status = try ChildProcess.run(command)
      if status == 0 {
        able.append(contestant)
      } else {
        rows.append(Row(contestant.name, missing: "ended with status \(status)"))
      }
    }
    for round in 0..<bench.rounds {
      try bench.checkInterruption()
      for index in able.indices {
        var command = able[index].command
        // What is written has to differ from what was.
        if command.arguments.first == "set" { command.arguments[2] = "\(round + 1)" }
        if command.arguments.first == "write" {
          command.arguments[2] = round % 2 == 0 ? "'imperial'" : "'metric'"
        }
        try able[index].samples.measure { _ = try ChildProcess.run(command) }
      }
    }
    contestants = able
  }
}
