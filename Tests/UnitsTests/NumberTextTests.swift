import Testing
import Units

@Suite struct NumberTextTests {
  @Test(
    arguments: [
      ("5", 5), ("5.2", 5.2), ("1e3", 1000), ("1E+3", 1000), ("2.5e-3", 0.0025), (".5", 0.5),
      ("+5", 5), ("-5", -5), ("\u{2212}5", -5), ("007", 7), ("1.234", 1.234), ("1e999", .infinity),
      ("1e-999", 0), ("12345678901234567890", 12_345_678_901_234_567_168),
    ] as [(String, Double)])
  func `a number is read where the decimal sign is a point`(text: String, value: Double) throws {
    #expect(try NumberText.parse(text, decimalSign: .point) == value)
  }

  @Test(
    arguments: [
      ("5", 5), ("5,2", 5.2), ("5.2", 5.2), ("1e3", 1000), ("1,5e3", 1500), (",5", 0.5),
      ("0,234", 0.234), ("1,2340", 1.234), ("1234,567", 1234.567), ("-5,25", -5.25),
      ("1,234e3", 1234),
    ] as [(String, Double)])
  func `a number is read where the decimal sign is a comma`(text: String, value: Double) throws {
    #expect(try NumberText.parse(text, decimalSign: .comma) == value)
  }

  @Test(arguments: ["1,234", "-1,234", "999,000", "1.234,5", "1,234.5", "1,234,567", "1.234.567"])
  func `what could be two numbers is refused everywhere`(text: String) {
    for sign in [DecimalSign.point, .comma] {
      let error = #expect(throws: NumberTextError.self) {
        try NumberText.parse(text, decimalSign: sign)
      }
      #expect(error == .ambiguous(text))
      #expect(error?.description == "ambiguous number: \(text)")
    }
  }

  @Test func `a point before three digits is ambiguous where the decimal sign is a comma`() {
    #expect(throws: NumberTextError.ambiguous("1.234")) {
      try NumberText.parse("1.234", decimalSign: .comma)
    }
  }

  @Test(arguments: ["5,2", "0,234", "1234,567"])
  func `a comma is refused where the decimal sign is a point`(text: String) {
    let error = #expect(throws: NumberTextError.self) {
      try NumberText.parse(text, decimalSign: .point)
    }
    #expect(error == .otherDecimalSign(text))
    #expect(error?.description == "a comma is not the decimal sign here: \(text)")
  }

  @Test(arguments: [
    "", " ", "-", "+", ".", ",", "5.", "5,", "1..5", "1,,5", "--5", "e3", "1e", "1e+", "0x10",
    "nan",
    "inf", "infinity", "5 ", " 5", "1 234", "5km", "٥", "½", "1_000", "1e3.5", "5\0",
  ])
  func `what is no number is refused`(text: String) {
    for sign in [DecimalSign.point, .comma] {
      let error = #expect(throws: NumberTextError.self) {
        try NumberText.parse(text, decimalSign: sign)
      }
      #expect(error == .notANumber(text))
      #expect(error?.description == "not a number: \(text)")
    }
  }
}
