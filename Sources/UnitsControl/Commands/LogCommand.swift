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
    let time = try invocation.arguments[.at].map(TypedTime.parse) ?? .local(invocation.now())
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
    func parse(_ system: UnitSystem) throws(ControlFailure) -> MeasurementText.Reading {
      do throws(MeasurementTextError) {
        return try MeasurementText.parse(text, as: type, system: system, decimalSign: sign)
      } catch {
        throw ControlFailure(.badData, error.description, hint: error.hint)
      }
    }
    // What is wrong in any system is told before anybody is asked for the system.
    let metric = try parse(.metric)
    let options = invocation.client.options
    var units: ShownUnits
    do throws(ClientError) {
      let values = try invocation.client.get(PreferenceKey.shown(type))
      units = ShownUnits(of: type, in: values, options)
    } catch {
      // A unit that was typed needs no preference; a bare number would be guessed.
      guard try parse(.imperial) == metric else { throw ControlFailure(error) }
      units = ShownUnits(system: options.locale.system)
    }
    if let style { units.heightStyle = style }
    return (try parse(units.system).baseValue, units)
  }

  static func line(_ record: Record, in units: ShownUnits) -> String {
    let label = units.label(of: record.type, baseValue: record.value)
    return "\(record.type.commandWord) \(label) \(record.time) \(record.id)"
  }
}
