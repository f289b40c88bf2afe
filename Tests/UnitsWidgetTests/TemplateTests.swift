import Testing
import Units
import UnitsPreferences

@testable import UnitsWidget

/// Texts with fields.
struct TemplateTests {
  static let widget = Widget(
    system: .metric, type: .distance, period: .week,
    figures: WidgetFigures(value: 12_345, total: 12_345, count: 3, days: [1, 2]), goal: 20_000)

  @Test(arguments: [
    ("{value} {unit} today", "12.3 km today"),
    ("{total}/{goal} = {percent}%", "12.3/20.0 km = 61%"),
    ("{count} {type} {period} {system}", "3 distance this week metric"),
    ("{spark}|", "▅█|"),
    ("{{value}} }}{{", "{value} }{"),
    ("", ""),
    ("näh {value}", "näh 12.3"),
  ])
  func `fields are filled in`(template: String, text: String) throws {
    #expect(try BarTemplate(parsing: template).text(of: Self.widget) == text)
  }

  @Test(arguments: [
    ("{value} {vlaue}", "column 9: unknown field: {vlaue}"),
    ("ä{}", "column 2: unknown field: {}"),
    ("{value", "column 1: brace is not closed: {"),
    ("km}", "column 3: brace was not opened: }"),
  ])
  func `a bad template is refused by name and position`(template: String, reason: String) {
    let error = #expect(throws: BarTemplateError.self) {
      try BarTemplate(parsing: template)
    }
    #expect(error?.description == reason)
  }

  @Test func `what does not add up has no today, and no record no number`() {
    let widget = Widget(
      system: .imperial, type: .weight, period: .today, figures: WidgetFigures(), goal: nil)
    #expect(WidgetFace(widget, template: nil, width: 0).text == "– lbs")
  }

  @Test(arguments: [
    (MeasurementType.distance, 5_000.0, "5.0 km"), (.weight, 89.8, "90 kg"),
    (.height, 1.8, "1.80 m"),
    (.temperature, 36.66, "36.7 °C"), (.heartRate, 61.8, "62 bpm"),
  ])
  func `each type has its decimals`(type: MeasurementType, value: Double, label: String) {
    let widget = Widget(
      system: .metric, type: type, period: .today, figures: WidgetFigures(value: value), goal: nil)
    #expect(widget.label.description == label)
  }

  @Test(arguments: [
    ([0.0, 7, nil, 3.5], Sparkline.Floor.zero, "▁█ ▅"), ([5, 5], .zero, "██"),
    ([0, 0], .zero, "▁▁"),
    ([80, 81, 82], .least, "▁▅█"), ([80, 80], .least, "▅▅"), ([nil, nil], .least, "  "),
    ([], .zero, ""),
  ])
  func `a sparkline has a column a day`(values: [Double?], floor: Sparkline.Floor, text: String) {
    #expect(Sparkline.text(values, from: floor) == text)
  }
}
