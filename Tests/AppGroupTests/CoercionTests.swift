import AppGroup
import Foundation
import Testing

/// What each type is read as. The table is Foundation's own answers on Linux; where ours differ the
/// reason stands beside it.
@Suite struct CoercionTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let stored: any Sendable
    let string: String?
    let bool: Bool
    let integer: Int
    let double: Double
    var testDescription: String { "\(type(of: stored)) \(stored)" }

    init(
      _ stored: any Sendable, string: String?, bool: Bool, integer: Int, double: Double
    ) {
      self.stored = stored
      self.string = string
      self.bool = bool
      self.integer = integer
      self.double = double
    }

    /// A text, which is read as itself.
    init(_ text: String, _ bool: Bool, _ integer: Int, _ double: Double) {
      self.init(text, string: text, bool: bool, integer: integer, double: double)
    }
  }

  /// Rows that Foundation answers in the same way.
  static let common: [Row] = [
    Row(true, string: "1", bool: true, integer: 1, double: 1),
    Row(false, string: "0", bool: false, integer: 0, double: 0),
    Row(0, string: "0", bool: false, integer: 0, double: 0),
    Row(7, string: "7", bool: true, integer: 7, double: 7),
    Row(-7, string: "-7", bool: true, integer: -7, double: -7),
    Row(3.7, string: "3.7", bool: true, integer: 3, double: 3.7),
    Row(-3.7, string: "-3.7", bool: true, integer: -3, double: -3.7),
    Row(1.0, string: "1.0", bool: true, integer: 1, double: 1),
    Row("YES", true, 0, 0), Row("yes", true, 0, 0), Row("Y", true, 0, 0),
    Row("true", true, 0, 0), Row("TRUE", true, 0, 0), Row("tru", true, 0, 0),
    Row("NO", false, 0, 0), Row("on", false, 0, 0), Row("", false, 0, 0), Row("abc", false, 0, 0),
    Row("1", true, 1, 1), Row("0", false, 0, 0), Row("7", true, 7, 7), Row("7abc", true, 7, 7),
    Row("  42", true, 42, 42), Row("+5", true, 5, 5), Row("-2", true, -2, -2),
    Row("- 1", true, -1, -1), Row("007", true, 7, 7), Row("0y", false, 0, 0),
    Row("3.7", true, 3, 3.7), Row(".5", false, 0, 0.5), Row("1e3", true, 1, 1000),
    Row("1,5", true, 1, 1), Row("0x10", false, 0, 0), Row("inf", false, 0, 0),
    Row("nan", false, 0, 0),
    Row("99999999999999999999", true, .max, 1e20), Row("-99999999999999999999", true, .min, -1e20),
    Row(Data([1, 2]), string: nil, bool: false, integer: 0, double: 0),
    Row(Date(timeIntervalSince1970: 0), string: nil, bool: false, integer: 0, double: 0),
    Row(["a", "b"], string: nil, bool: false, integer: 0, double: 0),
    Row(["a": 1], string: nil, bool: false, integer: 0, double: 0),
  ]

  /// Rows of our own: Foundation traps on the integer of 1e300, and reads a float's digits beyond
  /// those that it has.
  static let ours: [Row] = [
    Row(1e300, string: "1e+300", bool: true, integer: .max, double: 1e300),
    Row(-1e300, string: "-1e+300", bool: true, integer: .min, double: -1e300),
    Row(Float(0.1), string: "0.1", bool: true, integer: 0, double: 0.1),
    Row(UInt8(200), string: "200", bool: true, integer: 200, double: 200),
    Row("\n5", true, 5, 5),
  ]

  @Test(arguments: common + ours)
  func `a value is read as each type`(_ row: Row) throws {
    let sandbox = try Sandbox()
    let group = sandbox.group()
    try group.set(row.stored, forKey: "value")
    #expect(group.string(forKey: "value") == row.string)
    #expect(group.bool(forKey: "value") == row.bool)
    #expect(group.integer(forKey: "value") == row.integer)
    #expect(group.double(forKey: "value") == row.double)
    #expect(group.float(forKey: "value") == Float(row.double))
  }

  @Test(arguments: common)
  func `Foundation reads it so, too`(_ row: Row) throws {
    // A suite that nothing is ever saved of.
    let defaults = try #require(UserDefaults(suiteName: "dev.units.coercion"))
    defaults.set(row.stored, forKey: row.testDescription)
    #expect(defaults.string(forKey: row.testDescription) == row.string)
    #expect(defaults.bool(forKey: row.testDescription) == row.bool)
    #expect(defaults.integer(forKey: row.testDescription) == row.integer)
    #expect(defaults.double(forKey: row.testDescription) == row.double)
  }

  @Test func `what is absent is nil, false and zero`() throws {
    let sandbox = try Sandbox()
    let group = sandbox.group()
    #expect(group.object(forKey: "none") == nil)
    #expect(group.string(forKey: "none") == nil)
    #expect(group.data(forKey: "none") == nil)
    #expect(group.url(forKey: "none") == nil)
    #expect(group.array(forKey: "none") == nil)
    #expect(group.stringArray(forKey: "none") == nil)
    #expect(group.dictionary(forKey: "none") == nil)
    #expect(!group.bool(forKey: "none"))
    #expect(group.integer(forKey: "none") == 0)
    #expect(group.double(forKey: "none") == 0)
    #expect(group.float(forKey: "none") == 0)
  }

  @Test func `containers keep the types of what is in them`() throws {
    let sandbox = try Sandbox()
    let group = sandbox.group()
    let date = Date(timeIntervalSince1970: 1_796_019_300.25)
    let data = Data([0, 255, 7])
    try group.set(
      ["text": "a", "flag": true, "one": 1, "real": 1.0, "data": data, "date": date],
      forKey: "all")
    let all = try #require(group.dictionary(forKey: "all"))
    #expect(all["text"] as? String == "a")
    #expect(all["flag"] as? Bool == true)
    #expect(all["one"] as? Int == 1)
    #expect(all["real"] as? Double == 1.0)
    #expect(all["data"] as? Data == data)
    #expect(all["date"] as? Date == date)
    try group.set(["a", 1, [true]] as [Any], forKey: "list")
    #expect(group.array(forKey: "list")?.count == 3)
    #expect(group.stringArray(forKey: "list") == nil)
    try group.set(["a", "b"], forKey: "texts")
    #expect(group.stringArray(forKey: "texts") == ["a", "b"])
    try group.set([String](), forKey: "texts")
    #expect(group.stringArray(forKey: "texts") == [])
  }

  @Test func `data and dates come back as they were, to the microsecond`() throws {
    let sandbox = try Sandbox()
    let group = sandbox.group()
    try group.set(Data(), forKey: "data")
    #expect(group.data(forKey: "data") == Data())
    let date = Date(timeIntervalSince1970: -1.000001)
    try group.set(date, forKey: "date")
    let read = try #require(group.object(forKey: "date") as? Date)
    #expect(abs(read.timeIntervalSince(date)) < 0.000_001)
    #expect(try sandbox.preferencesText().contains(#""$date": "1969-12-31T23:59:58.999999Z""#))
  }

  @Test(arguments: [
    ("https://example.org/a?b=c", "https://example.org/a?b=c"),
    ("/tmp/a b", "file:///tmp/a%20b"), ("file:///etc/hosts", "file:///etc/hosts"),
    ("mailto:a@example.org", "mailto:a@example.org"),
  ])
  func `a text is read as a URL`(_ text: String, _ url: String) throws {
    let sandbox = try Sandbox()
    let group = sandbox.group()
    try group.set(text, forKey: "url")
    #expect(group.url(forKey: "url")?.absoluteString == url)
    try group.set(URL(string: url), forKey: "url")
    #expect(group.url(forKey: "url")?.absoluteString == url)
  }

  @Test func `a tilde is the home directory`() throws {
    let sandbox = try Sandbox()
    let group = sandbox.group()
    try group.set("~/notes", forKey: "url")
    let home = FileManager.default.homeDirectoryForCurrentUser
    #expect(group.url(forKey: "url")?.path == home.appending(path: "notes").path)
  }
}
