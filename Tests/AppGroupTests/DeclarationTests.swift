import AppGroup
import Foundation
import Testing

private enum Theme: String { case light, dark }
private enum Weight: Int, Codable { case thin = 1, bold = 2 }

/// How often a default was worked out.
private let evaluations = Told<Void>()

private func costlyDefault() -> Int {
  evaluations.add(())
  return 42
}

private enum Keys {
  static let theme = Key<Theme?>("theme")
  static let weight = Key<Weight?>("weight", default: .bold)
  static let costly = Key("costly", default: costlyDefault())
  static let volume = Key("volume", default: 5, in: 0...10)
  static let side = Key("side", default: "left", oneOf: ["left", "right"])
  static let pause = Key(
    "pause", default: Duration.seconds(1),
    codec: .bridge(
      to: Int.self, write: { Int($0.components.seconds) }, read: { Duration.seconds($0) }))
}

private struct Colour: PreferenceStorable, Equatable {
  var red, green, blue: UInt8

  func stored() throws(UnstorableValue) -> GroupDefaults.Preference {
    try [red, green, blue].stored()
  }

  static func read(_ stored: GroupDefaults.Preference) -> Colour? {
    guard let parts = [UInt8].read(stored), parts.count == 3 else { return nil }
    return Colour(red: parts[0], green: parts[1], blue: parts[2])
  }
}

/// Keys as declarations.
@Suite struct DeclarationTests {
  let sandbox: Sandbox
  let group: GroupDefaults

  init() throws {
    sandbox = try Sandbox()
    group = sandbox.group()
  }

  @Test func `a default is worked out once, when it is asked for`() throws {
    #expect(evaluations.all.isEmpty)
    try group.set(7, forKey: "costly")
    #expect(group[Keys.costly] == 7)
    #expect(evaluations.all.isEmpty)
    try group.reset(Keys.costly)
    for _ in 0..<10 { #expect(group[Keys.costly] == 42) }
    #expect(Keys.costly.defaultValue == 42)
    #expect(evaluations.all.count == 1)
  }

  @Test func `an optional enum is its raw value, or nothing`() throws {
    #expect(group[Keys.theme] == nil)
    group[Keys.theme] = .dark
    #expect(group.string(forKey: "theme") == "dark")
    #expect(group[Keys.theme] == .dark)
    group[Keys.theme] = nil
    #expect(group.object(forKey: "theme") == nil)
    #expect(group[Keys.weight] == .bold)
    // Nil is another value than a default that is something.
    group[Keys.weight] = nil
    #expect(group[Keys.weight] == nil)
    #expect(sandbox.group()[Keys.weight] == nil)
    group[Keys.weight] = .thin
    #expect(try sandbox.preferencesText().contains(#""weight": 1"#))
  }

  @Test func `a range and allowed words hold both ways`() throws {
    #expect(throws: AppGroupError.invalidValue(key: "volume", reason: "not in 0...10: 11")) {
      try group.set(11, for: Keys.volume)
    }
    #expect(
      throws: AppGroupError.invalidValue(
        key: "side", reason: "up is not allowed (allowed: left, right)")
    ) { try group.set("up", for: Keys.side) }
    try group.set(11, forKey: "volume")
    try group.set("up", forKey: "side")
    #expect(group[Keys.volume] == 5)
    #expect(group[Keys.side] == "left")
  }

  @Test func `a bridge and a type of one's own are stored as they say`() throws {
    group[Keys.pause] = .seconds(90)
    #expect(group.integer(forKey: "pause") == 90)
    #expect(group[Keys.pause] == .seconds(90))
    let colour = Key("colour", default: Colour(red: 0, green: 0, blue: 0))
    group[colour] = Colour(red: 1, green: 2, blue: 3)
    #expect(sandbox.group()[colour] == Colour(red: 1, green: 2, blue: 3))
    let all = Key("colours", default: [String: Colour?]())
    group[all] = ["a": Colour(red: 1, green: 2, blue: 3), "b": nil]
    #expect(sandbox.group()[all]["b"] == .some(nil))
  }

  @Test func `keys are equal by their names`() {
    #expect(Key("a", default: 1) == Key("a", default: 2))
    #expect(Set([Key("a", default: 1), Key("b", default: 1), Key("a", default: 3)]).count == 2)
    #expect(Key("caf\u{e9}", default: 1) != Key("cafe\u{301}", default: 1))
  }
}
