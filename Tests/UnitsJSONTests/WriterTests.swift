// What the writer writes, to the byte.

import Testing
import UnitsJSON

@Suite struct WriterTests {
  @Test(arguments: [
    (JSONValue.null, "null"), (.bool(true), "true"), (.bool(false), "false"),
    (.integer(-5), "-5"), (.double(5), "5.0"), (.double(1e16), "1e+16"), (.double(0.1), "0.1"),
    (.double(1e-7), "1e-07"), (.string("a"), #""a""#), (.array([]), "[]"), (.object([:]), "{}"),
    (.array([.integer(1), .array([.null])]), "[1,[null]]"),
    (.object(["b": .integer(1), "a": .object(["c": .string("")])]), #"{"b":1,"a":{"c":""}}"#),
  ])
  func `compact text has no white space and keeps the order`(value: JSONValue, text: String) throws
  {
    #expect(value.description == text)
    #expect(try JSONValue(parsing: text) == value)
  }

  @Test func `a double is never written so that it reads back as an integer`() throws {
    for exponent in -30...30 {
      let text = JSONValue.double(Double(sign: .minus, exponent: exponent, significand: 1))
        .description
      #expect(text.contains(".") || text.contains("e"), "\(text)")
    }
  }

  @Test func `only quotation mark, backslash and control characters are escaped`() {
    var expected = "\""
    for code in UInt8(0)..<0x80 {
      switch code {
      case 0x08: expected += #"\b"#
      case 0x09: expected += #"\t"#
      case 0x0A: expected += #"\n"#
      case 0x0C: expected += #"\f"#
      case 0x0D: expected += #"\r"#
      case 0x22: expected += #"\""#
      case 0x5C: expected += #"\\"#
      case ..<0x10: expected += "\\u000" + String(code, radix: 16)
      case ..<0x20: expected += "\\u00" + String(code, radix: 16)
      default: expected.unicodeScalars.append(Unicode.Scalar(code))
      }
    }
    expected += "/é€🐢\u{2028}\""
    var text = ""
    for code in UInt8(0)..<0x80 { text.unicodeScalars.append(Unicode.Scalar(code)) }
    text += "/é€🐢\u{2028}"
    var output: [UInt8] = [0x21]
    JSONText.writeString(text, into: &output)
    #expect(String(decoding: output, as: UTF8.self) == "!" + expected)
  }

  @Test func `writing appends to what is there`() {
    var output = Array("x".utf8)
    JSONValue.array([.integer(1)]).write(into: &output)
    JSONValue.array([.integer(1)]).write(into: &output, style: .pretty)
    #expect(String(decoding: output, as: UTF8.self) == "x[1][\n  1\n]")
  }

  @Test func `pretty text sorts keys by bytes at every level and indents by two`() throws {
    let value = try JSONValue(
      parsing: #"""
        {"b":[1,[],{"z":2.0,"y":{}}],"ä":null,"a.b":true,"a":"x\ny","B":{"2":0,"10":0},
         "\ud83d\udc22":1,"\uffff":2,"f":0,"e\u0301":0}
        """#)
    var output: [UInt8] = []
    value.write(into: &output, style: .pretty)
    #expect(
      String(decoding: output, as: UTF8.self) == """
        {
          "B": {
            "10": 0,
            "2": 0
          },
          "a": "x\\ny",
          "a.b": true,
          "b": [
            1,
            [],
            {
              "y": {},
              "z": 2.0
            }
          ],
          "e\u{301}": 0,
          "f": 0,
          "ä": null,
          "\u{FFFF}": 2,
          "🐢": 1
        }
        """)
    #expect(try JSONValue(parsing: output) == value)
  }

  @Test(arguments: [("[]", "[]"), ("{}", "{}"), ("1", "1"), (#""a""#, #""a""#)])
  func `pretty text of what is empty or plain is one line`(text: String, pretty: String) throws {
    var output: [UInt8] = []
    try JSONValue(parsing: text).write(into: &output, style: .pretty)
    #expect(String(decoding: output, as: UTF8.self) == pretty)
  }

  @Test func `a double that is not finite has no JSON and is written as null`() {
    #expect(JSONValue.double(.nan).description == "null")
    #expect(JSONValue.array([.double(.infinity), .double(1)]).description == "[null,1.0]")
  }
}
