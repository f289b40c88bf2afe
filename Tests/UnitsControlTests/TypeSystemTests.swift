import Testing

/// A unit system of one type, over everybody's.
@Suite struct TypeSystemTests {
  let session = Session()

  @Test func `Britons have miles, kilograms and Celsius`() {
    #expect(session.run("set metric") == .done())
    #expect(session.run("set imperial --for distance") == .done())
    #expect(session.run("get") == .done("metric\n"))
    #expect(session.run("get --for distance") == .done("imperial\n"))
    #expect(session.run("get --for weight") == .done("metric\n"))
    #expect(session.run("get --for heart-rate") == .done("metric\n"))
    #expect(session.run("log distance 5km").output.hasPrefix("distance 3.1 mi "))
    #expect(session.run("log weight 90kg").output.hasPrefix("weight 90 kg "))
    #expect(session.run("log temperature 98.6F").output.hasPrefix("temperature 37 °C "))
    // A bare number is in the unit that the type is shown in.
    #expect(session.run("log distance 5").output.hasPrefix("distance 5.0 mi "))
    #expect(session.run("list dev.units.system.") == .done("dev.units.system.distance\timperial\n"))
    #expect(session.run("toggle") == .done("imperial\n"))
    #expect(session.run("get --for weight") == .done("imperial\n"))
    #expect(session.run("unset --for distance") == .done())
    #expect(session.run("set metric") == .done())
    #expect(session.run("get --for distance") == .done("metric\n"))
    #expect(session.run("log distance 5km").output.hasPrefix("distance 5.0 km "))
  }

  @Test func `the first default is of everybody, not of the type`() {
    #expect(session.run("get --for distance") == .done("imperial\n"))
    #expect(session.run("list") == .done("dev.units.system\timperial\n"))
  }

  @Test(arguments: [
    ("set furlong --for distance", "not a unit system: furlong", "allowed: metric, imperial"),
    (
      "set metric --for speed", "not a measurement type: speed",
      "allowed: distance, weight, height, temperature, heart-rate"
    ),
    (
      "get --for speed", "not a measurement type: speed",
      "allowed: distance, weight, height, temperature, heart-rate"
    ),
    (
      "set dev.units.system.weight furlong", "not a unit system: dev.units.system.weight",
      "allowed: metric, imperial"
    ),
    (
      "set dev.units.height.style roman", "not a style of height: dev.units.height.style",
      "allowed: decimal, feet-inches"
    ),
  ])
  func `what is no system of a type is refused`(line: String, message: String, hint: String) {
    #expect(session.run(line) == .init(status: 65, error: "unitsctl: \(message)\n\(hint)\n"))
    #expect(session.content == nil)
  }

  @Test func `a key that only looks like one of a type is nobody's`() {
    #expect(session.run("set dev.units.system.speed furlong") == .done())
    #expect(session.run("set dev.units.systems furlong").status == 0)
  }

  @Test func `the style of heights is a preference, and an option for once`() {
    #expect(session.run("log height 5'11\"").output.hasPrefix("height 5.92 ft "))
    #expect(session.run("log height 1.8m --style feet-inches").output.hasPrefix("height 5'11\" "))
    #expect(session.run("set dev.units.height.style feet-inches") == .done())
    #expect(session.run("log height 1.8m").output.hasPrefix("height 5'11\" "))
    #expect(session.run("log height 6'0\" --style=decimal").output.hasPrefix("height 6 ft "))
    #expect(session.run("set metric --for height") == .done())
    #expect(session.run("log height 5'11\"").output.hasPrefix("height 1.8 m "))
  }

  @Test func `a type and a key exclude each other`() {
    let outcome = session.run("get dev.units.system --for distance")
    #expect(outcome.status == 64)
    #expect(outcome.error.hasPrefix("unitsctl: option of another form: --for\n"))
    #expect(session.run("unset").status == 64)
  }
}
