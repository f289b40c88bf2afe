import AppGroup
import Foundation
import Testing

private let home = Result { try Sandbox() }
private let sharedGroup = home.map { $0.group() }

private enum Profile: String, UserDefaultSettable {
  case name, age
  static var group: GroupDefaults { (try? sharedGroup.get()) ?? SharedDefaults.appGroup }
}

private enum Pet: String, UserDefaultSettable {
  case name, age
  static var group: GroupDefaults { Profile.group }
}

private enum Pinned: String, UserDefaultSettable {
  case name
  var uniqueKey: String { "pinned-\(rawValue)" }
  static var group: GroupDefaults { Profile.group }
}

/// Enums whose cases are preferences.
@Suite(.serialized) struct UserDefaultSettableTests {
  init() throws { _ = try home.get() }

  @Test func `a key is the type's name and the case's`() {
    #expect(Profile.name.uniqueKey == "Profile.name")
    #expect(Pinned.name.uniqueKey == "pinned-name")
  }

  @Test func `equal cases of two enums do not meet`() {
    Profile.name.store(value: "Ada")
    Pet.name.store(value: "Rex")
    Pinned.name.store(value: "pin")
    #expect(Profile.name.storedString == "Ada")
    #expect(Pet.name.storedString == "Rex")
    #expect(Pinned.name.storedString == "pin")
  }

  @Test func `each type is stored and read`() {
    let key = Profile.age
    key.store(value: 36)
    #expect(key.storedInt == 36)
    #expect(key.storedString == "36")
    key.store(value: 1.5)
    #expect(key.storedDouble == 1.5)
    key.store(value: true)
    #expect(key.storedBool)
    key.store(value: Data([1]))
    #expect(key.storedData == Data([1]))
    let date = Date(timeIntervalSince1970: 7)
    key.store(value: date)
    #expect(key.storedDate == date)
    key.store(value: URL(string: "https://example.org"))
    #expect(key.storedURL?.absoluteString == "https://example.org")
    key.store(value: ["a", "b"])
    #expect(key.storedArray as? [String] == ["a", "b"])
    key.store(value: ["a": 1])
    #expect(key.storedDictionary as? [String: Int] == ["a": 1])
    let any: Any? = "any"
    key.store(value: any)
    #expect(key.storedValue as? String == "any")
    key.store(value: nil as Any?)
    #expect(key.storedValue == nil)
    key.store(value: 1)
    key.removeStored()
    #expect(key.storedValue == nil)
  }

  @Test func `what cannot be stored leaves the old value`() {
    Profile.name.store(value: "Ada")
    let range: Any = 0..<1
    Profile.name.store(value: range)
    #expect(Profile.name.storedString == "Ada")
  }
}
