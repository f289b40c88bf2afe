// A widget that stays: one line at each change of what it shows, and no wake-up otherwise.
//
// Whatever happens, a changed preference, a new record, midnight, a clock that was set, a program
// that was stopped and goes on, leads to the same two steps: find out what is to be shown now, and
// print it if it is not what was printed last. So nothing needs to be told twice, and nothing that
// was missed stays missed. Both steps are taken when the bar can take a line (`LineOutput`): a
// thousand records imported in a second are a few questions and a few lines.

internal import Glibc
internal import UnitsClient
internal import UnitsCommandLine
internal import UnitsLinux
internal import UnitsPrograms
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
  private let model: WidgetModel
  private let signals: SignalWatch
  private var output: LineOutput?
  private var follower: GroupFollower?
  private var lifeline: Lifeline?
  private var alarm: DayAlarm?
  private var clicks: ClickStream?
  private var merged: MergedStatus?

  private var failures = 0
  private var retry: EventLoop.TimerID?
  private var repetition: EventLoop.TimerID?
  private var printed: String?
  /// Of tmux: when the last line was printed, at first when the program was started.
  private var lastPrint = MonotonicTime.now()
  private var hasOpened = false
  private var exitStatus = ExitStatus.done

  init(options: WidgetOptions) throws(SystemError) {
    self.options = options
    Process.acceptEndingSignals()
    Process.leaveChildrenAlone()
    // Only who has started another program has anything to do before it ends.
    let ending = options.merge == nil ? [] : [SIGTERM, SIGINT, SIGHUP]
    signals = try SignalWatch([SIGCONT] + ending)
    loop = try EventLoop()
    var client = options.client
    client.timeout = min(client.timeout, Self.questionLimit)
    model = WidgetModel(options: options, client: GroupClient(options: client))
  }

  /// Runs until its bar is gone; returns the exit status. A signal ends the process at once.
  func run() throws(SystemError) -> ExitStatus {
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
    do throws(ClientError) { try model.glance() } catch { planRetry(error) }
    armAlarm()
    output.invalidate()
    output.settle()
    listen()
    let follower = GroupFollower(
      options: options.client, interests: [.preferences, .records], loop: loop
    ) { [unowned self] event in take(event) }
    self.follower = follower
    try follower.start()
    // What it told while it started.
    output.settle()
    try loop.run()
    merged?.stop()
    return exitStatus
  }

  private func listen() {
    if options.format == .i3bar
      || options.format == .i3blocks && ClickStream.isOwn(parent: Process.parent)
    {
      clicks = ClickStream(loop: loop) { [unowned self] click in take(click) }
    }
    if let command = options.merge {
      let merged = MergedStatus(loop: loop, command: command) { [unowned self] in
        output?.invalidate()
      }
      self.merged = merged
      merged.start()
    }
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
      model.values = update.values
      output?.invalidate()
    case .recordsChanged(let change): if model.isConcerned(by: change) { refresh() }
    case .problem(let error): WidgetProgram.tell(error.description)
    }
  }

  private func take(_ click: Click) {
    guard options.format != .i3bar || click.name == I3barFormat.blockName else {
      merged?.pass(click)
      return
    }
    guard let action = ClickAction(button: click.button, settings: model.settings) else { return }
    do throws(ClientError) {
      try action.perform(model, options, waits: .none)
    } catch {
      WidgetProgram.tell(error.description)
    }
  }

  private func takeSignals() {
    while let signal = signals.next() {
      guard signal == SIGCONT else { return loop.stop() }
      // Whoever stopped us may have drawn over the line.
      printed = nil
      refresh()
    }
  }

  private func refresh() {
    model.invalidate()
    failures = 0
    output?.invalidate()
  }

  /// What was known last is better than nothing; the question is asked again after a pause.
  private func planRetry(_ error: ClientError) {
    WidgetProgram.tell(error.description)
    guard retry == nil, failures < Self.pauses.count else { return }
    retry = loop.after(Self.pauses[failures]) { [unowned self] in
      retry = nil
      model.invalidate()
      output?.invalidate()
    }
    failures += 1
  }

  private func armAlarm() {
    guard let end = model.dayEnd else { return }
    do throws(SystemError) { try alarm?.arm(at: end) } catch {
      WidgetProgram.tell(error.description)
    }
  }

  // MARK: What is shown

  private func nextLine() -> String? {
    do throws(ClientError) {
      try model.refresh()
      failures = 0
    } catch {
      planRetry(error)
    }
    armAlarm()
    let line =
      options.format == .i3bar
      ? I3barFormat.line(model.face, others: merged?.blocks ?? "") : options.format.line(model.face)
    guard line != printed else { return nil }
    if options.format == .tmux { planRepetition() }
    printed = line
    guard !hasOpened else { return line }
    hasOpened = true
    return options.format.opening + line
  }

  private func planRepetition() {
    let now = MonotonicTime.now()
    defer { lastPrint = now }
    guard now < lastPrint + TmuxFormat.repeatDelay else { return }
    if let repetition { loop.cancel(repetition) }
    repetition = loop.after(TmuxFormat.repeatDelay) { [unowned self] in
      repetition = nil
      printed = nil
      output?.invalidate()
    }
  }
}
