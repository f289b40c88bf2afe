internal import Units
internal import UnitsClient
internal import UnitsCommandLine
internal import UnitsStore

/// `log`: records a measurement.
enum LogCommand {
  static func run(_ invocation: Invocation) throws(ControlFailure) -> ExitStatus {
    guard let type = invocation.measurementType(at: 0) else { return .usage }
    let text = invocation.operands.dropFirst().joined(separator: " ")
    let (value, units) = try read(text, as: type, invocation)
    let now = invocation.now()
    let time: Timestamp
    if let text = invocation.arguments[.at] {
      time = try TypedTime.parse(text, now: now)
    } else {
      time = .local(now)
    }
    let record: NewRecord
    do throws(InvalidRecord) {
      record = try NewRecord(
        type: type, value: value, time: time, note: invocation.arguments[.note],
        source: invocation.arguments[.source] ?? Control.name)
    } catch {
      throw ControlFailure(.badData, error.description)
    }
    let stored = try translating { () throws(ClientError) in
      try invocation.client.addRecords([record])
    }
    for record in stored {
      let line =
        invocation.wantsJSON ? RecordText.json(record) : self.line(record, in: units)
      try invocation.report(line)
    }
    return .done
  }

  /// The value in the base unit, and how it is shown.
  private static func read(
    _ text: String, as type: MeasurementType, _ invocation: Invocation
  ) throws(ControlFailure) -> (value: Double, units: ShownUnits) {
    let style = invocation.arguments.word(.style, as: HeightStyle.self)
    // A comma as decimal sign goes by the locale, like the rest of what is typed.
    let sign = DecimalSign(environment: invocation.environment)
    func parse(_ system: UnitSystem) throws(MeasurementTextError) -> MeasurementText.Reading {
      try MeasurementText.parse(text, as: type, system: system, decimalSign: sign)
    }
    func refusal(_ error: MeasurementTextError) -> ControlFailure {
      ControlFailure(.badData, error.description, hint: error.hint)
    }
    // What is wrong in any system is told before anybody is asked for the system, in whose unit a
    // number that cannot be is told.
    var isUnitTyped = false
    do throws(MeasurementTextError) { isUnitTyped = try parse(.metric).isUnitTyped } catch {
      guard case .impossible = error else { throw refusal(error) }
    }
    let options = invocation.client.options
    var units: ShownUnits
    do throws(ClientError) {
      let values = try invocation.client.get(PreferenceKey.shown(type))
      units = ShownUnits(of: type, in: values, options)
    } catch {
      // A unit that was typed needs no preference; a bare number would be guessed.
      guard isUnitTyped else { throw ControlFailure(error) }
      units = ShownUnits(system: options.locale.system)
    }
    if let style { units.heightStyle = style }
    do throws(MeasurementTextError) {
      let reading = try parse(units.system)
      try MeasurementText.checkPlausible(reading, in: units.system)
      return (reading.baseValue, units)
    } catch {
      throw refusal(error)
    }
  }

  static func line(_ record: Record, in units: ShownUnits) -> String {
    let label = units.label(of: record.type, baseValue: record.value)
    return "\(record.type.commandWord) \(label) \(record.time) \(record.id)"
  }
}
