internal import Units
internal import UnitsClient
internal import UnitsCommandLine
internal import UnitsJSON
internal import UnitsPreferences
internal import UnitsStore

/// `set`: the unit system, or preferences.
enum SetCommand {
  static func run(_ invocation: Invocation) throws(ControlFailure) -> ExitStatus {
    let changes = try changes(invocation)
    try translating { () throws(ClientError) in try invocation.client.set(changes) }
    invocation.hint(aboutKeys: changes.map(\.key))
    return .done
  }

  private static func changes(_ invocation: Invocation) throws(ControlFailure) -> JSONObject {
    let operands = invocation.operands
    let type = invocation.valueType
    if !operands[0].contains("=") {
      guard operands.count > 1 else { return unitSystem(operands[0], invocation) }
      return [operands[0]: try ValueType.value(operands[1], of: operands[0], as: type)]
    }
    var changes = JSONObject()
    for operand in operands {
      // The form was compared: each has one.
      guard let sign = operand.firstIndex(of: "=") else { continue }
      let text = String(operand[operand.index(after: sign)...])
      // A key given twice has the later value.
      let key = String(operand[..<sign])
      changes[key] = try ValueType.value(text, of: key, as: type)
    }
    return changes
  }

  private static func unitSystem(_ word: String, _ invocation: Invocation) -> JSONObject {
    let key = invocation.measurementType(.forType).map(PreferenceKey.unitSystem(of:))
    return [key ?? PreferenceKey.unitSystem: .string(word)]
  }
}

extension Invocation {
  /// The measurement type that an option names; nil without it. The parser has checked the word.
  func measurementType(_ option: OptionDeclaration) -> MeasurementType? {
    arguments[option].flatMap(MeasurementType.init(commandWord:))
  }

  /// The measurement type that an operand names; nil without it.
  func measurementType(at index: Int) -> MeasurementType? {
    operands.indices.contains(index) ? MeasurementType(commandWord: operands[index]) : nil
  }

  /// Says of keys that look like ours and are not which were probably meant.
  func hint(aboutKeys keys: [String]) {
    for key in keys {
      if let meant = PreferenceDeclaration.meant(by: key) {
        warn("no program here reads this key: \(key)", hint: "did you mean `\(meant)`?")
      }
    }
  }
}
