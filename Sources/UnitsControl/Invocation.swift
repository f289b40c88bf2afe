// One run of one command.

internal import Units
internal import UnitsClient
internal import UnitsJSON
internal import UnitsLinux
internal import UnitsStore

/// What a command is given: its arguments, a client, and where to write.
struct Invocation {
  let arguments: Arguments
  let environment: Environment
  let streams: ControlStreams
  let client: GroupClient
  /// The present moment.
  let now: () -> Instant

  init(
    _ arguments: Arguments, environment: Environment, streams: ControlStreams,
    now: @escaping () -> Instant
  ) throws(ControlFailure) {
    self.now = now
    self.arguments = arguments
    self.environment = environment
    self.streams = streams
    client = GroupClient(options: try Self.clientOptions(arguments, environment))
  }

  var operands: [String] { arguments.operands }
  var wantsJSON: Bool { arguments.has(.json) }

  // MARK: Writing

  /// Writes to standard output.
  func write(_ text: String) throws(ControlFailure) {
    switch streams.output.write(text) {
    case .delivered: return
    case .closed: throw .outputClosed
    case .failed(let error):
      throw ControlFailure(.inputOutput, "write standard output: \(error.reason)")
    }
  }

  /// Writes a line about a change that was made, unless nobody wants to hear of it.
  func report(_ text: String) throws(ControlFailure) {
    if !arguments.has(.quiet) { try write(text + "\n") }
  }

  /// Writes a line to standard error about something that did not stop the command.
  func warn(_ error: ClientError) {
    if !arguments.has(.quiet) { _ = streams.error.write("\(Control.name): \(error)\n") }
  }

  /// A value as a line: JSON if that is wanted, else text.
  func text(of value: JSONValue) -> String {
    if wantsJSON { return value.description }
    let text = ValueText.plain(value)
    return streams.output.isTerminal() ? ValueText.escaped(text) : text
  }

  // MARK: Options

  static func clientOptions(
    _ arguments: Arguments, _ environment: Environment
  ) throws(ControlFailure) -> ClientOptions {
    var options = ClientOptions(environment: environment)
    if arguments.options.isEmpty { return options }
    if let text = arguments[.group] {
      guard let group = GroupName(text) else {
        throw .usage(
          "not a group's name: \(text)", hint: "letters, digits, '.', '-' and '_', at most 200")
      }
      options.group = group
    }
    if let path = arguments[.socket] {
      guard !arguments.has(.noDaemon) else {
        throw .usage("options exclude each other: --socket, --no-daemon")
      }
      options.socket = SocketAddress(path: absolute(path, environment), choice: .named)
      options.route = .daemonOnly
    }
    if arguments.has(.noDaemon) { options.route = .directOnly }
    if let text = arguments[.timeout] { options.timeout = try timeout(text) }
    return options
  }

  /// A path in the sense of the shell that it was typed in: what is watched has to be absolute.
  private static func absolute(_ path: String, _ environment: Environment) -> String {
    guard path.utf8.first != UInt8(ascii: "/"), let directory = environment["PWD"] else {
      return path
    }
    return "\(directory)/\(path)"
  }

  /// Longer than an hour is for ever, and for ever is a hang.
  private static let longestTimeout = 3600.0

  private static func timeout(_ text: String) throws(ControlFailure) -> Duration {
    guard let seconds = Double(text), seconds > 0, seconds <= longestTimeout else {
      throw .usage("not a timeout: \(text)", hint: "seconds above 0, up to 3600")
    }
    return .seconds(seconds)
  }
}
