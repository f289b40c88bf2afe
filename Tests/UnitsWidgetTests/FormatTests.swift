import Testing
import Units
import UnitsCommandLine
import UnitsJSON
import UnitsPreferences

@testable import UnitsWidget

/// What each bar is told, byte for byte.
struct FormatTests {
  /// Five kilometres, in miles.
  static let plain = face()

  static func face(
    template: String? = nil, meters: Double? = 5_000, goal: Double? = nil, width: Int = 0,
    days: [Double?] = []
  ) -> WidgetFace {
    let widget = Widget(
      system: .imperial, type: .distance, period: .today,
      figures: WidgetFigures(value: meters, total: meters, count: 2, days: days), goal: goal)
    // A template in these tests is a good one.
    let parsed = template.flatMap { try? BarTemplate(parsing: $0) }
    return WidgetFace(widget, template: parsed, width: width)
  }

  static let lines: [WidgetFormat: String] = [
    .plain: "3.1 mi today",
    .waybar: #"""
    {"text":"3.1 mi today","alt":"imperial","tooltip":"3.1 mi today","class":["imperial"]}
    """#,
    .polybar: "3.1 mi today",
    .i3bar: #"""
    [{"name":"units","full_text":"3.1 mi today","short_text":"3.1 mi","markup":"none",\#
    "align":"right","min_width":"00.0 mi today","instance":"distance"}],
    """#,
    .i3blocks: #"""
    {"full_text":"3.1 mi today","short_text":"3.1 mi"}
    """#,
    .i3statusRust: #"""
    {"icon":"","state":"Idle","text":"3.1 mi today","short_text":"3.1 mi"}
    """#,
    .tmux: "3.1 mi today",
    .lemonbar: """
    %{A5:unitsbar --scroll down:}%{A4:unitsbar --scroll up:}%{A1:unitsbar --toggle:}\
    3.1 mi today%{A}%{A}%{A}
    """,
    .xmobar: "3.1 mi today",
    .eww: #"""
    {"text":"3.1 mi today","short":"3.1 mi","tooltip":"3.1 mi today","class":"",\#
    "percent":0,"system":"imperial"}
    """#,
    .argos: """
    3.1 mi today | useMarkup=false emojize=false
    ---
    3.1 mi today | useMarkup=false emojize=false
    Show Metric (km, kg) | bash='unitsbar --toggle' terminal=false refresh=true
    """,
  ]

  @Test(arguments: WidgetFormat.allCases.filter { $0 != .json })
  func `a line is what the bar expects`(format: WidgetFormat) {
    #expect(format.line(Self.plain) == Self.lines[format].map { $0 + "\n" })
  }

  @Test func `the header of i3bar is a line of its own in front of the array`() {
    #expect(
      WidgetFormat.i3bar.opening == #"{"version":1,"click_events":true,"stop_signal":0}"# + "\n[\n")
    for format in WidgetFormat.allCases where format != .i3bar { #expect(format.opening.isEmpty) }
  }

  @Test(arguments: [
    (WidgetFormat.plain, ##"#[fg=red] 5% %{F} <b> & | "x""##),
    (.polybar, ##"#[fg=red] 5% % {F} <b> & | "x""##),
    (.tmux, ###"##[fg=red] 5% %{F} <b> & | "x""###),
    (.xmobar, ##"<raw=29:#[fg=red] 5% %{F} <b> & | "x"/>"##),
  ])
  func `what a bar would obey is escaped`(format: WidgetFormat, line: String) {
    let hostile = Self.face(template: ##"#[fg=red] 5% %{{F}} <b> & | "x""##)
    #expect(format.line(hostile) == line + "\n")
  }

  @Test func `markup is escaped where nobody else does it`() throws {
    let hostile = Self.face(template: "<b> & | %{{F}}")
    let rust = try object(WidgetFormat.i3statusRust.line(hostile))
    #expect(rust["text"] == .string("&lt;b&gt; &amp; | %{F}"))
    // The bar does it, with "escape": true.
    #expect(try object(WidgetFormat.waybar.line(hostile))["text"] == .string("<b> & | %{F}"))
    #expect(WidgetFormat.lemonbar.line(hostile).contains(":}<b> & | %%{F}%{A}"))
    #expect(WidgetFormat.argos.line(hostile).hasPrefix("<b> & ¦ %{F} | useMarkup=false"))
  }

  @Test(arguments: WidgetFormat.allCases.filter { $0 != .argos })
  func `whatever the template says, a line is one line`(format: WidgetFormat) {
    let line = format.line(Self.face(template: "a\nb\tc\u{1b}[31m\u{2028}d\r"))
    #expect(line.last == "\n")
    #expect(!line.dropLast().unicodeScalars.contains { $0.value < 0x20 || $0 == "\u{2028}" })
  }

  @Test(arguments: [
    WidgetFormat.waybar, .i3blocks, .i3statusRust, .eww, .json,
  ])
  func `objects are JSON, for a placeholder too`(format: WidgetFormat) throws {
    for face in [Self.plain, WidgetFace(placeholder: #"…"\"#, width: 0)] {
      #expect(try !object(format.line(face)).isEmpty)
    }
  }

  @Test func `i3blocks gets strings and integers in a flat object`() throws {
    for (_, value) in try object(WidgetFormat.i3blocks.line(Self.face(goal: 5_000))).map({
      ($0.key, $0.value)
    }) {
      #expect(value.stringValue != nil || value.integerValue != nil)
    }
  }

  @Test(arguments: WidgetFormat.allCases)
  func `no placeholder is empty`(format: WidgetFormat) {
    let line = format.line(WidgetFace(placeholder: "", width: 0))
    #expect(line.count > 1)
  }

  @Test(arguments: [
    (1_000.0, "under", nil as String?), (4_000, "near", "#e5c07b"), (5_000, "reached", "#98c379"),
  ])
  func `a goal colours what it has a colour for`(meters: Double, level: String, color: String?)
    throws
  {
    let face = Self.face(meters: meters, goal: 5_000)
    let waybar = try object(WidgetFormat.waybar.line(face))
    #expect(waybar["class"] == .array([.string("imperial"), .string(level)]))
    #expect(waybar["percentage"] == .integer(Int(meters / 50)))
    let colored: [WidgetFormat] = [.i3bar, .i3blocks, .tmux, .lemonbar, .xmobar, .argos]
    for format in colored {
      let line = format.line(face)
      #expect(line.contains(color ?? "#") == (color != nil), "\(format): \(line)")
    }
  }

  @Test func `waybar's tooltip has the goal and the last seven days`() throws {
    let face = Self.face(goal: 10_000, days: [0, 1_000, nil, 2_000, 7_000, 3_500, 5_000])
    #expect(
      try object(WidgetFormat.waybar.line(face))["tooltip"]
        == .string("3.1 mi today\n50 % of 6.2 mi\n▁▂ ▃█▅▆ last 7 days"))
  }

  @Test func `JSON has everything, numbers unrounded in the unit that is shown`() throws {
    let face = Self.face(meters: 1_609.344, goal: 3_218.688, days: [nil, 1_609.344])
    let object = try object(WidgetFormat.json.line(face))
    #expect(object["value"] == .double(1))
    #expect(object["goal"] == .double(2))
    #expect(object["unit"] == .string("mi"))
    #expect(object["percent"] == .integer(50))
    #expect(object["level"] == .string("under"))
    #expect(object["days"] == .array([.null, .double(1)]))
    #expect(object["count"] == .integer(2))
    #expect(object["placeholder"] == .bool(false))
  }

  @Test(arguments: MeasurementType.allCases, UnitSystem.allCases)
  func `any number has a line in every format`(type: MeasurementType, system: UnitSystem) throws {
    let greatest = Double.greatestFiniteMagnitude
    for value in [greatest, -greatest, 1e308, .infinity, .nan] {
      let widget = Widget(
        system: system, type: type, period: .today,
        figures: WidgetFigures(value: value, total: value, count: 1, days: [value, -value, 0]),
        goal: value, heightStyle: .feetAndInches)
      let face = WidgetFace(widget, template: nil, width: 0)
      for format in WidgetFormat.allCases {
        #expect(!format.line(face).isEmpty)
        if value.isFinite { #expect(!format.line(face).contains("inf ")) }
      }
      let number = try object(WidgetFormat.json.line(face))["value"]
      #expect((number == .null) == !value.isFinite)
    }
  }

  @Test func `a width pads in front`() {
    #expect(WidgetFormat.plain.line(Self.face(width: 14)) == "  3.1 mi today\n")
    #expect(WidgetFormat.plain.line(WidgetFace(placeholder: "…", width: 3)) == "  …\n")
  }

  private func object(_ line: String) throws -> JSONObject {
    try #require(try JSONValue(parsing: line).objectValue)
  }
}
