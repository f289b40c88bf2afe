// One run of one command.

internal import Units
internal import UnitsClient
internal import UnitsCommandLine
internal import UnitsJSON
internal import UnitsLinux
internal import UnitsPrograms
internal import UnitsStore

/// What a command is given: its arguments, a client, and where to write.
struct Invocation {
  let arguments: ParsedLine
  let environment: Environment
  let streams: ControlStreams
  let client: GroupClient
  /// The present moment.
  let now: () -> Instant

  init(
    _ arguments: ParsedLine, environment: Environment, streams: ControlStreams,
    now: @escaping () -> Instant
  ) throws(ControlFailure) {
    self.now = now
    self.arguments = arguments
    self.environment = environment
    self.streams = streams
    do throws(UsageError) {
      var options = try ClientOptions(arguments, environment: environment)
      if Self.endsInTime(arguments.command) { options.beginOneTime() }
      client = GroupClient(options: options)
    } catch {
      throw ControlFailure(error)
    }
  }

  /// Whether all calls of a command have one time together. The others wait for people, read as much as
  /// there is, or go on until they are stopped.
  private static func endsInTime(_ command: CommandName?) -> Bool {
    switch command {
    case .watch, .pick, .demo, .load, .records, .import: false
    default: true
    }
  }

  var operands: [String] { arguments.operands }
  var wantsJSON: Bool { arguments.has(.json) }

  // MARK: Writing

  /// Writes to standard output.
  func write(_ text: String) throws(ControlFailure) {
    try streams.write(text)
  }

  /// Writes to a terminal whose cursor the text moves.
  func draw(_ text: String) throws(ControlFailure) {
    try ControlStreams.check(streams.output.draw(text))
  }

  /// Writes a line about a change that was made, unless nobody wants to hear of it.
  func report(_ text: String) throws(ControlFailure) {
    if !arguments.has(.quiet) { try write(text + "\n") }
  }

  /// Writes a line to standard error about something that did not stop the command.
  func warn(_ error: ClientError) {
    warn(error.description)
  }

  func warn(_ message: String, hint: String? = nil) {
    guard !arguments.has(.quiet) else { return }
    let hint = hint.map { "\($0)\n" } ?? ""
    _ = streams.error.write("\(Control.name): \(message)\n\(hint)")
  }

  /// A value as a line: JSON if that is wanted, else text.
  func text(of value: JSONValue) -> String {
    if wantsJSON { return value.description }
    let text = ValueText.plain(value)
    return streams.output.isTerminal() ? ValueText.escaped(text) : text
  }
}

extension ControlStreams {
  /// Writes to standard output.
  func write(_ text: String) throws(ControlFailure) {
    try Self.check(output.write(text))
  }

  fileprivate static func check(
    _ delivery: StandardStream.Delivery
  ) throws(ControlFailure) {
    switch delivery {
    case .delivered: return
    case .closed: throw .outputClosed
    case .failed(let error):
      throw ControlFailure(.inputOutput, "write standard output: \(error.reason)")
    }
  }
}
