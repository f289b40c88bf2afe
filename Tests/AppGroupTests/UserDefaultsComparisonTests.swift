import AppGroup
import Foundation
import Testing

/// What the library is for, side by side with Foundation's UserDefaults, in one run.
@Suite(.serialized) struct UserDefaultsComparisonTests {
  typealias Way = GroupDefaultsTests.Way

  @Test(arguments: Way.allCases)
  func `two programs that write a hundred keys each leave two hundred`(_ way: Way) throws {
    let (sandbox, daemon) = try GroupDefaultsTests.sandbox(way)
    defer { daemon?.stop() }
    try runAtOnce(try ["a", "b"].map { try sandbox.startProbe(["fill", $0]) })
    let group = sandbox.group()
    let kept = ["a", "b"].map { prefix in
      (0..<100).count { group.object(forKey: "\(prefix).\($0)") != nil }
    }.reduce(0, +)
    #expect(kept == 200)
    // Whether two of Foundation's savings meet is luck: so several rounds.
    let keptByFoundation = try (1...5).map { round in
      let suite = "dev.units.comparison.\(round)"
      try runAtOnce(
        try ["a", "b"].map { try sandbox.startProbe(["foundation-fill", suite, $0]) })
      return try sandbox.probe("foundation-count", suite)
    }
    print(
      "2 programs x 100 keys, kept: AppGroup (\(way)) \(kept), UserDefaults \(keptByFoundation)")
  }

  @Test(arguments: Way.allCases)
  func `what was set survives a kill`(_ way: Way) throws {
    let (sandbox, daemon) = try GroupDefaultsTests.sandbox(way)
    defer { daemon?.stop() }
    let ours = try sandbox.startProbe(["set", "key", "value"])
    #expect(ours.line() == "set")
    ours.kill()
    #expect(sandbox.group().string(forKey: "key") == "value")
    let suite = "dev.units.comparison"
    let theirs = try sandbox.startProbe(["foundation-set", suite, "key", "value"])
    #expect(theirs.line() == "set")
    theirs.kill()
    let found = try sandbox.probe("foundation-get", suite, "key")
    print("kill -9 after set: AppGroup (\(way)) there, UserDefaults \(found)")
  }

  @Test(.timeLimit(.minutes(10)), arguments: Way.allCases)
  func `a change in one program is seen in another`(_ way: Way) throws {
    let (sandbox, daemon) = try GroupDefaultsTests.sandbox(way)
    defer { daemon?.stop() }
    let group = sandbox.group()
    let observer = try sandbox.startProbe(["latencies"])
    #expect(observer.line() == "ready")
    for _ in 0..<200 {
      try group.set(monotonicNanoseconds(), forKey: "moment")
      #expect(observer.line() == "seen")
    }
    try group.set(-1, forKey: "moment")
    let report = try #require(observer.line())
    observer.kill()
    let percentiles = report.split(separator: " ").compactMap { Int($0) }
    #expect(percentiles.count == 2)
    print("set in one program, told in another (\(way)): p50 and p99 in µs: \(report)")
  }

  @Test func `a read costs a lock and a look-up`() throws {
    let sandbox = try Sandbox()
    let lines = try sandbox.probe("reads", "dev.units.reads").split(separator: "\n")
    for line in lines { print("nanoseconds of a read: \(line)") }
    #expect(lines.count { $0.hasPrefix("AppGroup ") } == 7)
    #expect(lines.count { $0.hasPrefix("UserDefaults ") } == 2)
  }

  private func runAtOnce(_ probes: [RunningProbe]) throws {
    for probe in probes { #expect(probe.line() == "ready") }
    for probe in probes { probe.send("\n") }
    for probe in probes { #expect(probe.outputToEnd() == "") }
  }

  private func monotonicNanoseconds() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }
}
