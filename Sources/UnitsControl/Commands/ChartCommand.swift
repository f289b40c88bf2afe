internal import Units
internal import UnitsClient
internal import UnitsCommandLine
internal import UnitsJSON
internal import UnitsLinux
internal import UnitsStore

/// `chart`: the measurements of a period as bars.
enum ChartCommand {
  static var declaration: CommandDeclaration {
    CommandDeclaration(
      .chart, forms: ["[TYPE] [--period PERIOD] [--goal GOAL]"],
      summary: "draw the measurements of a period, a bar a day",
      details: """
        TYPE is distance where it is left out. The total of a day's distances, or the mean of the
        others, whose bars begin a little below the least. Of today the last seven days; of a year a
        bar a week, without the goal of a day. As wide as the terminal, else as COLUMNS says.
        """,
      options: [.period, .goal], operands: 0...1,
      example: "unitsctl chart distance --period month --goal 5km",
      json: [
        JSONShape(
          "an object a bar",
          members: [
            .init("since", "when the bar's time begins"), .init("until", "the moment behind it"),
            .init("value", "the total or mean in base units; null where there is no record"),
          ])
      ], run: run)
  }

  /// What is no terminal, and does not say, is as wide as they used to be.
  private static let standardWidth = 80

  private static func run(_ invocation: Invocation) throws(ControlFailure) -> ExitStatus {
    let type = try invocation.operands.first.map(MeasurementType.init(typed:)) ?? .distance
    let period = try SummaryCommand.period(invocation)
    let columns = period.columns(at: invocation.now())
    let client = invocation.client
    let (values, summaries) = try translating {
      () throws(ClientError) -> (SortedMembers, [RecordSummary]) in
      let keys = PreferenceKey.shown(type) + ["goal", "type", "period"].map(PreferenceKey.bar)
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
    func choice(_ name: String) -> String? {
      values[PreferenceKey.bar(name)].map { $0.stringValue ?? $0.description }
    }
    guard choice("type") ?? MeasurementType.distance.commandWord == type.commandWord,
      choice("period") ?? RecordPeriod.today.rawValue == RecordPeriod.today.rawValue,
      let text = choice("goal")
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
    let weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
    return "\(weekdays[RecordPeriod.daysSinceMonday(day)]) \(two(date.month))-\(two(date.day))"
  }

  private static func width(_ invocation: Invocation) -> Int {
    if let columns = invocation.environment["COLUMNS"].flatMap({ Int($0) }), columns > 0 {
      return columns
    }
    return invocation.streams.output.descriptor.flatMap(StandardStream.columns) ?? standardWidth
  }
}
