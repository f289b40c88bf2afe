import Foundation
import Testing
import Units

@Suite struct DecimalTextTests {
  @Test(
    arguments: [
      (0.25, 1, "0.2"), (0.35, 1, "0.4"), (0.45, 1, "0.4"), (0.15, 1, "0.2"), (0.05, 1, "0.0"),
      (2.675, 2, "2.68"), (1.005, 2, "1.00"), (0.5, 0, "0"), (1.5, 0, "2"), (2.5, 0, "2"),
      (0.25000000000000006, 1, "0.3"), (9.96, 1, "10.0"), (99.5, 0, "100"), (0.96, 1, "1.0"),
      (0.06, 1, "0.1"), (0.04, 0, "0"), (0.6, 0, "1"), (1e-300, 1, "0.0"),
      (.leastNonzeroMagnitude, 3, "0.000"),
      (0.000_012_5, 6, "0.000012"), (123, 2, "123.00"),
    ] as [(Double, Int, String)])
  func `rounding is half-even on the decimal as printed`(
    value: Double, fractionDigits: Int, text: String
  ) {
    #expect(DecimalText.fixed(value, fractionDigits: fractionDigits) == text)
    #expect(
      DecimalText.fixed(-value, fractionDigits: fractionDigits)
        == (text.contains { ("1"..."9").contains($0) } ? "-" : "") + text)
  }

  @Test(
    arguments: [
      (1e16, "10000000000000000.0"), (1.5e20, "150000000000000000000.0"),
      (
        Double.greatestFiniteMagnitude,
        "17976931348623157" + String(repeating: "0", count: 292) + ".0"
      ),
      (-0.0, "0.0"), (.nan, "nan"), (-.nan, "nan"), (.signalingNaN, "nan"), (.infinity, "inf"),
      (-.infinity, "-inf"), (.leastNonzeroMagnitude, "0.0"),
    ] as [(Double, String)])
  func `no value is too large, too small or too odd`(value: Double, text: String) {
    #expect(DecimalText.fixed(value, fractionDigits: 1) == text)
  }

  @Test func `any bits are shown, and near what they are`() throws {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<2000 {
      let value = Double(bitPattern: random.next())
      let text = DecimalText.fixed(value, fractionDigits: 1)
      guard value.isFinite else { continue }
      let read = try #require(Double(text))
      #expect(abs(read - value) <= 0.05 + value.ulp, "\(value) is not \(text)")
    }
  }

  @Test func `in the range of everyday numbers the C library agrees off the ties`() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<2000 {
      let value = Double.random(in: -1000...1000, using: &random)
      let expected = String(format: "%.2f", value)
      #expect(
        DecimalText.fixed(value, fractionDigits: 2) == (expected == "-0.00" ? "0.00" : expected))
    }
  }
}
