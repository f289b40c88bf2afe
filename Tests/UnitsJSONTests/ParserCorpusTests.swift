// The public parser cases: what every JSON parser is judged by.

import Foundation
import Testing
import UnitsJSON

@Suite struct ParserCorpusTests {
  /// Valid JSON that Varlink forbids.
  private static let refusedByProtocol: [String: JSONError.Reason] = [
    "y_object_duplicated_key.json": .duplicateKey("a"),
    "y_object_duplicated_key_and_value.json": .duplicateKey("a"),
    "y_object_escaped_null_in_key.json": .escapedNUL,
    "y_string_null_escape.json": .escapedNUL,
  ]

  @Test func `all 318 files behave as their first letter says`() throws {
    guard let folder = SharedData.folder("json") else {
      SharedData.skip(missing: "../shared/data/json")
      return
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".json") }.sorted()
    #expect(names.count == 318)
    var refused: Set<String> = []
    for name in names {
      let bytes = [UInt8](try Data(contentsOf: folder.appendingPathComponent(name)))
      let result = Result { () throws(JSONError) in try JSONValue(parsing: bytes) }
      switch (name.first, result) {
      case ("y", .success(let value)), ("i", .success(let value)):
        #expect(try JSONValue(parsing: compactText(value)) == value, "\(name)")
      case ("y", .failure(let error)):
        #expect(error.reason == Self.refusedByProtocol[name], "\(name): \(error)")
        refused.insert(name)
      case ("n", .success(let value)):
        Issue.record("\(name) was accepted as \(value)")
      case (_, .failure(let error)):
        #expect((0...bytes.count).contains(error.position.offset), "\(name): \(error)")
      default:
        Issue.record("\(name) has a first letter that means nothing")
      }
    }
    #expect(refused == Set(Self.refusedByProtocol.keys))
  }
}
