import Foundation
import TestSupport
import Units
import UnitsClient
import UnitsControl
import UnitsLinux

/// A home of a test's own in which `unitsctl` is run in this process.
final class Session: Sendable {
  /// Where it lives; several sessions may share one.
  let home: TemporaryHome
  private let variables: [String: String]

  init(_ variables: [String: String] = ["LANG": "en_US.UTF-8"]) {
    home = TemporaryHome()
    self.variables = variables.merging(home.variables) { own, _ in own }.merging([
      "XDG_CONFIG_DIRS": "\(home.root)/xdg", "PATH": "\(home.root)/bin",
    ]) { own, _ in own }
  }

  /// A shell of the same home with other variables.
  init(_ variables: [String: String], sharing host: Session) {
    home = host.home
    self.variables = host.variables.merging(variables) { $1 }
  }

  var root: String { home.root }
  var environment: UnitsLinux.Environment { Environment(variables) }
  var configuration: String { home.configuration }
  var file: String { home.groupFile }
  var content: String? { home.groupText }

  /// The built daemon on this home.
  func startDaemon(socket: String? = nil) throws -> StartedDaemon {
    try StartedDaemon(in: home, ["XDG_CONFIG_DIRS": "\(root)/xdg"], socket: socket)
  }

  /// What one run came to.
  struct Outcome: Equatable, Sendable {
    var status: Int32
    var output = ""
    var error = ""

    static func done(_ output: String = "") -> Outcome { Outcome(status: 0, output: output) }
  }

  /// Whether a person looks at the output.
  enum Reader {
    case pipe
    case terminal
  }

  /// Runs one command to its end. The words are split at blanks; quote none.
  func run(
    _ line: String, reader: Reader = .pipe, columns: Int? = nil, input: String = "",
    errorReader: Reader = .pipe, now: @escaping () -> Instant = { .now() }
  ) -> Outcome {
    run(
      line.split(separator: " ").map(String.init), reader: reader, columns: columns, input: input,
      errorReader: errorReader, now: now)
  }

  func run(
    _ arguments: [String], reader: Reader = .pipe, columns: Int? = nil, input: String = "",
    errorReader: Reader = .pipe, now: @escaping () -> Instant = { .now() }
  ) -> Outcome {
    let output = Collector()
    let error = Collector()
    let status = Control.run(
      arguments: arguments, environment: environment,
      streams: ControlStreams(
        output: TextSink(
          isTerminal: { reader == .terminal }, columns: { columns }, write: output.write),
        error: TextSink(isTerminal: { errorReader == .terminal }, write: error.write),
        readInput: { _ in Array(input.utf8) }), now: now)
    return Outcome(status: status, output: output.text, error: error.text)
  }

  /// Writes one of the administrators' files, `json` or `mandatory`.
  func administer(_ kind: String, _ text: String) throws {
    try home.administer(kind, text, in: "xdg")
  }

  /// Writes the group's file.
  func write(_ text: String) throws {
    try home.makeConfiguration()
    try text.write(toFile: file, atomically: true, encoding: .utf8)
  }
}

/// What was written.
private final class Collector {
  private(set) var text = ""

  func write(_ more: String) -> StandardStream.Delivery {
    text += more
    return .delivered
  }
}
