internal import Foundation
package import Testing

/// A screen that nobody looks at: Xvfb, what is seen on it read by optical recognition, and a mouse.
package final class Screen {
  /// What a screen cannot do without.
  package static let programs: [Requirement] = [
    "Xvfb", "import", "convert", "tesseract", "xdotool",
  ]
  .map { .peer($0) }

  package static let width = 600
  package static let height = 120

  /// Where screenshots are kept: `$UNITS_ARTEFACTS`, else a folder among the temporary ones.
  package static let artefacts: String =
    ProcessInfo.processInfo.environment["UNITS_ARTEFACTS"] ?? "/tmp/units-bars"

  /// A part of the screen.
  package struct Region {
    let geometry: String

    package init(x: Int, y: Int, width: Int, height: Int) {
      geometry = "\(width)x\(height)+\(x)+\(y)"
    }
  }

  package let display: String
  private let server: RunningProgram
  private let environment: [String: String]

  package init() throws {
    try FileManager.default.createDirectory(
      atPath: Self.artefacts, withIntermediateDirectories: true)
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    server = try RunningProgram(
      [
        "Xvfb", "-displayfd", "1", "-ac", "-noreset", "-nolisten", "tcp", "-screen", "0",
        "\(Self.width)x\(Self.height)x24",
      ], environment: ["PATH": path, "HOME": "/nowhere"])
    guard let number = server.nextLine(within: .seconds(20)) else {
      throw NoScreen(reason: server.errorText())
    }
    display = ":\(number)"
    environment = ["PATH": path, "DISPLAY": display, "HOME": "/nowhere", "OMP_THREAD_LIMIT": "1"]
  }

  /// Whether a text comes to be seen in a part of the screen. The last look is kept as `name`.png.
  package func shows(
    _ text: String, in region: Region, as name: String, within limit: Duration = .seconds(20),
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    var seen = ""
    let isSeen = try eventually(within: limit) {
      seen = try look(at: region, name)
      return seen.contains(text)
    }
    #expect(isSeen, "\(name): saw “\(seen)”, not “\(text)”", sourceLocation: sourceLocation)
  }

  package func click(x: Int, y: Int, button: Int = 1) throws {
    try run(["xdotool", "mousemove", "\(x)", "\(y)", "click", "\(button)"])
  }

  /// Presses keys, by the names that X11 has for them, in whichever window listens.
  package func press(_ keys: [String]) throws { try run(["xdotool", "key"] + keys) }

  private func look(at region: Region, _ name: String) throws -> String {
    let file = "\(Self.artefacts)/\(name).png"
    try run(["import", "-window", "root", file])
    // Dark on light and four times as large, as the recogniser likes it.
    let text = try run([
      "sh", "-c",
      """
      convert '\(file)' -crop \(region.geometry) +repage -resize 400% -colorspace Gray -negate png:- \
      | tesseract - - --psm 7 2>/dev/null
      """,
    ])
    return text.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  @discardableResult
  private func run(_ words: [String]) throws -> String {
    let program = try RunningProgram(words, environment: environment)
    program.closeInput()
    return program.rest()
  }
}

/// A screen that did not come up.
struct NoScreen: Error {
  let reason: String
}
