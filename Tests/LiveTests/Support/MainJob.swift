import Foundation
import Testing

/// The story of a person who logs a distance, sees it in a status line, and switches the system.
struct MainJob {
  /// How soon a status line shows a change made elsewhere, counted from before the command that
  /// makes it was started.
  private static let promptly: Duration = .milliseconds(250)

  let home: Sandbox

  /// Lives through it; `killingDaemon` returns when a daemon is there again, or is going to be.
  func run(startingDaemon: () throws -> Void, killingDaemon: () throws -> Void) throws {
    // The first default is stored, with a daemon or without.
    #expect(home.unitsctl("get") == "imperial")
    #expect(home.preferences == [Sandbox.systemKey: "imperial"])

    try startingDaemon()
    home.unitsctl("log", "distance", "5000m")
    #expect(home.run(.unitsbar) == .init(status: 0, output: "3.1 mi today\n", error: ""))

    let follower = home.start(.unitsbar, "--follow")
    #expect(follower.firstLine == "3.1 mi today")
    follower.expects("5.0 km today", within: Self.promptly) { home.unitsctl("set", "metric") }
    follower.expects("7.5 km today", within: Self.promptly) {
      home.unitsctl("log", "distance", "2.5km")
    }

    try killingDaemon()
    follower.expects("4.7 mi today", within: .seconds(5)) {
      #expect(home.unitsctl("toggle") == "imperial")
    }
    try home.edit(#"{"dev.units.system": "metric"}"#)
    #expect(follower.nextLine(within: .seconds(1)) == "7.5 km today")
    #expect(home.unitsctl("get") == "metric")

    // Back in touch with the new daemon, it is as prompt as before.
    follower.expects("4.7 mi today", within: Self.promptly) { home.unitsctl("set", "imperial") }
    #expect(!follower.hasEnded)
    #expect(follower.errorText.isEmpty)
    // The signal itself ends it: nothing is to be finished.
    #expect(follower.end() == 128 + SIGTERM)
  }
}

extension Child {
  /// The first line of a follower that says something: `…` stands for what it does not know yet.
  var firstLine: String? {
    let line = nextLine(within: .seconds(5))
    return line == "…" ? nextLine(within: .seconds(5)) : line
  }

  /// Expects `line` to come next, within `limit` of the moment before `change` is made.
  func expects(
    _ line: String, within limit: Duration, after change: () -> Void,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let clock = ContinuousClock()
    let start = clock.now
    change()
    let next = nextLine(within: .seconds(10))
    let elapsed = clock.now - start
    #expect(next == line, sourceLocation: sourceLocation)
    #expect(elapsed <= limit, "\(line) came after \(elapsed)", sourceLocation: sourceLocation)
  }
}
