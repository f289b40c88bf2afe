import AppGroup
import Foundation
import Testing
import Units

private enum Theme: String { case light, dark }
private enum Size: Int, Codable { case small = 1, large = 2 }

private struct Window: Codable, Equatable, Sendable {
  var title: String
  var width: Double
  var opened: Date
  var icon: Data?
  var tabs: [String: Int]
}

extension Key where Value == Theme {
  fileprivate static var theme: Self { Key("theme", default: .light) }
}

extension Key where Value == Window {
  fileprivate static var window: Self {
    Key(
      "window",
      default: Window(
        title: "", width: 1, opened: Date(timeIntervalSince1970: 0), icon: nil, tabs: [:]))
  }
}

/// Typed keys.
@Suite struct KeyTests {
  let sandbox: Sandbox
  let group: GroupDefaults

  init() throws {
    sandbox = try Sandbox()
    group = sandbox.group()
  }

  /// Sets and reads, here and as another program would.
  private func roundTrip<Value: Equatable>(_ key: Key<Value>, _ value: Value) throws {
    #expect(group[key] == key.defaultValue)
    group[key] = value
    #expect(group[key] == value)
    #expect(sandbox.group()[key] == value)
    try group.reset(key)
    #expect(group[key] == key.defaultValue)
  }

  @Test func `values of every type come back`() throws {
    try roundTrip(Key("k", default: "a"), "b")
    try roundTrip(Key("k", default: false), true)
    try roundTrip(Key("k", default: 1), .min)
    try roundTrip(Key("k", default: UInt8(1)), 255)
    try roundTrip(Key("k", default: Int64(1)), .max)
    try roundTrip(Key("k", default: 0.5), 0.1)
    try roundTrip(Key("k", default: Float(0.5)), 0.1)
    try roundTrip(Key("k", default: Data()), Data([1, 2, 3]))
    try roundTrip(Key("k", default: Date(timeIntervalSince1970: 0)), Date(timeIntervalSince1970: 5))
    try roundTrip(Key("k", default: URL(filePath: "/")), URL(filePath: "/tmp/a b"))
    try roundTrip(Key("k", default: ["a"]), ["b", "c"])
    try roundTrip(Key("k", default: [[1]]), [[2], []])
    try roundTrip(Key("k", default: ["a": Data()]), ["b": Data([7])])
    try roundTrip(Key("k", default: String?.none), "some")
    try roundTrip(Key("k", default: Int?(5)), 6)
  }

  @Test func `enums are stored as their raw values`() throws {
    group[.theme] = .dark
    #expect(group[.theme] == .dark)
    #expect(group.string(forKey: "theme") == "dark")
    try group.set("neither", forKey: "theme")
    #expect(group[.theme] == .light)
    try roundTrip(Key("size", default: Size.small), .large)
  }

  @Test func `what is codable is stored as JSON that people can read`() throws {
    let window = Window(
      title: "Diary", width: 2, opened: Date(timeIntervalSince1970: 1.5), icon: Data([1]),
      tabs: ["a": 1])
    group[.window] = window
    #expect(group[.window] == window)
    #expect(sandbox.group()[.window] == window)
    #expect(try sandbox.preferencesText().contains(#""$date": "1970-01-01T00:00:01.5Z""#))
    #expect(group.dictionary(forKey: "window")?["icon"] as? Data == Data([1]))
    try group.set("no window", forKey: "window")
    #expect(group[.window] == Key.window.defaultValue)
  }

  @Test func `nil removes`() throws {
    let key = Key("k", default: Int?.none)
    group[key] = 5
    group[key] = nil
    #expect(group.object(forKey: "k") == nil)
  }

  @Test func `a registered value lies between the stored one and the default`() throws {
    let key = Key("k", default: 1)
    group.register(defaults: ["k": 2])
    #expect(group[key] == 2)
    group[key] = 3
    #expect(group[key] == 3)
  }

  @Test func `a typed set throws what a set throws`() throws {
    #expect(throws: AppGroupError.self) { try group.set(.infinity, for: Key("k", default: 1.0)) }
    #expect(throws: AppGroupError.self) {
      try group.set(.max, for: Key("k", default: UInt64(0)))
    }
    #expect(group.object(forKey: "k") == nil)
  }
}
