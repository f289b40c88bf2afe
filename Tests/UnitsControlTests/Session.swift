import Foundation
import Units
import UnitsClient
import UnitsControl
import UnitsLinux

/// A home of a test's own in which `unitsctl` is run in this process.
final class Session: Sendable {
  let root: String
  private let variables: [String: String]
  /// Whose directories these are; nil if they are this session's own.
  private let host: Session?

  init(_ variables: [String: String] = ["LANG": "en_US.UTF-8"]) {
    host = nil
    root = "/tmp/units-control-\(UUID().uuidString.prefix(8))"
    self.variables = variables.merging([
      "HOME": "\(root)/home", "XDG_RUNTIME_DIR": "\(root)/run", "XDG_CONFIG_DIRS": "\(root)/xdg",
      "PATH": "\(root)/bin",
    ]) { own, _ in own }
    do {
      for directory in ["home", "run"] {
        try FileManager.default.createDirectory(
          atPath: "\(root)/\(directory)", withIntermediateDirectories: true,
          attributes: [.posixPermissions: 0o700])
      }
    } catch {
      preconditionFailure("a test needs a directory: \(error)")
    }
  }

  /// A shell of the same home with other variables.
  init(_ variables: [String: String], sharing host: Session) {
    self.host = host
    root = host.root
    self.variables = host.variables.merging(variables) { $1 }
  }

  deinit {
    if host == nil { try? FileManager.default.removeItem(atPath: root) }
  }

  var environment: UnitsLinux.Environment { Environment(variables) }
  var configuration: String { "\(root)/home/.config/units" }
  var file: String { "\(configuration)/group.dev.units.json" }
  var content: String? { try? String(contentsOfFile: file, encoding: .utf8) }

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
    let folder = "\(root)/xdg/units"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try text.write(toFile: "\(folder)/group.dev.units.\(kind)", atomically: true, encoding: .utf8)
  }

  /// Writes the group's file.
  func write(_ text: String) throws {
    try FileManager.default.createDirectory(
      atPath: configuration, withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
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
