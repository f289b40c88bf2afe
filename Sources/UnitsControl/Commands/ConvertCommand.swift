internal import Units
internal import UnitsClient
internal import UnitsCommandLine
internal import UnitsJSON

/// `convert`: a measurement in another unit.
enum ConvertCommand {
  static func run(_ invocation: Invocation) throws(ControlFailure) -> ExitStatus {
    let style = invocation.arguments.word(.style, as: HeightStyle.self) ?? .decimal
    let (reading, target) = try read(invocation)
    let meters = reading.baseValue
    let isFeet = target == .foot(of: target.type)
    let feet = isFeet ? style.label(meters: meters, in: .imperial) : nil
    let label = feet ?? target.label(ofBase: reading.baseValue)
    if invocation.wantsJSON {
      let object: JSONObject = [
        "value": .double(target.value(fromBase: reading.baseValue)),
        "unit": .string(target.symbol), "text": .string(label.description),
      ]
      try invocation.write("\(object)\n")
    } else {
      try invocation.write("\(label)\n")
    }
    return .done
  }

  /// The words before the last, without the `in` of `5 mi in km`; that of `5 in cm` is a unit.
  private static func measured(
    _ words: [String],
    _ parse: (ArraySlice<String>) throws(MeasurementTextError) -> MeasurementText.Reading
  ) -> ArraySlice<String> {
    let all = words.dropLast()
    guard all.count > 1, let last = all.last, prepositions.contains(last.lowercased()) else {
      return all
    }
    do throws(MeasurementTextError) { _ = try parse(all) } catch { return all.dropLast() }
    return all
  }

  private static let prepositions = ["in", "to", "into", "as"]

  /// The measurement, and the unit that is wanted. The last word is that unit if what stands before
  /// it is a measurement alone: `5 km mi`, but `12 st 4 lb`.
  private static func read(
    _ invocation: Invocation
  ) throws(ControlFailure) -> (MeasurementText.Reading, MeasurementUnit) {
    let words = invocation.operands
    let sign = DecimalSign(environment: invocation.environment)
    func parse(_ words: some Collection<String>) throws(MeasurementTextError)
      -> MeasurementText.Reading
    {
      try MeasurementText.parse(words.joined(separator: " "), decimalSign: sign)
    }
    let reason: MeasurementTextError
    do throws(MeasurementTextError) {
      let reading = try parse(words)
      return (reading, reading.unit.counterpart)
    } catch {
      reason = error
    }
    guard words.count > 1, case .unknownUnit = reason, let word = words.last else {
      throw ControlFailure(.badData, reason.description, hint: reason.hint)
    }
    do throws(MeasurementTextError) {
      let reading = try parse(measured(words, parse))
      guard let unit = MeasurementUnit.named(word, convertibleFrom: reading.unit.type) else {
        // Read as a measurement of that type, the word says what is wrong with it.
        _ = try MeasurementText.parse(
          "1 \(word)", as: reading.unit.type, system: .metric, decimalSign: sign)
        throw MeasurementTextError.unknownUnit(word, reading.unit.type)
      }
      return (reading, unit)
    } catch {
      var error = error
      // `5 furlongs`: a number alone in front, so the word was meant for its unit.
      if case .noUnit = error { error = reason }
      throw ControlFailure(.badData, error.description, hint: error.hint)
    }
  }
}
