// What a widget knows: the preferences, and the answer to the question that they make.

internal import Units
internal import UnitsClient
internal import UnitsCommandLine
internal import UnitsLinux
internal import UnitsPreferences
internal import UnitsStore

/// Preferences and figures, and the face that they make. One thread owns a value.
final class WidgetModel {
  let client: GroupClient
  private let options: WidgetOptions
  private let now: () -> Instant
  /// The preferences, as they were last told.
  var values = SortedMembers() {
    didSet {
      if values != oldValue { chosen = Self.settings(options, values) }
    }
  }
  private var chosen: WidgetSettings
  private var question: WidgetQuestion?
  /// The answer; nil while it is not known.
  private var figures: WidgetFigures?
  private var isStale = true

  /// `now` is the clock that people set.
  init(options: WidgetOptions, client: GroupClient, now: @escaping () -> Instant = Instant.now) {
    self.options = options
    self.client = client
    self.now = now
    chosen = options.settings
  }

  private var today: LocalCalendar.Span { LocalCalendar.day(containing: now().seconds) }

  /// What the command line and the preferences choose.
  var settings: WidgetSettings { chosen }

  /// The moment at which the answer is of yesterday, in seconds since 1970.
  var dayEnd: Int64? { question?.day.end }

  /// Preferences and the probable question in one round trip. `settings` may make it another one.
  func glance() throws(ClientError) {
    let day = today
    let guess = WidgetQuestion(options.settings, format: options.format, day: day)
    take(guess)
    let summary = try client.glance(WidgetSettings.keys, guess.span) { values = $0 }
    let question = WidgetQuestion(settings, format: options.format, day: day)
    take(question)
    figures =
      question == guess
      ? try question.answer(summary, client) : try question.answer(from: client)
    isStale = false
  }

  /// Asks what is not known, or not any more.
  func refresh() throws(ClientError) {
    let question = WidgetQuestion(settings, format: options.format, day: today)
    if question != self.question { isStale = true }
    take(question)
    guard isStale else { return }
    // A failure is for the caller to plan; until then nothing is gained by asking again.
    isStale = false
    figures = try question.answer(from: client)
  }

  /// The answer may be another now.
  func invalidate() { isStale = true }

  /// Whether a change of records is of interest.
  func isConcerned(by change: RecordsChange) -> Bool { question?.concerns(change) ?? true }

  /// What there is to show.
  var face: WidgetFace {
    let settings = settings
    let width = settings.width ?? 0
    guard let figures, let question else {
      let placeholder = settings.placeholder ?? BarSetting.placeholder.declaration.standard
      return WidgetFace(placeholder: placeholder, width: width)
    }
    let system = options.client.shownSystem(in: values, for: question.type)
    let widget = Widget(
      system: system, type: question.type, period: question.period, figures: figures,
      goal: settings.goal(of: question.type, in: system), heightStyle: values.heightStyle)
    return WidgetFace(widget, template: settings.template, width: width)
  }

  /// What is known of another question is forgotten.
  private func take(_ question: WidgetQuestion) {
    if question != self.question { figures = nil }
    self.question = question
  }

  private static func settings(
    _ options: WidgetOptions, _ values: SortedMembers
  ) -> WidgetSettings {
    options.settings.over(
      WidgetSettings(values) { key, refusal in
        WidgetProgram.tell("\(refusal.reason): \(key)")
      })
  }
}
