// How deep arrays and objects may lie in each other.

import Testing
import UnitsJSON

@Suite struct DepthLimitTests {
  @Test(arguments: [("[", "]"), (#"{"a":"#, "}")])
  func `128 levels are accepted and the 129th is refused at its bracket`(
    open: String, close: String
  ) throws {
    func nested(_ levels: Int) -> [UInt8] {
      Array(
        (String(repeating: open, count: levels) + "0" + String(repeating: close, count: levels))
          .utf8
      )
    }
    let value = try JSONValue(parsing: nested(128))
    #expect(compactText(value).count == nested(128).count)
    let error = failure(nested(129))
    #expect(error?.reason == .tooDeep(limit: 128))
    #expect(error?.position.offset == 128 * open.utf8.count)
    #expect(error?.description.hasSuffix("more than 128 arrays and objects open") == true)
  }

  @Test func `a closed bracket no longer counts`() throws {
    let siblings = "[" + Array(repeating: "[[]]", count: 1_000).joined(separator: ",") + "]"
    #expect(try JSONValue(parsing: siblings, maximumDepth: 3).arrayValue?.count == 1_000)
    #expect(failure(Array(siblings.utf8), maximumDepth: 2)?.reason == .tooDeep(limit: 2))
    let objects = #"{"a":{},"b":{"c":[]},"d":[{}]}"#
    #expect(try JSONValue(parsing: objects, maximumDepth: 3).objectValue?.count == 3)
  }

  @Test func `no depth at all leaves plain values`() throws {
    #expect(try JSONValue(parsing: "1", maximumDepth: 0) == .integer(1))
    #expect(failure(Array("[]".utf8), maximumDepth: 0)?.reason == .tooDeep(limit: 0))
  }

  @Test func `the greatest depth is parsed and written without harm`() throws {
    let depth = JSONValue.greatestMaximumDepth
    let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    #expect(try JSONValue(parsing: text, maximumDepth: depth).description == text)
  }

  @Test func `a depth that no stack is sure to hold is a programmer's error`() async {
    await #expect(processExitsWith: .failure) {
      _ = try JSONValue(parsing: "1", maximumDepth: JSONValue.greatestMaximumDepth + 1)
    }
  }
}
