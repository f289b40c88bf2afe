// A widget that stays: one line at each change of what it shows, and no wake-up otherwise.
//
// Whatever happens, a changed preference, a new record, midnight, a clock that was set, a program
// that was stopped and goes on, leads to the same two steps: find out what is to be shown now, and
// print it if it is not what was printed last. So nothing needs to be told twice, and nothing that
// was missed stays missed. Both steps are taken when the bar can take a line (`LineOutput`): a
// thousand records imported in a second are a few questions and a few lines.

internal import Glibc
internal import Units
internal import UnitsClient
internal import UnitsLinux
internal import UnitsStore

/// Follows a group and prints a line at each change.
final class WidgetLoop {
  /// How long a question may hold up the loop.
  private static let questionLimit: Duration = .milliseconds(500)
  /// When a question that was not answered is asked again, if nothing happens before.
  private static let pauses: [Duration] = [
    .milliseconds(300), .seconds(2), .seconds(10), .seconds(60),
  ]

  private let options: WidgetOptions
  private let loop: EventLoop
  private let client: GroupClient
  private let signals: SignalWatch
  private var output: LineOutput?
  private var follower: GroupFollower?
  private var lifeline: Lifeline?
  private var alarm: DayAlarm?

  private var values = SortedMembers()
  /// The total of `span` in metres; nil while it is not known.
  private var distance: Double?
  private var span: RecordSpan?
  private var isStale = true
  private var failures = 0
  private var retry: EventLoop.TimerID?
  private var printed: String?
  private var exitStatus = ExitStatus.done

  init(options: WidgetOptions) throws(SystemError) {
    self.options = options
    Process.acceptEndingSignals()
    signals = try SignalWatch([SIGCONT])
    loop = try EventLoop()
    var client = options.client
    client.timeout = min(client.timeout, Self.questionLimit)
    self.client = GroupClient(options: client)
  }

  /// Runs until its bar is gone; returns the exit status. A signal ends the process at once.
  func run() throws(SystemError) -> ExitStatus {
    SignalWatch.ignoreBrokenPipes()
    var isOver = false
    lifeline = Lifeline(loop: loop) { [unowned self] in
      isOver = true
      loop.stop()
    }
    if isOver { return .done }
    let output = LineOutput(loop: loop) { [unowned self] in
      nextLine()
    } ended: {
      [unowned self] end in
      finish(end)
    }
    self.output = output
    loop.beforeSleep = { [unowned output] in output.settle() }
    try loop.watch(signals.descriptor, for: .readable) { [unowned self] _ in takeSignals() }
    alarm = try DayAlarm(loop: loop, environment: options.client.environment) {
      [unowned self] in refresh()
    }
    // The first line is asked for in one round trip. Were it told by the follower's first events, a
    // placeholder would have to stand before it.
    glance()
    output.invalidate()
    output.settle()
    let follower = GroupFollower(
      options: options.client, interests: [.preferences, .records], loop: loop
    ) { [unowned self] event in take(event) }
    self.follower = follower
    try follower.start()
    // What it told while it started.
    output.settle()
    try loop.run()
    return exitStatus
  }

  private func finish(_ end: LineOutput.End) {
    if case .failed(let error) = end {
      WidgetProgram.tell(error.description)
      exitStatus = .inputOutput
    }
    loop.stop()
  }

  // MARK: What happens

  private func take(_ event: GroupFollower.Event) {
    switch event {
    case .preferences(let update):
      values = update.values
      output?.invalidate()
    case .recordsChanged(let change):
      if let span, !change.concerns(span) { return }
      refresh()
    case .problem(let error): WidgetProgram.tell(error.description)
    }
  }

  private func takeSignals() {
    while signals.next() != nil {
      // Whoever stopped us may have drawn over the line.
      printed = nil
      refresh()
    }
  }

  private func refresh() {
    isStale = true
    failures = 0
    output?.invalidate()
  }

  // MARK: What is known

  private func glance() {
    let span = today()
    do throws(ClientError) {
      let glance = try client.glance([PreferenceKey.unitSystem], span)
      values = try glance.values.get()
      distance = try glance.summary.get().sum
      isStale = false
    } catch {
      planRetry(error)
    }
  }

  private func ask() {
    let span = today()
    do throws(ClientError) {
      distance = try client.summary(span).sum
      isStale = false
      failures = 0
    } catch {
      planRetry(error)
    }
  }

  /// The day that is today now; wakes again when it is over. What is known of another day is
  /// forgotten.
  private func today() -> RecordSpan {
    let span = RecordSpan(type: .distance, dayContaining: .now())
    do throws(SystemError) { try alarm?.arm(at: span.until.seconds) } catch {
      WidgetProgram.tell(error.description)
    }
    if span != self.span { distance = nil }
    self.span = span
    return span
  }

  /// What was known last is better than nothing; the question is asked again after a pause.
  private func planRetry(_ error: ClientError) {
    WidgetProgram.tell(error.description)
    guard retry == nil, failures < Self.pauses.count else { return }
    retry = loop.after(Self.pauses[failures]) { [unowned self] in
      retry = nil
      isStale = true
      output?.invalidate()
    }
    failures += 1
    isStale = false
  }

  // MARK: What is shown

  private func nextLine() -> String? {
    if isStale { ask() }
    let line: String
    if let distance {
      let system = options.client.shownSystem(in: values)
      line = PlainFormat.line(WidgetState(system: system, distance: distance))
    } else {
      line = PlainFormat.placeholder(options.placeholder)
    }
    guard line != printed else { return nil }
    printed = line
    return line
  }
}

extension RecordsChange {
  /// Whether a summary of the span may be another now.
  func concerns(_ span: RecordSpan) -> Bool {
    if let type, type != span.type { return false }
    if let since, since >= span.until { return false }
    if let until, until <= span.since { return false }
    return true
  }
}
