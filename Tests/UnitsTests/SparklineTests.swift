import Testing
import Units

@Suite struct SparklineTests {
  @Test func `columns stand between the floor and the greatest`() {
    #expect(Sparkline.text([0, 3.5, 7, nil], from: .zero) == "▁▅█ ")
    #expect(Sparkline.text([80, 81, .nan], from: .least) == "▁█ ")
    #expect(Sparkline.text([5, 5], from: .least) == "▅▅")
    #expect(Sparkline.text([0, 0], from: .zero) == "▁▁")
  }

  @Test func `the ends of the doubles have columns`() {
    let greatest = Double.greatestFiniteMagnitude
    #expect(Sparkline.text([-greatest, 0, greatest], from: .least) == "▁▅█")
    #expect(Sparkline.text([greatest, 1], from: .zero) == "█▁")
  }
}
