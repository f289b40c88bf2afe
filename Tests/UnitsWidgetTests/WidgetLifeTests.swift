import Foundation
import TestSupport
import Testing
import Units

/// The life and death of `unitsbar --follow` as a built program.
@Suite(.serialized) struct WidgetLifeTests {
  /// The time in which a widget's end is "at once" on a machine that does other things as well.
  static let atOnce: Duration = .seconds(1)

  /// How long it is watched sleeping, in seconds. That it would go on for a minute is asked of the
  /// kernel; who has the time sets `UNITS_QUIET_SECONDS` to 60.
  static let quietSeconds =
    ProcessInfo.processInfo.environment["UNITS_QUIET_SECONDS"].flatMap(TimeInterval.init) ?? 2

  // MARK: Lines

  @Test func `each change is one line in one write`() throws {
    let home = try Home()
    try home.log(.distance, 5_000)
    let widget = try home.unitsbar("--follow", output: .packets)
    #expect(widget.nextRead() == "3.1 mi today\n")
    try home.set(system: .metric)
    #expect(widget.nextRead() == "5.0 km today\n")
    try home.log(.distance, 1_000)
    #expect(widget.nextRead() == "6.0 km today\n")
    // What changes nothing that is shown prints nothing.
    try home.set("another.key", "value")
    try home.log(.weight, 80)
    try home.set(system: .imperial)
    #expect(widget.nextRead() == "3.7 mi today\n")
    #expect(widget.nextLine(within: .milliseconds(300)) == nil)
  }

  @Test func `a change through the daemon is one line`() throws {
    let home = try Home()
    let daemon = try home.startDaemon()
    try home.log(.distance, 5_000)
    let widget = try home.unitsbar("--follow")
    #expect(widget.nextRead() == "3.1 mi today\n")
    try home.set(system: .metric)
    #expect(widget.nextRead() == "5.0 km today\n")
    try home.log(.distance, 1_000)
    #expect(widget.nextRead() == "6.0 km today\n")
    #expect(widget.nextLine(within: .milliseconds(300)) == nil)
    #expect(daemon.status() == nil)
  }

  @Test func `a daemon that comes later, goes and comes again is not noticed in what is shown`()
    throws
  {
    let home = try Home()
    try home.log(.distance, 5_000)
    let widget = try home.unitsbar("--follow")
    #expect(widget.nextLine() == "3.1 mi today")
    for _ in 0..<2 {
      let daemon = try home.startDaemon()
      try home.set(system: .metric)
      #expect(widget.nextLine() == "5.0 km today")
      daemon.signal(SIGKILL)
      #expect(daemon.ends(within: .seconds(5)))
      try home.set(system: .imperial)
      #expect(widget.nextLine() == "3.1 mi today")
    }
    #expect(widget.nextLine(within: .milliseconds(300)) == nil)
    #expect(widget.errorText() == "")
  }

  @Test func `a named daemon is heard as soon as it comes, and when it comes again`() throws {
    let home = try Home()
    try home.log(.distance, 5_000)
    let widget = try home.unitsbar(
      "--follow", "--socket", "\(home.path)/run/units/unitsd.sock", "--placeholder", "none")
    #expect(widget.nextLine() == "none")
    for (system, line) in [(UnitSystem.metric, "5.0 km today"), (.imperial, "3.1 mi today")] {
      try home.set(system: system)
      let daemon = try home.startDaemon()
      #expect(widget.comesToSay(line))
      daemon.signal(SIGKILL)
      #expect(daemon.ends(within: .seconds(5)))
    }
  }

  @Test func `where nothing is known there is a placeholder at once`() throws {
    let home = try Home()
    let widget = try home.unitsbar(
      "--follow", "--socket", "\(home.path)/run/later.sock", "--placeholder", "none")
    #expect(widget.nextLine(within: .seconds(1)) == "none")
    #expect(widget.status() == nil)
    #expect(widget.errorText() == "")
  }

  @Test func `a first default is never written by a widget that runs`() throws {
    let home = try Home()
    let widget = try home.unitsbar("--follow")
    #expect(widget.nextLine() == "0.0 mi today")
    try home.log(.distance, 5_000)
    #expect(widget.nextLine() == "3.1 mi today")
    #expect(home.preferences == nil)
  }

  @Test func `a daemon that is stuck holds up neither the first line nor the end`() throws {
    let home = try Home()
    try home.log(.distance, 5_000)
    let daemon = try home.startDaemon()
    daemon.signal(SIGSTOP)
    let widget = try home.unitsbar("--follow")
    #expect(widget.nextLine(within: .seconds(2)) == "3.1 mi today")
    widget.signal(SIGTERM)
    #expect(widget.ends(within: Self.atOnce))
    daemon.signal(SIGCONT)
  }

  // MARK: Ends

  @Test func `SIGTERM ends it at once although its bar hands on that it is blocked and ignored`()
    throws
  {
    let home = try Home()
    let widget = try home.shell(
      "exec env --block-signal=TERM --ignore-signal=TERM unitsbar --follow")
    #expect(widget.nextLine() != nil)
    widget.signal(SIGTERM)
    #expect(widget.ends(within: Self.atOnce))
  }

  @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
  func `a signal ends it at once`(signal: Int32) throws {
    let home = try Home()
    let widget = try home.unitsbar("--follow")
    #expect(widget.nextLine() != nil)
    widget.signal(signal)
    #expect(widget.ends(within: Self.atOnce))
  }

  // A pipe whose reader is gone fails, a socket hangs up.
  @Test(arguments: [RunningProgram.Output.pipe, .socket])
  func `it ends when nobody reads any more, with nothing to print`(
    output: RunningProgram.Output
  ) throws {
    let home = try Home()
    let widget = try home.unitsbar("--follow", output: output)
    #expect(widget.nextLine() != nil)
    #expect(widget.closeOutput())
    #expect(widget.ends(within: Self.atOnce))
  }

  @Test(arguments: [
    // A bar that starts its programs itself, one that does it through a shell, and one whose shell
    // stays. In each the first word that is printed is the process to kill, the second the widget.
    "timeout 600 sh -c 'echo $PPID $$; exec unitsbar --follow'",
    "sh -c 'echo $$; unitsbar --follow & echo $!; wait'",
    "sh -c 'echo $$; sh -c \"unitsbar --follow & echo \\$!; wait\" & wait'",
    // One for which another program works, which learns of the end only when it writes.
    "timeout 600 $HOME/i3blocks 600 sh -c 'cut -d \" \" -f 4 /proc/$PPID/stat; echo $$; exec unitsbar --follow'",
  ])
  func `it dies with the process that started it`(command: String) throws {
    let home = try Home()
    // Programs are known by their names.
    try FileManager.default.createSymbolicLink(
      atPath: "\(home.path)/i3blocks", withDestinationPath: "/usr/bin/timeout")
    let bar = try home.shell("exec \(command)")
    var numbers: [pid_t] = []
    while numbers.count < 2, let line = bar.nextLine() {
      numbers += line.split(separator: " ").compactMap { pid_t($0) }
    }
    let (starter, widget) = (try #require(numbers.first), try #require(numbers.last))
    #expect(bar.nextLine() == "0.0 mi today")
    kill(starter, SIGKILL)
    // The pipe stays open here, as in a bar that leaks it into other scripts.
    #expect(eventually(within: Self.atOnce) { !ProcessTable.isRunning(widget) })
  }

  @Test func `what a script started outlives the script, and not who ran that`() throws {
    let home = try Home()
    // As a window manager's start-up file does it. The pipe's ends are held here, so that they tell
    // nothing.
    mkfifo("\(home.path)/lines", 0o600)
    let pipe = open("\(home.path)/lines", O_RDWR | O_CLOEXEC)
    defer { close(pipe) }
    let script = try home.write(
      "start",
      """
      unitsbar --follow >$HOME/lines &
      read -r line <$HOME/lines
      echo "$! $line"

      """)
    let session = try home.shell("sh \(script); echo over; exec cat $HOME/lines")
    let words = try #require(session.nextLine()).split(separator: " ", maxSplits: 1)
    let widget = try #require(words.first.flatMap { pid_t($0) })
    #expect(words.last == "0.0 mi today")
    #expect(session.nextLine() == "over")
    for (system, unit) in [(UnitSystem.metric, "km"), (.imperial, "mi")] {
      try home.set(system: system)
      #expect(session.nextLine() == "0.0 \(unit) today")
    }
    session.signal(SIGKILL)
    #expect(eventually(within: Self.atOnce) { !ProcessTable.isRunning(widget) })
  }

  // MARK: Sleep

  @Test func `after a stop it says the present state again`() throws {
    let home = try Home()
    try home.log(.distance, 5_000)
    let widget = try home.unitsbar("--follow")
    #expect(widget.nextLine() == "3.1 mi today")
    // Nothing else is left to do that could have it look again.
    #expect(
      eventually(within: .seconds(30)) { ProcessTable.isAsleepWithoutTimeout(widget.process) })
    widget.signal(SIGSTOP)
    #expect(eventually { ProcessTable.isStopped(widget.process) })
    widget.signal(SIGCONT)
    #expect(widget.nextLine() == "3.1 mi today")
    widget.signal(SIGSTOP)
    #expect(eventually { ProcessTable.isStopped(widget.process) })
    try home.set(system: .metric)
    widget.signal(SIGCONT)
    // The signal may be seen before the change.
    let line = widget.nextLine()
    #expect(line == "5.0 km today" || widget.nextLine() == "5.0 km today")
  }

  @Test(arguments: [false, true])
  func `nothing wakes it while nothing changes`(withDaemon: Bool) throws {
    // Far from midnight, whatever the time is.
    let home = try Home(timeZone: WidgetMidnightTests.timeZone(midnightIn: 12 * 3_600))
    let daemon = withDaemon ? try home.startDaemon() : nil
    let widget = try home.unitsbar("--follow")
    #expect(widget.nextLine() != nil)
    try home.set(system: .metric)
    #expect(widget.nextLine() != nil)
    // What the change started, a second look or a check, is over after a while: then it sleeps until
    // a descriptor wakes it, and the one that does so by itself does not within a minute.
    #expect(
      eventually(within: .seconds(30)) {
        ProcessTable.isAsleepWithoutTimeout(widget.process)
      })
    #expect(try #require(ProcessTable.secondsUntilTimer(of: widget.process)) > 60)
    // The clock is the machine's: whoever sets it, another run of these tests for one, wakes it.
    let isQuiet = try (1...3).contains { _ in
      let before = try #require(ProcessTable.sleeps(of: widget.process))
      Thread.sleep(forTimeInterval: Self.quietSeconds)
      return ProcessTable.sleeps(of: widget.process) == before
    }
    #expect(isQuiet)
    #expect(ProcessTable.isAsleepWithoutTimeout(widget.process))
    #expect(daemon?.status() == nil)
  }
}
