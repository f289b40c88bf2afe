import Foundation
import Glibc
import Testing
import UnitsLinux

@Suite struct FileNameTests {
  private static let names: [[UInt8]] = [
    [], Array("ride.gpx".utf8), Array("Zürich ½ 🚲".utf8),
    Array("caf".utf8) + [0xE9] + Array(".gpx".utf8),
    [0xFF, 0xFE], [0xC3], [0xC3, 0x28], [0xE2, 0x82], [0xF0, 0x9F, 0x9A], [0xF4, 0x90, 0x80, 0x80],
    // A surrogate and an overlong slash are no UTF-8.
    [0xED, 0xA0, 0x80], [0xC0, 0xAF],
    // The carriers' own bytes, alone and in a row.
    Array("\u{10FF80}".utf8), Array("a\u{10FFE9}b\u{10FFFF}".utf8), Array("\u{10FF7F}".utf8),
  ]

  private func bytes(_ text: String) throws -> [UInt8] {
    let copy = try #require(FileName.duplicate(text))
    defer { free(copy) }
    return Array(UnsafeRawBufferPointer(start: copy, count: strlen(copy)))
  }

  @Test func `each name has a text that leads back to it, and no two have the same`() throws {
    var generator = SystemRandomNumberGenerator()
    // Mostly bytes of which something is nearly UTF-8.
    let alphabet: [UInt8] = [0x41, 0x80, 0x8F, 0xBE, 0xBF, 0xC3, 0xE2, 0xED, 0xF0, 0xF4, 0xFF]
    let random = (0..<20_000).map { _ in
      (0..<Int.random(in: 1...9, using: &generator)).map { _ in
        alphabet.randomElement(using: &generator) ?? 0
      }
    }
    var seen: [String: [UInt8]] = [:]
    for name in Self.names + random {
      let text = FileName.text(name)
      #expect(try bytes(text) == name)
      #expect(seen[text] == nil || seen[text] == name)
      seen[text] = name
    }
  }

  @Test func `what is UTF-8 is what it is`() {
    #expect(FileName.text(Array("Zürich".utf8)) == "Zürich")
    #expect(!FileName.hasCarriers("Zürich \u{10FF7F}"))
    #expect(FileName.shown("Zürich") == "Zürich")
  }

  @Test func `other bytes are seen as such`() {
    let text = FileName.text(Array("caf".utf8) + [0xE9] + Array(".gpx".utf8))
    #expect(FileName.hasCarriers(text))
    #expect(FileName.shown(text) == "caf\\xE9.gpx")
    let error = SystemError(operation: "open", path: text, code: ENOENT)
    #expect(error.description == "open caf\\xE9.gpx: No such file or directory")
  }

  @Test func `a file of any name is made, found, moved and removed`() throws {
    let folder = NSTemporaryDirectory() + "units-names-\(UUID())"
    try Directory.create(folder)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let name = FileName.text([0x61, 0xE9, 0xFF])
    let file = try openFile("\(folder)/\(name)", flags: O_WRONLY | O_CREAT, mode: 0o600)
    try file.writeAll([1, 2, 3])
    #expect(try Directory.names(in: folder) == [name])
    #expect(try FileIdentity.following("\(folder)/\(name)")?.size == 3)
    try Directory.create("\(folder)/\(name).d")
    try renameFile("\(folder)/\(name)", to: "\(folder)/\(name).d/\(name)")
    #expect(try Directory.names(in: "\(folder)/\(name).d") == [name])
    try removeFile("\(folder)/\(name).d/\(name)")
    #expect(try Directory.names(in: "\(folder)/\(name).d").isEmpty)
  }
}

@Suite struct TerminalTextTests {
  @Test(arguments: [
    ("5.0 km – 31 °C\n\tº✓\n", "5.0 km – 31 °C\n\tº✓\n"),
    ("a\u{1B}]0;x\u{07}b", "a\\u001b]0;x\\u0007b"),
    ("\r\u{7F}\u{9B}31m", "\\u000d\\u007f\\u009b31m"),
    ("a\u{202E}b\u{2066}c\u{2069}", "a\\u202eb\\u2066c\\u2069"), ("\u{200D}", "\u{200D}"),
    ("caf\u{10FFE9}", "caf\\xE9"),
  ])
  func `controls are shown and not obeyed`(text: String, shown: String) {
    #expect(TerminalText.shown(text) == shown)
  }
}
