import Testing
import Units
import UnitsCommandLine
import UnitsJSON
import UnitsPreferences
import UnitsStore

@testable import UnitsWidget

/// What can be chosen.
struct SettingsTests {
  @Test func `an option is stronger than a preference`() throws {
    var options = WidgetSettings()
    try options.set(.type, to: "weight")
    let preferences = WidgetSettings(
      SortedMembers(["dev.units.bar.type": .string("height"), "dev.units.bar.width": .integer(12)])
    ) { _, _ in Issue.record("nothing is wrong with them") }
    let settings = options.over(preferences)
    #expect(settings.type == .weight)
    #expect(settings.width == 12)
  }

  @Test func `every preference that a widget goes by is asked for`() {
    var keys = [PreferenceKey.unitSystem, PreferenceKey.heightStyle]
    keys += MeasurementType.allCases.map(PreferenceKey.unitSystem(of:))
    keys += BarSetting.allCases.map(\.key)
    #expect(WidgetSettings.keys.sorted() == keys.sorted())
    for setting in BarSetting.allCases { #expect(BarSetting(key: setting.key) == setting) }
    #expect(BarSetting(key: "dev.units.bar.colour") == nil)
    #expect(BarSetting(key: PreferenceKey.unitSystem) == nil)
  }

  @Test func `a preference that cannot be used is left out and told`() {
    var told: [String] = []
    let settings = WidgetSettings(
      SortedMembers([
        "dev.units.bar.template": .string("{x}"), "dev.units.bar.goal": .integer(5),
        "dev.units.bar.width": .bool(true),
      ])
    ) { key, _ in told.append(key) }
    #expect(settings.template == nil)
    #expect(settings.goal == "5")
    #expect(told == ["dev.units.bar.template", "dev.units.bar.width"])
  }

  @Test(arguments: [
    ("5km", UnitSystem.imperial, 5_000.0), ("5", .metric, 5_000), ("5", .imperial, 8_046.72),
    ("5,5 km", .metric, 5_500), ("3.1mi", .metric, 4_988.966_4),
  ])
  func `a bare goal is in the unit that is shown`(text: String, system: UnitSystem, meters: Double)
    throws
  {
    var settings = WidgetSettings()
    try settings.set(.goal, to: text)
    #expect(settings.goal(of: .distance, in: system) == meters)
  }

  @Test func `a goal of another type is none`() throws {
    var settings = WidgetSettings()
    try settings.set(.goal, to: "70kg")
    #expect(settings.goal(of: .distance, in: .metric) == nil)
    #expect(settings.goal(of: .weight, in: .metric) == 70)
  }

  @Test(arguments: [
    (1, ClickAction.toggle as ClickAction?), (2, .command("log distance 1km")), (3, nil),
    (4, .turn(.up)), (5, .turn(.down)), (8, nil),
  ])
  func `buttons have their actions`(button: Int, action: ClickAction?) throws {
    var settings = WidgetSettings()
    try settings.set(.onMiddle, to: "log distance 1km")
    #expect(ClickAction(button: button, settings: settings) == action)
  }

  @Test func `the wheel turns through the periods and round`() {
    #expect(CalendarPeriod.today.turned(.up) == .week)
    #expect(CalendarPeriod.month.turned(.up) == .today)
    #expect(CalendarPeriod.today.turned(.down) == .month)
  }
}
