import Foundation
import TestSupport
import Testing

/// A terminal that nobody looks at: a server of tmux with one pane, whose keys are sent and whose
/// screen is read.
final class TmuxTerminal {
  /// What a test that needs one cannot do without.
  static let requirement = Requirement.peer("tmux")

  /// How long something may take to be seen.
  private static let patience: Duration = .seconds(60)

  /// Kept, since it goes with its last owner.
  private let home: Home
  private let socket: String
  private let environment: [String: String]

  /// Starts a command of the shell in a terminal of this size.
  init(_ command: String, _ home: Home, columns: Int = 100, rows: Int = 30) throws {
    self.home = home
    socket = "\(home.path)/run/tmux-\(UUID().uuidString.prefix(8))"
    var environment = home.environment
    environment["TERM"] = "xterm-256color"
    environment["LC_ALL"] = "C.UTF-8"
    self.environment = environment
    try tmux(
      "-f", "/dev/null", "new-session", "-d", "-x", "\(columns)", "-y", "\(rows)", "-e",
      "PS1=ready> ", command)
  }

  deinit {
    // A server that has ended with its last pane needs no end.
    _ = try? tmux("kill-server")
  }

  /// Sends keys by tmux's names: `Tab`, `C-c`.
  func press(_ keys: String...) throws { try tmux(["send-keys"] + keys) }

  /// Sends a text as it is.
  func type(_ text: String) throws {
    try tmux(
      ["send-keys", "-H"] + text.utf8.map { String($0, radix: 16) })
  }

  /// Presses and lets go of the left button of a mouse, by the protocol of xterm (SGR 1006).
  func click(column: Int, row: Int) throws {
    try type("\u{1b}[<0;\(column);\(row)M\u{1b}[<0;\(column);\(row)m")
  }

  /// The screen's lines.
  func lines() throws -> [String] {
    try tmux("capture-pane", "-p").split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init)
  }

  /// What tmux knows of the pane: `#{alternate_on}`.
  func property(_ format: String) throws -> String {
    try tmux("display-message", "-p", format).trimmingCharacters(in: .newlines)
  }

  /// Whether a text comes to be seen.
  @discardableResult
  func shows(
    _ text: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Bool {
    try shows("“\(text)”", sourceLocation: sourceLocation) { $0.contains { $0.contains(text) } }
  }

  /// Whether the screen comes to be as it should.
  @discardableResult
  func shows(
    _ what: String, sourceLocation: SourceLocation = #_sourceLocation,
    _ isRight: ([String]) -> Bool
  ) throws -> Bool {
    var seen: [String] = []
    let isSeen = try eventually(within: Self.patience) {
      seen = try lines()
      return isRight(seen)
    }
    let screen = seen.filter { !$0.isEmpty }.joined(separator: "\n")
    #expect(isSeen, "not \(what):\n\(screen)", sourceLocation: sourceLocation)
    return isSeen
  }

  @discardableResult
  private func tmux(_ words: String...) throws -> String { try tmux(words) }

  @discardableResult
  private func tmux(_ words: [String]) throws -> String {
    let program = try RunningProgram(["tmux", "-S", socket] + words, environment: environment)
    program.closeInput()
    let text = program.rest()
    _ = program.ends(within: .seconds(60))
    return text
  }
}
