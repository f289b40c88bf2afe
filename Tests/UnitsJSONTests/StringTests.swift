// Strings as they are read: escapes, UTF-8, and what is refused.

import Testing
import UnitsJSON

@Suite struct StringTests {
  @Test(arguments: [
    (#""""#, ""), (#""metric""#, "metric"), (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"),
    (#""\u0041\u00e9\u20AC\uffff""#, "Aé€\u{FFFF}"), (#""\ud83D\uDc22 x""#, "🐢 x"),
    (#""\ud800\udc00\uDBFF\uDFFF""#, "\u{10000}\u{10FFFF}"),
    ("\"żółw 🐢\u{2028}\u{7F}\"", "żółw 🐢\u{2028}\u{7F}"),
    (#""é\u0301é""#, "é\u{301}é"),
  ])
  func `a string is read`(text: String, value: String) throws {
    let read = try #require(try JSONValue(parsing: text).stringValue)
    #expect(Array(read.utf8) == Array(value.utf8))
  }

  @Test(arguments: [
    (#""\ud800""#, JSONError.Reason.loneSurrogate), (#""\udc00\ud800""#, .loneSurrogate),
    (#""\ud800\ud800""#, .loneSurrogate), (#""\ud800\n""#, .loneSurrogate),
    (#""\ud800\u""#, .loneSurrogate), (#""\u12""#, .invalidEscape), (#""\u12g4""#, .invalidEscape),
    (#""\U0041""#, .invalidEscape), (#""\x41""#, .invalidEscape), (#""\'""#, .invalidEscape),
    ("\"\\é\"", .invalidEscape), (#""\u0000""#, .escapedNUL), ("\"\u{0}\"", .controlCharacter),
    ("\"\u{1F}\"", .controlCharacter), ("\"\n\"", .controlCharacter), (#"""#, .unterminatedString),
    (#""\"#, .unterminatedString), (#""\""#, .unterminatedString), (#""\n"#, .unterminatedString),
  ])
  func `a string is refused`(text: String, reason: JSONError.Reason) {
    #expect(failure(Array(text.utf8))?.reason == reason)
    // Behind an escape the other half of the parser reads.
    let behindEscape = #""\t"# + text.dropFirst()
    #expect(failure(Array(behindEscape.utf8))?.reason == reason)
  }

  @Test func `every scalar is read raw and escaped`() throws {
    for value in stride(from: UInt32(1), through: 0x10FFFF, by: 37) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let text = String(scalar)
      let escaped = text.utf16.map { unit in
        "\\u" + String(0x10000 + Int(unit), radix: 16).dropFirst()
      }
      #expect(try JSONValue(parsing: "\"\(escaped.joined())\"") == .string(text))
      #expect(try JSONValue(parsing: compactText(.string(text))) == .string(text))
    }
  }

  @Test func `two and three bytes are UTF-8 exactly where the standard library says so`() {
    for first in UInt8(0x80)...0xFF {
      for second in UInt8(0x20)...0xFF where second != 0x22 && second != 0x5C {
        let third: [UInt8] = [0x41, 0x7F, 0x80, 0xBF, 0xC0]
        for sequence in [[first, second]] + third.map({ [first, second, $0] }) {
          expectAgreement(sequence)
        }
      }
    }
  }

  @Test func `four bytes are UTF-8 exactly where the standard library says so`() {
    for first in UInt8(0xED)...0xFF {
      for second in stride(from: UInt8(0x7F), through: 0xC1, by: 1) {
        for third in [UInt8](arrayLiteral: 0x7F, 0x80, 0xBF, 0xC0) {
          for fourth in [UInt8](arrayLiteral: 0x7F, 0x80, 0xBF, 0xC0) {
            expectAgreement([first, second, third, fourth])
          }
        }
      }
    }
  }

  private func expectAgreement(_ sequence: [UInt8]) {
    for quoted in [[0x22] + sequence + [0x22], Array(#""\n"#.utf8) + sequence + [0x22]] {
      let error = failure(quoted)
      if String(validating: sequence, as: UTF8.self) != nil {
        if error != nil { Issue.record("\(sequence) was refused") }
      } else if error?.reason != .invalidUTF8 {
        Issue.record("\(sequence) was not refused: \(String(describing: error))")
      }
    }
  }
}
