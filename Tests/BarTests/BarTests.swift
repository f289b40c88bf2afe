import Foundation
import TestSupport
import Testing
import Units

/// Real bars on a screen that nobody looks at: each shows five kilometres in miles, is clicked, shows
/// kilometres, and is killed, and no widget outlives it. One after another: they are looked at, and
/// the machine may be small.
@Suite(.serialized) enum BarTests {
  /// What is seen of five kilometres.
  static let miles = "3.1 mi today"
  static let kilometers = "5.0 km today"
  static let barHeight = 28

  /// The left end of a bar at the top of the screen.
  static let left = Screen.Region(x: 0, y: 0, width: 220, height: barHeight)
  /// The right end.
  static let right = Screen.Region(x: 440, y: 0, width: 160, height: barHeight)

  private static let article = "Sources/UnitsWidget/UnitsWidget.docc/Bars.md"

  /// A home in which five kilometres were logged.
  static func home() throws -> Home {
    let home = try Home()
    try home.log(.distance, 5_000)
    return home
  }

  /// The lines that the article on bars has for one, which are what is run here: those after `**NAME**`.
  static func snippet(
    for bar: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> String {
    var folder = URL(filePath: #filePath)
    repeat {
      folder.deleteLastPathComponent()
    } while folder.path != "/"
      && !FileManager.default.fileExists(atPath: folder.appending(path: article).path)
    let text = try String(contentsOf: folder.appending(path: article), encoding: .utf8)
    let part = try #require(
      text.range(of: "\n**\(bar)**").map { text[$0.upperBound...] }, sourceLocation: sourceLocation)
    let pieces = part.split(separator: "\n```", maxSplits: 2, omittingEmptySubsequences: false)
    let block = try #require(pieces.count == 3 ? pieces[1] : nil, sourceLocation: sourceLocation)
    // Behind the name of the language.
    return String(block.drop { $0 != "\n" }.dropFirst())
  }

  /// Starts a bar on a screen. `exec` is in front of the command.
  static func start(_ command: String, _ home: Home, on screen: Screen) throws -> RunningProgram {
    home.environment["DISPLAY"] = screen.display
    return try home.shell("exec \(command) >\(home.path)/log 2>&1")
  }

  /// Kills with SIGKILL and expects no widget a second later.
  static func expectNoSurvivor(
    _ process: Int32, _ home: Home, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(!home.widgets().isEmpty, sourceLocation: sourceLocation)
    kill(process, SIGKILL)
    #expect(
      eventually(within: .seconds(1)) { home.widgets().isEmpty }, sourceLocation: sourceLocation)
  }

  /// The process of a bar that another program started.
  static func process(named name: String, _ home: Home) -> Int32? {
    ProcessTable.all().first {
      ProcessTable.name(of: $0) == name
        && ProcessTable.environment(of: $0).contains("HOME=\(home.path)")
    }
  }

  /// The same where it must be there; what the bar's starter has said is told if it is not.
  static func requiredProcess(named name: String, _ home: Home) throws -> Int32 {
    if let process = process(named: name, home) { return process }
    let log = (try? String(contentsOfFile: "\(home.path)/log", encoding: .utf8)) ?? "no log"
    throw NoBar(name: name, log: log)
  }

  private struct NoBar: Error, CustomStringConvertible {
    let name: String
    let log: String
    var description: String { "no \(name) runs; its log:\n\(log)" }
  }
}
