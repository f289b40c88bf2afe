// The keys of preferences, and those whose values this project knows.

package import Units
package import UnitsJSON
package import UnitsProtocol

/// What a preference is called, and the keys that mean something here.
package enum PreferenceKey {
  /// The unit system: `metric` or `imperial`.
  package static let unitSystem = "dev.units.system"
  /// How a height is shown in the imperial system: `decimal` or `feet-inches`.
  package static let heightStyle = "dev.units.height.style"
  /// The key of a choice about bars: `dev.units.bar.goal`.
  package static func bar(_ choice: String) -> String { barPrefix + choice }

  /// The choice about bars that a key is of; nil for another key.
  package static func barChoice(_ key: String) -> String? {
    key.hasPrefix(barPrefix) ? String(key.dropFirst(barPrefix.count)) : nil
  }

  private static let barPrefix = "dev.units.bar."

  /// The folder whose activities are imported, absolute or with `~/` in front.
  package static let importFolder = "dev.units.import.folder"

  /// The key of one type's own unit system, which is stronger: `dev.units.system.heart-rate`.
  package static func unitSystem(of type: MeasurementType) -> String {
    unitSystem + "." + type.commandWord
  }

  /// The keys that say how values of a type are shown.
  package static func shown(_ type: MeasurementType) -> [String] {
    [unitSystem, unitSystem(of: type)] + (type == .height ? [heightStyle] : [])
  }

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
    if key == heightStyle {
      let words = HeightStyle.allCases.map(\.rawValue)
      if let word = value.stringValue, words.contains(word) { return }
      throw .invalidValue(key: key, reason: "not a style of height", allowed: words)
    }
    if key == importFolder {
      if let path = value.stringValue, path.hasPrefix("/") || path.hasPrefix("~/") { return }
      throw .invalidValue(key: key, reason: "not a folder's absolute path", allowed: nil)
    }
    guard isUnitSystem(key) else { return }
    let words = UnitSystem.allCases.map(\.rawValue)
    if let word = value.stringValue, words.contains(word) { return }
    throw .invalidValue(key: key, reason: "not a unit system", allowed: words)
  }

  /// Whether a unit system is stored under the key: everybody's or one type's.
  private static func isUnitSystem(_ key: String) -> Bool {
    guard key.utf8.starts(with: unitSystem.utf8) else { return false }
    let rest = key.utf8.dropFirst(unitSystem.utf8.count)
    guard rest.first == UInt8(ascii: ".") else { return rest.isEmpty }
    return MeasurementType(commandWord: String(Substring(rest.dropFirst()))) != nil
  }
}
