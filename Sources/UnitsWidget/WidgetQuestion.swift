// Which records a widget is about at this moment, and asking for them.

internal import Units
internal import UnitsClient
internal import UnitsCommandLine
internal import UnitsLinux
internal import UnitsPreferences
internal import UnitsStore

/// What is to be asked to know a widget's figures.
struct WidgetQuestion: Equatable {
  /// What is asked beside the value.
  struct Extent: OptionSet {
    let rawValue: Int
    /// Total and count of the period, where the value is not that.
    static let period = Extent(rawValue: 1)
    /// The last seven days.
    static let days = Extent(rawValue: 2)
  }

  let type: MeasurementType
  let period: CalendarPeriod
  let extent: Extent
  /// Today.
  let day: LocalCalendar.Span

  init(_ settings: WidgetSettings, format: WidgetFormat, day: LocalCalendar.Span) {
    type = settings.type ?? .distance
    period = settings.period ?? .today
    self.day = day
    var extent: Extent = []
    let template = settings.template
    if !type.addsUp,
      format.showsEverything || template?.uses(.total) == true
        || template?.uses(.count) == true
    {
      extent.insert(.period)
    }
    if format.showsDays || template?.uses(.spark) == true { extent.insert(.days) }
    self.extent = extent
  }

  /// The records that the value comes from: of the period where they add up, of all time where the
  /// last one counts.
  var span: RecordSpan {
    span(since: type.addsUp ? periodStart : .earliest)
  }

  /// Whether the answer may be another after that change.
  func concerns(_ change: RecordsChange) -> Bool {
    if let changed = change.type, changed != type { return false }
    if let since = change.since, let end = Instant(seconds: day.end) { return since < end }
    return true
  }

  /// Asks.
  func answer(from client: GroupClient) throws(ClientError) -> WidgetFigures {
    try answer(try client.summary(span), client)
  }

  /// The answer that the summary of ``span`` gives, with what is asked beside it.
  func answer(
    _ summary: RecordSummary, _ client: GroupClient
  ) throws(ClientError) -> WidgetFigures {
    var figures = WidgetFigures()
    if type.addsUp {
      figures.value = summary.sum
      figures.total = summary.sum
      figures.count = summary.count
    } else {
      figures.value = summary.last?.value
    }
    if extent.contains(.period) {
      let summary = try client.summary(span(since: periodStart))
      figures.count = summary.count
      figures.total = summary.count > 0 ? summary.sum / Double(summary.count) : nil
    }
    if extent.contains(.days) { figures.days = try days(from: client) }
    return figures
  }

  private func days(from client: GroupClient) throws(ClientError) -> [Double?] {
    var days: [Double?] = []
    for column in CalendarPeriod.today.columns(at: moment) {
      let summary = try client.summary(RecordSpan(type: type, column))
      days.append(type.addsUp ? summary.sum : summary.last?.value)
    }
    return days
  }

  /// A moment of today.
  private var moment: Instant { Instant(seconds: day.start) ?? .earliest }

  private var periodStart: Instant { period.span(at: moment).lowerBound }

  private func span(since: Instant) -> RecordSpan {
    RecordSpan(type: type, since: since, until: Instant(seconds: day.end) ?? .latest)
  }
}
