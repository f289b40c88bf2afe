import Foundation
import Testing

/// What README tells people to write into their bars' configurations.
struct SnippetTests {
  /// The lines that start a widget which stays, below the heading "Bars".
  private static func lines() throws -> [Substring] {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let text = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
    let section =
      try #require(text.components(separatedBy: "\n## Bars\n").dropFirst().first)
      .components(separatedBy: "\n## ").first ?? ""
    return section.split(separator: "\n").filter { $0.contains("unitsbar --follow") }
  }

  @Test func `no snippet leaves a shell between the bar and the widget`() throws {
    let lines = try Self.lines()
    #expect(lines.count >= 7)
    // lemonbar's is no command that a bar runs: it is a pipeline of its own.
    for line in lines where !line.contains("| lemonbar") {
      #expect(line.contains("exec unitsbar --follow"), "\(line)")
    }
  }
}
