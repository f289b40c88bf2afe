// A widget that stays: one line at each change of what it shows, and no wake-up otherwise.
//
// Whatever happens, a changed preference, a new record, midnight, a clock that was set, a program
// that was stopped and goes on, leads to the same two steps: find out what is to be shown now, and
// print it if it is not what was printed last. So nothing needs to be told twice, and nothing that
// was missed stays missed.

internal import Glibc
internal import Units
internal import UnitsClient
internal import UnitsLinux
internal import UnitsStore

/// Follows a group and prints a line at each change.
final class WidgetLoop {
  private let options: WidgetOptions
  private let loop: EventLoop
  private let client: GroupClient
  private let signals: SignalWatch
  private let midnight: WallClockTimer
  private var follower: GroupFollower?
  private var lifeline: Lifeline?

  private var values = SortedMembers()
  /// Today's total in metres; nil while it is not known.
  private var distance: Double?
  private var printed: String?
  private var exitStatus = ExitStatus.done

  init(options: WidgetOptions) throws(SystemError) {
    self.options = options
    signals = try SignalWatch([SIGTERM, SIGINT, SIGHUP, SIGCONT])
    loop = try EventLoop()
    client = GroupClient(options: options.client)
    midnight = try WallClockTimer()
  }

  /// Runs until its bar or a signal ends it; returns the exit status.
  func run() throws(SystemError) -> ExitStatus {
    SignalWatch.ignoreBrokenPipes()
    lifeline = Lifeline(loop: loop) { [unowned self] in loop.stop() }
    try loop.watch(signals.descriptor, for: .readable) { [unowned self] _ in takeSignals() }
    try loop.watch(midnight.descriptor, for: .readable) { [unowned self] _ in
      midnight.acknowledge()
      refreshDistance()
    }
    let follower = GroupFollower(
      options: options.client, interests: [.preferences, .records], loop: loop
    ) { [unowned self] event in take(event) }
    self.follower = follower
    try follower.start()
    show()
    try loop.run()
    return exitStatus
  }

  private func take(_ event: GroupFollower.Event) {
    switch event {
    case .preferences(let update):
      values = update.values
      show()
    case .recordsChanged: refreshDistance()
    case .problem(let error): WidgetProgram.tell(error.description)
    }
  }

  private func takeSignals() {
    while let signal = signals.next() {
      guard signal == SIGCONT else { return loop.stop() }
      // Whoever stopped us may have drawn over the line.
      printed = nil
      refreshDistance()
    }
  }

  /// Asks for the total of the day that is today now, and wakes again when it is over.
  private func refreshDistance() {
    let span = RecordSpan(type: .distance, dayContaining: .now())
    do throws(SystemError) { try midnight.arm(at: span.until.seconds) } catch {
      WidgetProgram.tell(error.description)
    }
    do throws(ClientError) { distance = try client.summary(span).sum } catch {
      // What was known last is better than nothing; the next change asks again.
      WidgetProgram.tell(error.description)
    }
    show()
  }

  private func show() {
    let line: String
    if let distance {
      let system = options.client.shownSystem(in: values)
      line = PlainFormat.line(WidgetState(system: system, distance: distance))
    } else {
      line = PlainFormat.placeholder(options.placeholder)
    }
    guard line != printed else { return }
    printed = line
    switch StandardStream.output.write(line) {
    case .delivered: break
    case .closed: loop.stop()
    case .failed(let error):
      WidgetProgram.tell(error.description)
      exitStatus = .inputOutput
      loop.stop()
    }
  }
}
