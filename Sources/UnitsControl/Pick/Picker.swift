internal import Glibc
internal import Units
internal import UnitsClient
internal import UnitsJSON
internal import UnitsLinux
internal import UnitsPrograms
internal import UnitsStore

/// A picker at work: keys in, changes out, and whatever changes is shown.
final class Picker {
  /// Why it ended, if not by a key.
  private(set) var failure: ControlFailure?
  private(set) var model: PickModel

  /// How long an escape may be the first byte of a sequence.
  private static let escapeTime: Duration = .milliseconds(50)

  private let invocation: Invocation
  private let loop: EventLoop
  private let input: CInt
  private let output: CInt
  /// What is stored as far as is known.
  private var values = SortedMembers()
  private var keys = PickKeys()
  private var escapeTimer: EventLoop.TimerID?
  private var message: String?
  private var screen: PickScreen?
  private var isDone = false

  init(_ invocation: Invocation, loop: EventLoop, input: CInt, output: CInt) {
    self.invocation = invocation
    self.loop = loop
    self.input = input
    self.output = output
    model = PickModel(options: invocation.client.options, values: SortedMembers())
  }

  /// Runs until a key ends it, or the terminal goes.
  func run() throws(SystemError) {
    let signals = try SignalWatch([SIGWINCH, SIGTSTP])
    let follower = GroupFollower(
      options: invocation.client.options, interests: .preferences, loop: loop
    ) { [unowned self] event in take(event) }
    let terminal = try RawTerminal(input, leaving: PickScreen.leaving)
    draw(entering: .theScreen)
    try loop.watch(input, for: .readable) { [unowned self] _ in read() }
    try loop.watch(signals.descriptor, for: .readable) { [unowned self] _ in hasSignal = true }
    try follower.start()
    defer {
      follower.stop()
      loop.forget(input)
      loop.forget(signals.descriptor)
    }
    while !isDone, failure == nil {
      try loop.turn()
      guard hasSignal else { continue }
      hasSignal = false
      while let signal = signals.next() {
        if signal == SIGTSTP {
          terminal.leave()
          RawTerminal.stopProcess()
          try terminal.enter()
        }
        draw(entering: .theScreen)
      }
    }
  }

  private var hasSignal = false

  // MARK: What comes in

  private func take(_ event: GroupFollower.Event) {
    switch event {
    case .recordsChanged: return
    case .preferences(let update):
      message = nil
      values = update.values
      model.update(values)
    case .problem(let error):
      if case .notRunning = error { failure = ControlFailure(error) }
      message = error.description
    }
    draw()
  }

  private func read() {
    var bytes: [UInt8] = []
    do throws(SystemError) {
      // The end of the terminal.
      if try readBytes(input, appendingTo: &bytes, limit: 4096) == 0 { isDone = true }
    } catch {
      isDone = true
    }
    if let escapeTimer { loop.cancel(escapeTimer) }
    for key in keys.take(bytes) { act(on: key) }
    guard keys.awaitsMore else { return }
    escapeTimer = loop.after(Self.escapeTime) { [unowned self] in
      for key in keys.timeIsOver() { act(on: key) }
    }
  }

  private func act(on key: PickKey) {
    guard !isDone else { return }
    switch key {
    case .up: model.moveFocus(by: -1)
    case .down: model.moveFocus(by: 1)
    case .left: store(model.step(-1))
    case .right: store(model.step(1))
    case .turn: store(model.turn())
    case .number(let number): store(model.choose(number - 1))
    case .click(let column, let row):
      guard let target = screen?.target(column: column, row: row) else { return }
      model.setFocus(target.line)
      store(model.choose(target.segment))
    case .end: isDone = true
    }
    draw()
  }

  private func store(_ change: JSONObject?) {
    guard let change else { return }
    do throws(ClientError) {
      try invocation.client.set(change)
      message = nil
      // It is stored: the next key, which may be here already, goes on from it.
      _ = values.apply(Patch(SortedMembers(change)))
      model.update(values)
    } catch {
      // It is not stored, so it is not shown; another key tries again.
      message = error.description
    }
  }

  // MARK: What goes out

  private enum Entrance {
    case theScreen
    case nothing
  }

  private func draw(entering entrance: Entrance = .nothing) {
    let size = TerminalSize(of: output) ?? TerminalSize(columns: 80, rows: 24)
    let drawn = PickScreen(model, message: message, size: size)
    screen = drawn
    let text = (entrance == .theScreen ? PickScreen.entering : "") + drawn.text
    do throws(ControlFailure) { try invocation.draw(text) } catch { failure = error }
  }
}
