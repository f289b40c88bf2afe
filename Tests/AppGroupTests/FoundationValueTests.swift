import AppGroup
import Foundation
import Testing

/// Values of Foundation's classes, which the library does not link: their types are kept.
@Suite struct FoundationValueTests {
  let sandbox: Sandbox
  let group: GroupDefaults

  init() throws {
    sandbox = try Sandbox()
    group = sandbox.group()
  }

  private func stored(_ value: Any) throws -> String {
    try group.set(value, forKey: "k")
    let text = try sandbox.preferencesText().filter { !$0.isWhitespace }
    return String(text.dropFirst(#"{"k":"#.count).dropLast())
  }

  @Test func `a number stays what it was made of`() throws {
    #expect(try stored(NSNumber(value: 1)) == "1")
    #expect(try stored(NSNumber(value: 0)) == "0")
    #expect(try stored(NSNumber(value: 5)) == "5")
    #expect(try stored(NSNumber(value: -7)) == "-7")
    #expect(try stored(NSNumber(value: Int.max)) == "9223372036854775807")
    #expect(try stored(NSNumber(value: true)) == "true")
    #expect(try stored(NSNumber(value: false)) == "false")
    #expect(try stored(NSNumber(value: 5.0)) == "5.0")
    #expect(try stored(NSNumber(value: 1.0)) == "1.0")
    #expect(try stored(NSNumber(value: Float(0.1))) == "0.1")
    #expect(try stored(NSNumber(value: 1e300)) == "1e+300")
    #expect(try stored(NSDecimalNumber(string: "1.5")) == "1.5")
    #expect(throws: AppGroupError.self) { try stored(NSNumber(value: UInt64.max)) }
    #expect(throws: AppGroupError.self) { try stored(NSNumber(value: Double.nan)) }
  }

  @Test func `what JSONSerialization reads is stored as it was written`() throws {
    let text = #"{"a":[1,2.0,true,false,null,"x",-0.5],"b":{"c":0,"d":1}}"#
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8))
    try group.set(object, forKey: "k")
    let stored = try sandbox.preferencesText().filter { !$0.isWhitespace }
    #expect(stored.contains(#""a":[1,2.0,true,false,{"$null":true},"x",-0.5]"#))
    #expect(stored.contains(#""c":0"#) && stored.contains(#""d":1"#))
  }

  @Test func `other classes are what they stand for`() throws {
    #expect(try stored(NSString(string: "a")) == #""a""#)
    #expect(try stored(NSArray(array: [1, "a"])) == #"[1,"a"]"#)
    #expect(try stored(NSDictionary(dictionary: ["a": 1])) == #"{"a":1}"#)
    let data = Data([1, 2])
    try group.set(NSData(data: data), forKey: "k")
    #expect(group.data(forKey: "k") == data)
    let date = Date()
    try group.set(date as NSDate, forKey: "k")
    #expect(group.object(forKey: "k") as? Date == date)
    try group.set(NSURL(string: "https://example.org/"), forKey: "k")
    #expect(group.url(forKey: "k")?.absoluteString == "https://example.org/")
    #expect(throws: AppGroupError.self) { try stored(NSObject()) }
  }

  @Test func `a directory's URL keeps its slash, so what is relative to it is right`() throws {
    let folder = URL(fileURLWithPath: "/tmp")
    #expect(folder.absoluteString == "file:///tmp/")
    try group.set(folder, forKey: "k")
    let read = try #require(group.url(forKey: "k"))
    #expect(read == folder)
    #expect(URL(string: "a", relativeTo: read)?.absoluteString == "file:///tmp/a")
    #expect(group[Key("k", default: URL(filePath: "/"))] == folder)
    #expect(throws: AppGroupError.self) {
      try group.set(URL(string: "a", relativeTo: folder), forKey: "k")
    }
  }
}
