import CUnitsLinux
import Foundation
import Testing

extension LiveTests {
  /// Many processes with different locales ask for the unit system of an empty store in the same
  /// moment: exactly one writes, and all print what it wrote.
  ///
  /// How they start together: each process is a shell that has blocked on a pipe; closing the
  /// pipe's other end lets all of them exec `unitsctl` at once. In every other round a daemon is
  /// behind the same gate, so that some find it, some find a socket that refuses, and some find
  /// none; in the rounds between it listens already, and its clients, who have the longer way to the
  /// lock, get a head start of up to 14 ms, so that now these win and now those. Half of the processes may use the daemon and half are told not to.
  ///
  /// How writes are counted: renames onto the group's file, by inotify on its folder (`RenameWatch`
  /// says why none is missed); a second write of the same content would be counted as well.
  @Suite struct FirstDefaultRaceTests {
    private static let processes = 64

    /// `$UNITS_RACE_ROUNDS`, else 200.
    private static let rounds =
      ProcessInfo.processInfo.environment["UNITS_RACE_ROUNDS"].flatMap { Int($0) } ?? 200

    @Test func `sixty-four racers of two locales print one word that was written once`() throws {
      guard
        Requirement.areMet(.program(.unitsd), .program(.unitsctl), .file("/bin/sh"))
      else { return }
      var winners: [String: Int] = [:]
      var writtenByDaemon = 0
      for round in 1...Self.rounds {
        let race = try Race(of: Self.processes)
        let result = race.run(
          daemon: round % 2 == 0 ? .listening(headStart: UInt32(round % 16) * 1000) : .startingToo)
        let words = Set(result.outcomes.map(\.output))
        try #require(words.count == 1, "round \(round): \(words)")
        let word = try #require(words.first).trimmingCharacters(in: .newlines)
        try #require(["metric", "imperial"].contains(word), "round \(round): \(word)")
        for outcome in result.outcomes where outcome.status != 0 || !outcome.error.isEmpty {
          Issue.record("round \(round): \(outcome)")
        }
        #expect(race.home.preferences == [Sandbox.systemKey: word], "round \(round)")
        #expect(result.renames == 1, "round \(round)")
        winners[word, default: 0] += 1
        if result.daemonCommits == 1 { writtenByDaemon += 1 }
      }
      print(
        "first default: \(Self.rounds) rounds of \(Self.processes) processes, winners \(winners),",
        "written by the daemon in \(writtenByDaemon)")
    }

    @Test func `racers who have to make the folder first agree as well`() throws {
      guard
        Requirement.areMet(.program(.unitsd), .program(.unitsctl), .file("/bin/sh"))
      else { return }
      for round in 1...max(1, Self.rounds / 10) {
        let race = try Race(of: Self.processes, folder: .absent)
        let outcomes = Set(race.run(daemon: .startingToo).outcomes)
        let word = try #require(race.home.preferences[Sandbox.systemKey], "round \(round)")
        #expect(
          outcomes == [.init(status: 0, output: "\(word)\n", error: "")], "round \(round)")
      }
    }
  }
}

/// One round on an empty store.
private struct Race {
  struct Result {
    let outcomes: [Child.Outcome]
    let renames: Int?
    /// How many times the daemon wrote.
    let daemonCommits: Int?
  }

  /// Whether the group's folder is there when the race begins. Only then can renames be counted.
  enum Folder { case present, absent }

  /// Whether the daemon is there when the race begins, and how many microseconds its clients then
  /// have before the direct ones start.
  enum DaemonStart { case startingToo, listening(headStart: UInt32) }

  let home = Sandbox()
  private let watch: RenameWatch?
  private let count: Int

  init(of count: Int, folder: Folder = .present) throws {
    self.count = count
    guard folder == .present else {
      watch = nil
      return
    }
    try FileManager.default.createDirectory(
      atPath: home.configuration, withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    watch = RenameWatch(folder: home.configuration)
  }

  func run(daemon daemonStart: DaemonStart) -> Result {
    let daemonGate = Gate()
    let directGate = Gate()
    let daemon: Child
    switch daemonStart {
    case .startingToo: daemon = start(.unitsd, [], behind: daemonGate, home.environment)
    case .listening:
      daemon = home.start(.unitsd)
      _ = Deadline.poll { UnixConnection(to: home.socket) != nil }
    }
    let racers = (0..<count).map { index in
      var environment = home.environment
      environment["LANG"] = index % 2 == 0 ? "en_US.UTF-8" : "de_DE.UTF-8"
      return (index / 2) % 2 == 0
        ? start(.unitsctl, ["get"], behind: daemonGate, environment)
        : start(.unitsctl, ["--no-daemon", "get"], behind: directGate, environment)
    }
    daemonGate.open()
    if case .listening(let headStart) = daemonStart { usleep(headStart) }
    directGate.open()
    let outcomes = racers.map { $0.finish() }
    let commits = daemonCommits()
    // The daemon ends in good order before the writes are counted: it might have one under way.
    #expect(daemon.end() == 0, "\(daemon.errorText)")
    return Result(
      outcomes: outcomes, renames: watch?.renames(onto: "\(Sandbox.group).json"),
      daemonCommits: commits)
  }

  /// Asks the daemon, once it is up.
  private func daemonCommits() -> Int? {
    var connection: UnixConnection?
    _ = Deadline.poll {
      connection = UnixConnection(to: home.socket)
      return connection != nil
    }
    guard connection?.send(#"{"method":"dev.units.daemon.GetStatus"}"#) == true,
      let reply = connection?.receive(),
      let object = try? JSONSerialization.jsonObject(with: Data(reply.utf8)) as? [String: Any],
      let parameters = object["parameters"] as? [String: Any],
      let counters = parameters["counters"] as? [String: Any]
    else { return nil }
    return counters["commits"] as? Int
  }

  /// A shell that waits for the gate to open and then becomes the program.
  private func start(
    _ program: Program, _ arguments: [String], behind gate: Gate, _ environment: [String: String]
  ) -> Child {
    Child(
      "/bin/sh", ["-c", #"read _; exec "$0" "$@" </dev/null"#, program.path] + arguments,
      environment: environment, input: .descriptor(gate.waitingEnd))
  }
}

/// A pipe whose readers wait until its writing end is closed.
private final class Gate {
  let waitingEnd: CInt
  private let closedEnd: CInt

  init() {
    var ends: [CInt] = [-1, -1]
    precondition(pipe(&ends) == 0)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (waitingEnd, closedEnd) = (ends[0], ends[1])
  }

  func open() {
    close(waitingEnd)
    close(closedEnd)
  }
}
