internal import Units
internal import UnitsClient
internal import UnitsCommandLine
internal import UnitsStore

/// `log`: records a measurement.
enum LogCommand {
  static var declaration: CommandDeclaration {
    CommandDeclaration(
      .log, forms: ["TYPE VALUE[UNIT] [--at TIME] [--note TEXT] [--source TEXT] [--style STYLE]"],
      summary: "record a measurement",
      details: """
        TYPE is one of \(Words.measurementTypes).
        A number without a unit is in the unit in which the type is shown, if people measure as much
        in it. Units are read as people write them: 5'11", '5 ft 11 1/2 in', '12 st 4 lb', 1m80,
        98.6F, 5k, in any case, with a blank or without. TIME is 07:15, yesterday, 'monday 18:30',
        2026-11-30T07:15 or one with its offset; what the clock skips is an hour later, and what
        comes twice is the first. Prints the stored record.
        """,
      options: [.at, .note, .source, .style], operands: 2...CommandDeclaration.many,
      example: "unitsctl log distance 5km --note 'along the river'",
      json: [JSONShape("the stored record, as `records` does", members: RecordText.members)],
      run: run)
  }

  private static func run(_ invocation: Invocation) throws(ControlFailure) -> ExitStatus {
    let type = try MeasurementType(typed: invocation.operands[0])
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
    let style = try invocation.heightStyle()
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
