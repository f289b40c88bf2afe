import Testing
import Units

@Suite struct LocaleVerdictTests {
  @Test(arguments: SharedData.rows(of: "locales.tsv"))
  func `the environment says the region and the system of the table`(row: [String]) {
    let verdict = LocaleVerdict(lcAll: row[0], lcMeasurement: row[1], lang: row[2])
    #expect(verdict.region?.code ?? "" == row[3])
    #expect(verdict.system.rawValue == row[4])
    let deciding = row.prefix(3).firstIndex { !$0.isEmpty }
    #expect(verdict.variable == deciding.map { LocaleVerdict.Variable.allCases[$0] })
    #expect(verdict.locale == deciding.map { row[$0] })
  }

  @Test func `the first variable that is set decides alone`() {
    let named = LocaleVerdict(lcAll: "en_US", lcMeasurement: "de_DE", lang: "fr_FR")
    #expect(named.variable?.rawValue == "LC_ALL")
    let middle = LocaleVerdict(lcAll: "", lcMeasurement: "de_DE", lang: "en_US")
    #expect(middle.variable?.rawValue == "LC_MEASUREMENT")
    let last = LocaleVerdict(lcAll: nil, lcMeasurement: nil, lang: "en_US")
    #expect(last.variable?.rawValue == "LANG")
    #expect(last.region == Region(code: "US"))
  }

  @Test func `nothing set names no region`() {
    let verdict = LocaleVerdict(lcAll: nil, lcMeasurement: nil, lang: nil)
    #expect(verdict.variable == nil)
    #expect(verdict.region == nil)
    #expect(verdict.system == .metric)
  }

  @Test(arguments: ["", "U", "USA", "U1", "12", "1234", "ÜS", "U\u{301}S"])
  func `what is no region code is none`(code: String) {
    #expect(Region(code: code) == nil)
  }

  @Test(arguments: ["US", "LR", "MM", "mm"])
  func `three regions are imperial`(code: String) {
    #expect(UnitSystem(region: Region(code: code)) == .imperial)
  }

  @Test(arguments: ["GB", "DE", "001"])
  func `the others are metric`(code: String) {
    #expect(UnitSystem(region: Region(code: code)) == .metric)
  }
}
