import Testing

@testable import UnitsControl

@Suite struct PickKeysTests {
  @Test(arguments: [
    ("hjkl", [PickKey.left, .down, .up, .right]), ("\u{1b}[A\u{1b}[B", [.up, .down]),
    ("\u{1b}OC\u{1b}OD", [.right, .left]), (" \t2", [.turn, .turn, .number(2)]),
    ("\rqQ\u{4}", [.end, .end, .end, .end]), ("xyz0ü", []),
    ("\u{1b}[<0;12;3M\u{1b}[<0;12;3m", [.click(column: 12, row: 3)]),
    // The wheel, another button, and what is no place.
    ("\u{1b}[<64;1;1M\u{1b}[<2;1;1M\u{1b}[<0;;M\u{1b}[<0;1M", []),
    // Keys of other programs: F5, Delete, Alt and a letter, a modified arrow.
    ("\u{1b}[15~\u{1b}[3~\u{1b}xq\u{1b}[1;5C", [.end]), ("\u{1b}\u{1b}[A", [.end, .up]),
  ])
  func `bytes are keys`(text: String, expected: [PickKey]) {
    var keys = PickKeys()
    #expect(keys.take(Array(text.utf8)) == expected)
    #expect(!keys.awaitsMore)
    // And the same byte by byte.
    var pieces = PickKeys()
    #expect(text.utf8.flatMap { pieces.take([$0]) } == expected)
  }

  @Test func `an escape alone is a key when nothing follows it`() {
    var keys = PickKeys()
    #expect(keys.take([0x1b]) == [])
    #expect(keys.awaitsMore)
    #expect(keys.timeIsOver() == [.end])
    #expect(keys.timeIsOver() == [])
    #expect(keys.take(Array("[A".utf8)) == [])
  }

  @Test func `a sequence that never ends is given up`() {
    var keys = PickKeys()
    #expect(keys.take(Array("\u{1b}[<\(String(repeating: "1", count: 100))".utf8)) == [])
    #expect(keys.take(Array("q".utf8)) == [.end])
  }
}
