internal import Units
internal import UnitsClient
internal import UnitsJSON
internal import UnitsStore

/// `set`: the unit system, or preferences.
enum SetCommand {
  static var declaration: CommandDeclaration {
    CommandDeclaration(
      .set, forms: ["metric|imperial [--for TYPE]", "KEY VALUE [--type TYPE]", "KEY=VALUE…"],
      summary: "set the unit system, or preferences",
      details: """
        A bare value needs no quoting: true and false are bool, 12 is int, 1.5 double, the rest
        string; --type decides otherwise. Several keys are set in one commit, all or none. With
        --for only that type is shown in the system.
        """,
      options: [.forType, .type], operands: 1...CommandDeclaration.many,
      example: "unitsctl set dev.units.bar.goal=5km dev.units.bar.type=distance", run: run)
  }

  private static func run(_ invocation: Invocation) throws(ControlFailure) -> ExitStatus {
    let changes = try changes(invocation)
    try translating { () throws(ClientError) in try invocation.client.set(changes) }
    return .done
  }

  private static func changes(_ invocation: Invocation) throws(ControlFailure) -> JSONObject {
    let operands = invocation.operands
    let type = try invocation.valueType()
    if operands.count == 1, !operands[0].contains("=") {
      guard type == nil else { throw .usage("--type needs KEY VALUE: \(operands[0])") }
      return try unitSystem(operands[0], invocation)
    }
    if invocation.arguments.has(.forType) {
      throw .usage("--for needs a unit system alone", hint: "allowed: \(Words.unitSystems)")
    }
    if operands.count == 2, !operands[0].contains("=") {
      return [operands[0]: try ValueType.value(operands[1], as: type)]
    }
    var changes = JSONObject()
    for operand in operands {
      guard let sign = operand.firstIndex(of: "=") else {
        throw .usage("not KEY=VALUE: \(operand)", hint: Help.usage(of: declaration))
      }
      let text = String(operand[operand.index(after: sign)...])
      // A key given twice has the later value.
      changes[String(operand[..<sign])] = try ValueType.value(text, as: type)
    }
    return changes
  }

  private static func unitSystem(
    _ word: String, _ invocation: Invocation
  ) throws(ControlFailure) -> JSONObject {
    guard let system = UnitSystem(rawValue: word) else {
      throw ControlFailure(
        .badData, "not a unit system: \(word)", hint: "allowed: \(Words.unitSystems)")
    }
    let key = try invocation.typeOption().map(PreferenceKey.unitSystem(of:))
    return [key ?? PreferenceKey.unitSystem: .string(system.rawValue)]
  }
}

extension Invocation {
  /// The type of `--for`; nil without it.
  func typeOption() throws(ControlFailure) -> MeasurementType? {
    try arguments[.forType].map(MeasurementType.init(typed:))
  }
}

extension MeasurementType {
  /// The type of a word on the command line.
  init(typed word: String) throws(ControlFailure) {
    guard let type = MeasurementType(commandWord: word) else {
      throw ControlFailure(
        .badData, "not a measurement type: \(word)", hint: "allowed: \(Words.measurementTypes)")
    }
    self = type
  }
}
