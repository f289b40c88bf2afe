import Foundation
import Testing

/// What the article on bars tells people to write into their bars' configurations.
struct SnippetTests {
  /// The lines that start a widget which stays, in it.
  private static func lines() throws -> [Substring] {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let article = "Sources/UnitsWidget/UnitsWidget.docc/Bars.md"
    let text = try String(contentsOf: root.appending(path: article), encoding: .utf8)
    return text.split(separator: "\n").filter { $0.contains("unitsbar --follow") }
      .filter { !$0.hasPrefix("`unitsbar") }
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
