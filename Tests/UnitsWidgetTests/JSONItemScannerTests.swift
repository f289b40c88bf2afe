import Testing

@testable import UnitsWidget

/// Finding the items of a stream.
struct JSONItemScannerTests {
  static let stream = #"""
    {"version":1}
    [
    [{"full_text":"a ] } \" [","x":{"y":[1]}},
     {"full_text":"b"}]
    ,[],{"name":"units"}
    ,
    """#

  static let items = [
    #"{"version":1}"#,
    "[{\"full_text\":\"a ] } \\\" [\",\"x\":{\"y\":[1]}},\n {\"full_text\":\"b\"}]", "[]",
    #"{"name":"units"}"#,
  ]

  @Test(arguments: [1, 2, 7, 1_000])
  func `items are found in pieces of any size`(size: Int) {
    var scanner = JSONItemScanner()
    let bytes = Array(Self.stream.utf8)
    var found: [String] = []
    for start in stride(from: 0, to: bytes.count, by: size) {
      let piece = Array(bytes[start..<min(start + size, bytes.count)])
      found += scanner.feed(piece).map { String(decoding: $0, as: UTF8.self) }
    }
    #expect(found == Self.items)
  }

  @Test func `an item without an end is dropped and the next one found`() {
    var scanner = JSONItemScanner()
    _ = scanner.feed(Array("[{\"".utf8))
    _ = scanner.feed([UInt8](repeating: UInt8(ascii: "x"), count: 2 << 20))
    #expect(scanner.feed(Array("{\"a\":1}".utf8)).count <= 1)
    #expect(scanner.feed(Array("{\"b\":1}".utf8)).count == 1)
  }
}
