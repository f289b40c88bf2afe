import CUnitsLinux
import Foundation
import Testing

extension LiveTests {
  /// Many processes with different locales ask for the unit system of an empty store in the same
  /// moment: exactly one writes, and all print what it wrote.
  ///
  /// How they start together: each process is a shell that has blocked on a pipe; closing the
  /// pipe's other end lets all of them exec `unitsctl` at once. A daemon is behind the same gate, so
  /// that some find it, some find a socket that refuses, and some find none. Half of the processes
  /// may use the daemon and half are told not to.
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
        let result = race.run()
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
        let outcomes = Set(race.run().outcomes)
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

  func run() -> Result {
    var gate: [CInt] = [-1, -1]
    precondition(pipe(&gate) == 0)
    for end in gate { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var racers: [Child] = []
    let daemon = start(.unitsd, [], gate: gate[0], home.environment)
    for index in 0..<count {
      var environment = home.environment
      environment["LANG"] = index % 2 == 0 ? "en_US.UTF-8" : "de_DE.UTF-8"
      let arguments = (index / 2) % 2 == 0 ? ["get"] : ["--no-daemon", "get"]
      racers.append(start(.unitsctl, arguments, gate: gate[0], environment))
    }
    close(gate[0])
    close(gate[1])
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

  /// A shell that waits for the gate's other end to close and then becomes the program.
  private func start(
    _ program: Program, _ arguments: [String], gate: CInt, _ environment: [String: String]
  ) -> Child {
    Child(
      "/bin/sh", ["-c", #"read _; exec "$0" "$@" </dev/null"#, program.path] + arguments,
      environment: environment, input: .descriptor(gate))
  }
}
