// Where and why a text is refused: each reason once, and the counting of lines and columns.

import Testing
import UnitsJSON

@Suite struct ErrorPositionTests {
  @Test(arguments: [
    ("", "line 1, column 1: unexpected end of the text"),
    ("\u{FEFF}{}", "line 1, column 1: byte order mark"),
    ("[1, x]", "line 1, column 5: expected a value"),
    ("{1: 2}", "line 1, column 2: expected a key in quotation marks"),
    (#"{"a" 1}"#, "line 1, column 6: expected a colon"),
    ("[1 2]", "line 1, column 4: expected a comma or ]"),
    (#"{"a": 1 "b": 2}"#, "line 1, column 9: expected a comma or }"),
    ("{\n  \"a\": 1,\n  \"b\": 2,\n}", "line 3, column 9: trailing comma"),
    ("{} {}", "line 1, column 4: text after the value"),
    ("[-012]", "line 1, column 3: leading zero"),
    ("[1.]", "line 1, column 4: expected a digit"),
    ("[0, -1e400]", "line 1, column 5: number too large"),
    (#"["abc"#, "line 1, column 2: unterminated string"),
    ("[\"a\tb\"]", "line 1, column 4: control character that is not escaped"),
    (#"["a\qb"]"#, "line 1, column 4: invalid escape"),
    (#"["a\u0000"]"#, "line 1, column 4: escaped NUL"),
    (#"["\ud83d!"]"#, "line 1, column 3: lone surrogate"),
    (#"{"a": 1, "b": 2, "a": 3}"#, #"line 1, column 18: duplicate key "a""#),
  ])
  func `a message names the place and the reason`(text: String, message: String) {
    #expect(message == failure(Array(text.utf8))?.description)
  }

  @Test func `invalid UTF-8 is told at its first byte`() {
    let error = failure(Array("[\"é".utf8) + [0xC3, 0x28] + Array("\"]".utf8))
    #expect(error?.description == "line 1, column 4: invalid UTF-8")
    #expect(error?.position.offset == 4)
  }

  @Test func `columns count scalars and offsets count bytes`() {
    let error = failure(Array("[\"żółw 🐢\",\r\n \"é\" x]".utf8))
    #expect(error?.position == JSONPosition(line: 2, column: 6, offset: 24))
  }

  @Test func `only line feeds end a line`() {
    #expect(
      failure(Array("\r\r\n\n x".utf8))?.position == JSONPosition(line: 3, column: 2, offset: 5))
  }

  @Test(arguments: [
    ("[", 1), ("[1", 2), ("[1,", 3), ("{", 1), (#"{"a""#, 4), (#"{"a":"#, 5), (#"{"a":1"#, 6),
    (#"{"a":1,"#, 7),
  ])
  func `a text cut short is told at its end`(text: String, offset: Int) {
    let error = failure(Array(text.utf8))
    #expect(error?.reason == .unexpectedEnd)
    #expect(error?.position.offset == offset)
  }

  @Test(arguments: ["tru", "nul", "falsy", "True", "NaN", "Infinity", "'a'", "+1", ".5", "metric"])
  func `a word that is none is told at its first letter`(word: String) {
    #expect(failure(Array("[\(word)]".utf8))?.description == "line 1, column 2: expected a value")
  }

  @Test(arguments: ["-", "-a", "1.e5", "1e", "1e+", "1e-", "[-]"])
  func `a number that lacks a digit is refused`(text: String) {
    #expect(failure(Array(text.utf8))?.reason == .expectedDigit)
  }

  @Test func `the first of two offences is the one told`() {
    #expect(failure([0x22, 0xFF, 0x01, 0x22])?.reason == .invalidUTF8)
    #expect(failure(Array(#"{"a":1,"a":[,]}"#.utf8))?.reason == .duplicateKey("a"))
    #expect(failure(Array("[\"\\n\u{1}\\q\"]".utf8))?.reason == .controlCharacter)
  }

  @Test func `a long or strange key cannot fill the message`() {
    let key = "\u{1}" + String(repeating: "é", count: 100_000)
    var quoted: [UInt8] = []
    JSONText.writeString(key, into: &quoted)
    let text = "{".utf8 + quoted + ":1,".utf8 + quoted + ":2}".utf8
    let error = failure(Array(text))
    #expect(error?.reason == .duplicateKey(key))
    let message = error?.description ?? ""
    #expect(message.utf8.count < 150)
    #expect(message.hasPrefix(#"line 1, column 100013: duplicate key "\u0001éé"#))
  }
}

/// What is wrong with a text; nil if it is accepted.
func failure(_ bytes: [UInt8], maximumDepth: Int = JSONValue.defaultMaximumDepth) -> JSONError? {
  do throws(JSONError) {
    _ = try JSONValue(parsing: bytes, maximumDepth: maximumDepth)
    return nil
  } catch {
    return error
  }
}
