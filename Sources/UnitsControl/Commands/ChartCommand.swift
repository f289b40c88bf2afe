internal import Units
internal import UnitsClient
internal import UnitsCommandLine
internal import UnitsJSON
internal import UnitsLinux
internal import UnitsPreferences
internal import UnitsPrograms
internal import UnitsStore

/// `chart`: the measurements of a period as bars.
enum ChartCommand {
  /// What is no terminal, and does not say, is as wide as they used to be.
  private static let standardWidth = 80

  static func run(_ invocation: Invocation) throws(ControlFailure) -> ExitStatus {
    let type = invocation.measurementType(at: 0) ?? .distance
    let period = invocation.arguments.word(.period, as: CalendarPeriod.self) ?? .today
    let columns = period.columns(at: invocation.now())
    let client = invocation.client
    let (values, summaries) = try translating {
      () throws(ClientError) -> (SortedMembers, [RecordSummary]) in
      let keys = PreferenceKey.shown(type) + [BarSetting.goal, .type, .period].map(\.key)
      return (
        try client.get(keys), try client.summaries(columns.map { RecordSpan(type: type, $0) })
      )
    }
    let units = ShownUnits(of: type, in: values, client.options)
    let bars = summaries.map { summary in
      summary.count > 0 ? SummaryCommand.value(summary, type) : nil
    }
    if invocation.wantsJSON {
      for (column, value) in zip(columns, bars) {
        let object: JSONObject = [
          "since": .string(Timestamp.local(column.lowerBound).description),
          "until": .string(Timestamp.local(column.upperBound).description),
          "value": value.map(JSONValue.double) ?? .null,
        ]
        try invocation.write("\(object)\n")
      }
      return .done
    }
    let goal = period == .year ? nil : try goal(invocation, type, values, units)
    let chart = Chart(
      rows: zip(columns, bars).map { column, value in
        Chart.Row(
          name: name(of: column.lowerBound), value: value,
          text: value.map { units.label(of: type, baseValue: $0).description } ?? "-")
      }, floor: floor(of: bars, type), goal: goal)
    let lines = chart.lines(width: width(invocation))
    try invocation.write(lines.map { $0 + "\n" }.joined())
    return .done
  }

  /// Nothing for what adds up; else so far below the least that its bar is a tenth of the greatest's.
  private static func floor(of bars: [Double?], _ type: MeasurementType) -> Double {
    let values = bars.compactMap(\.self)
    guard !type.addsUp, let least = values.min(), let greatest = values.max() else { return 0 }
    return greatest > least ? least - (greatest - least) / 9 : least - 1
  }

  /// The goal of a day: the option's, else that of a bar that shows days of this type.
  private static func goal(
    _ invocation: Invocation, _ type: MeasurementType, _ values: SortedMembers,
    _ units: ShownUnits
  ) throws(ControlFailure) -> Chart.Goal? {
    func reading(_ text: String, _ sign: DecimalSign) throws(MeasurementTextError) -> Chart.Goal {
      let value = try MeasurementText.parse(
        text, as: type, system: units.system, decimalSign: sign
      ).baseValue
      return Chart.Goal(
        value: value, text: units.label(of: type, baseValue: value).description)
    }
    if let text = invocation.arguments[.goal] {
      do throws(MeasurementTextError) {
        return try reading(text, DecimalSign(environment: invocation.environment))
      } catch {
        throw ControlFailure(.badData, error.description, hint: error.hint)
      }
    }
    func choice(_ setting: BarSetting) -> String {
      values[setting.key].map { $0.stringValue ?? $0.description } ?? setting.declaration.standard
    }
    let text = choice(.goal)
    guard choice(.type) == type.commandWord, choice(.period) == CalendarPeriod.today.rawValue,
      !text.isEmpty
    else { return nil }
    do throws(MeasurementTextError) { return try reading(text, .point) } catch {
      // A goal of another type, which is none here.
      return nil
    }
  }

  /// `mon 11-30`
  private static func name(of instant: Instant) -> String {
    let day = LocalCalendar.date(at: instant.seconds)
    guard let date = CivilDate(daysSince1970: day) else { return "" }
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let weekday = Weekday.allCases[CalendarPeriod.daysSinceMonday(day)]
    return "\(weekday.short) \(two(date.month))-\(two(date.day))"
  }

  /// What COLUMNS or the terminal says, as far as that can be believed.
  private static func width(_ invocation: Invocation) -> Int {
    var told = invocation.environment["COLUMNS"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    if told == nil {
      told = invocation.streams.output.descriptor.flatMap { TerminalSize(of: $0)?.columns }
    }
    return min(told ?? standardWidth, PreferenceKind.greatestWidth)
  }
}
