// The keys of preferences, and those whose values this project knows.

internal import Units
package import UnitsJSON

/// What a preference is called, and the keys that mean something here.
package enum PreferenceKey {
  /// The unit system: `metric` or `imperial`.
  package static let unitSystem = "dev.units.system"

  package static let maximumLength = 255

  /// Throws if the text is no key: 1 to 255 bytes of UTF-8 without control characters and `=`.
  package static func check(_ key: String) throws(PreferenceError) {
    func refuse(_ reason: String) -> PreferenceError { .invalidKey(key: key, reason: reason) }
    guard !key.isEmpty else { throw refuse("empty key") }
    guard key.utf8.count <= maximumLength else {
      throw refuse("key longer than \(maximumLength) bytes")
    }
    for scalar in key.unicodeScalars {
      // C0, DEL and C1.
      if scalar.value < 0x20 || (0x7f...0x9f).contains(scalar.value) {
        throw refuse("control character in key")
      }
      if scalar == "=" { throw refuse("equals sign in key") }
    }
  }

  /// Throws if this project knows the key and the value is none that it can have.
  package static func check(_ key: String, holds value: JSONValue) throws(PreferenceError) {
    guard key == unitSystem else { return }
    let words = UnitSystem.allCases.map(\.rawValue)
    if let word = value.stringValue, words.contains(word) { return }
    throw .invalidValue(key: key, reason: "not a unit system", allowed: words)
  }
}
