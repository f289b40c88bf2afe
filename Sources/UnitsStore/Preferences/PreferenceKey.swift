// The keys of preferences. Those whose values this project knows are rows of one table, in
// `UnitsPreferences`; here they get their names for programs, and what is stored under them its check.

package import Units
package import UnitsJSON
package import UnitsPreferences
package import UnitsProtocol

/// What a preference is called, and the keys that mean something here.
package enum PreferenceKey {
  /// The unit system: `metric` or `imperial`.
  package static let unitSystem = PreferenceDeclaration.unitSystem.key
  /// How a height is shown in the imperial system: `decimal` or `feet-inches`.
  package static let heightStyle = PreferenceDeclaration.heightStyle.key
  /// The folder whose activities are imported, absolute or with `~/` in front.
  package static let importFolder = PreferenceDeclaration.importFolder.key

  /// The key of a choice about bars.
  package static func bar(_ setting: BarSetting) -> String { setting.key }

  /// The key of one type's own unit system, which is stronger: `dev.units.system.heart-rate`.
  package static func unitSystem(of type: MeasurementType) -> String {
    PreferenceDeclaration.unitSystem(of: type).key
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
    guard let declaration = PreferenceDeclaration.of(key) else { return }
    guard let refusal = declaration.refusal(of: value) else { return }
    throw .invalidValue(key: key, reason: refusal.reason, allowed: refusal.allowed)
  }
}

extension PreferenceDeclaration {
  /// Why a value cannot stand under the key; nil if it can. What is read is the value's text, so the
  /// number 5 is a goal as the string is; lists and dictionaries have none.
  package func refusal(of value: JSONValue) -> ValueRefusal? {
    switch value {
    case .string(let text): kind.refusal(of: text)
    case .bool, .integer, .double: kind.refusal(of: value.description)
    case .array, .object, .null:
      kind.refusal(of: value.description) ?? ValueRefusal("not a text or a number")
    }
  }
}
