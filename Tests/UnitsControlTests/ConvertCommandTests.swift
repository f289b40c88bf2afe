import Testing

@Suite struct ConvertCommandTests {
  let session = Session()

  @Test(arguments: [
    ("5km", "3.11 mi"), ("5 km", "3.11 mi"), ("5km mi", "3.11 mi"), ("5 km mi", "3.11 mi"),
    ("98.6F", "37 °C"), ("37C", "98.6 °F"), ("5'11\"", "1.8 m"), ("5 ft 11 in", "1.8 m"),
    ("1.8m", "5.91 ft"), ("180cm", "5.91 ft"), ("100yd", "91.44 m"), ("90kg", "198.42 lbs"),
    ("198lbs", "89.81 kg"), ("12 st 4 lb", "78.02 kg"), ("500g", "1.1 lbs"), ("62bpm", "62 bpm"),
    ("0K", "-459.67 °F"), ("26.2mi", "42.16 km"),
    ("5km m", "5000 m"), ("5 km km", "5 km"), ("12 st 4 lb lb", "172 lbs"), ("1mi ft", "5280 ft"),
    ("5'11\" cm", "180.34 cm"), ("5km cm", "500000 cm"), ("78kg st", "12.28 st"),
    ("37C K", "310.15 K"), ("5 ft in", "60 in"), ("-40C F", "-40 °F"), ("5km MILES", "3.11 mi"),
    ("5k", "3.11 mi"), ("5 mi in km", "8.05 km"), ("5 in cm", "12.7 cm"),
    ("5 mi to in", "316800 in"),
    ("5 in in cm", "12.7 cm"), ("300K", "80.33 °F"), ("1m80", "5.91 ft"), ("5 mi k", "8.05 km"),
    ("25.4mm", "1 in"), ("16oz", "453.59 g"), ("3 mi 200 yd in km", "5.01 km"),
  ])
  func `a measurement is converted to the unit named, else to the other system's`(
    line: String, converted: String
  ) {
    #expect(session.run("convert \(line)") == .done("\(converted)\n"))
  }

  @Test(arguments: [
    (
      "5", "no unit: 5",
      "allowed: km, m, mi, ft, yd, in, kg, g, lb, lbs, oz, st, cm, mm, °C, C, °F, F, K, bpm"
    ),
    ("5 furlongs", "unknown unit: furlongs", nil),
    ("5km kg", "not a unit of distance: kg", "allowed: km, m, mi, ft, yd, in"),
    ("5km furlongs", "unknown unit for distance: furlongs", "allowed: km, m, mi, ft, yd, in"),
    ("five km", "not a number: five km", nil), ("0km", "distance must be above zero: 0 km", nil),
    ("-1kg", "weight must not be below zero: -1 kg", nil),
    ("-300C", "temperature must not be below absolute zero: -300 °C", nil),
    ("1e308kg", "weight must not be above 1e15 kg: 1e+308 kg", nil),
    ("1e308kg lb --json", "weight must not be above 1e15 kg: 1e+308 kg", nil),
    ("1,234km", "ambiguous number: 1,234", nil),
    ("5'13\"", "not feet and inches: 5'13\"", "write whole feet, and inches below 12"),
  ])
  func `what cannot be converted is refused by name`(line: String, message: String, hint: String?) {
    let outcome = session.run("convert \(line)")
    #expect(outcome.status == 65)
    let lines = outcome.error.split(separator: "\n").map(String.init)
    #expect(lines.first == "unitsctl: \(message)")
    if let hint { #expect(lines.last == hint) }
  }

  @Test func `a height is shown in feet and inches on demand`() {
    #expect(session.run("convert 1.8m --style feet-inches") == .done("5'11\"\n"))
    #expect(session.run("convert 180cm ft --style feet-inches") == .done("5'11\"\n"))
    #expect(session.run("convert 1.8m --style decimal") == .done("5.91 ft\n"))
    // Pounds have no such style.
    #expect(session.run("convert 90kg --style feet-inches") == .done("198.42 lbs\n"))
    #expect(
      session.run("convert 1.8m --style metres")
        == .init(
          status: 65,
          error: "unitsctl: not a style of height: metres\nallowed: decimal, feet-inches\n"))
  }

  @Test func `a conversion needs no store and makes none`() {
    let nowhere = Session(["HOME": "/nonexistent", "LANG": "de_DE.UTF-8"])
    #expect(nowhere.run("convert 5,2km") == .done("3.23 mi\n"))
    #expect(session.run("convert 5km") == .done("3.11 mi\n"))
    #expect(session.content == nil)
  }

  @Test func `programs get the number, its unit and the text`() {
    #expect(
      session.run("convert 1mi --json")
        == .done(#"{"value":1.609344,"unit":"km","text":"1.61 km"}"# + "\n"))
  }
}
