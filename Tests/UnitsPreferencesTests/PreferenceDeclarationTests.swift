import Testing
import Units
import UnitsPreferences

/// The one table of keys.
@Suite struct PreferenceDeclarationTests {
  @Test func `every key is declared once, with a sentence and a default that it can have`() {
    let rows = PreferenceDeclaration.all
    #expect(Set(rows.map(\.key)).count == rows.count)
    for row in rows {
      #expect(row.key.hasPrefix(PreferenceDeclaration.prefix))
      #expect(!row.summary.isEmpty && !row.kind.range.isEmpty)
      #expect(PreferenceDeclaration.of(row.key)?.summary == row.summary)
      // What counts by itself is a value, or tells where the value comes from.
      if row.kind != .unitSystem, !row.standard.isEmpty {
        #expect(row.kind.refusal(of: row.standard) == nil, "\(row.key)")
      }
    }
    for setting in BarSetting.allCases {
      #expect(BarSetting(key: setting.key) == setting)
      #expect(setting.key == "dev.units.bar.\(setting.rawValue)")
      #expect(rows.contains { $0.key == setting.key })
    }
    for type in MeasurementType.allCases {
      #expect(
        PreferenceDeclaration.of("dev.units.system.\(type.commandWord)")?.kind == .unitSystem)
    }
    #expect(PreferenceDeclaration.of("dev.units.bar.colour") == nil)
    #expect(PreferenceDeclaration.of("editor.fontsize") == nil)
  }

  @Test(arguments: [
    ("dev.units.systm", "dev.units.system"), ("dev.units.bar.gaol", "dev.units.bar.goal"),
    ("dev.units.system.hight", "dev.units.system.height"),
    ("dev.units.import.fodler", "dev.units.import.folder"), ("dev.units.system", nil),
    ("dev.units.test", nil), ("editor.units.systm", nil), ("dev.units.", nil),
  ])
  func `a key that is nearly one of ours is known for it`(key: String, meant: String?) {
    #expect(PreferenceDeclaration.meant(by: key) == meant)
  }

  @Test(arguments: [
    ("dev.units.system", "imperial", true), ("dev.units.system", "Metric", false),
    ("dev.units.system.weight", "metric", true), ("dev.units.height.style", "feet", false),
    ("dev.units.bar.type", "heart-rate", true), ("dev.units.bar.type", "heart rate", false),
    ("dev.units.bar.type", "foo", false), ("dev.units.bar.period", "month", true),
    ("dev.units.bar.period", "year", false), ("dev.units.bar.goal", "5km", true),
    ("dev.units.bar.goal", "5", true), ("dev.units.bar.goal", "5,5 km", true),
    ("dev.units.bar.goal", "fast", false), ("dev.units.bar.goal", "", false),
    ("dev.units.bar.width", "0", true), ("dev.units.bar.width", "1000", true),
    ("dev.units.bar.width", "1001", false), ("dev.units.bar.width", "wide", false),
    ("dev.units.bar.template", "{value}", true), ("dev.units.bar.template", "{valeu}", false),
    ("dev.units.bar.template", "{value", false), ("dev.units.bar.placeholder", "", true),
    ("dev.units.import.folder", "~/Sync", true), ("dev.units.import.folder", "Sync", false),
  ])
  func `a key takes what it can be`(key: String, text: String, isTaken: Bool) throws {
    let refusal = try #require(PreferenceDeclaration.of(key)).kind.refusal(of: text)
    #expect((refusal == nil) == isTaken)
  }
}
