import Testing

@testable import UnitsControl

@Suite struct ChartTests {
  private func lines(
    _ values: [Double?], floor: Double = 0, goal: Double? = nil, width: Int = 20
  ) -> [String] {
    Chart(
      rows: values.enumerated().map { place, value in
        Chart.Row(name: "d\(place)", value: value, text: value.map { "\($0)" } ?? "-")
      }, floor: floor, goal: goal.map { Chart.Goal(value: $0, text: "\($0)") }
    ).lines(width: width)
  }

  @Test func `the greatest fills the room, and the others are in proportion`() {
    #expect(
      lines([4, 2, 0.25, 0, nil], width: 22) == [
        "d0 ██████████████  4.0", "d1 ███████         2.0", "d2 ▉              0.25",
        "d3                 0.0", "d4                   -",
      ])
  }

  @Test(arguments: [10, 17, 20, 40, 80, 200])
  func `each line is as wide as there is room`(width: Int) {
    for line in lines([1, 50, 100], goal: 80, width: width).dropLast() {
      #expect(line.count == max(width, "d0 ".count + 8 + " 100.0".count))
    }
    #expect(lines([1, 50, 100], goal: 99, width: 40).allSatisfy { $0.count <= 40 })
    #expect(lines([1, 50, 100], goal: 1, width: 40).allSatisfy { $0.count <= 40 })
  }

  @Test func `the goal is a line through the bars`() {
    #expect(
      lines([8, 4, 6], goal: 5, width: 22) == [
        "d0 █████████┃█████ 8.0", "d1 ███████▌ │      4.0", "d2 █████████┃█▎    6.0",
        "            │ goal 5.0",
      ])
  }

  @Test func `a goal that nobody has reached is at the end`() {
    #expect(
      lines([1, 2], goal: 4, width: 19) == [
        "d0 ███        │ 1.0", "d1 ██████     │ 2.0", "     goal 4.0 │",
      ])
  }

  @Test func `bars may begin at another floor`() {
    #expect(
      lines([80, 81], floor: 79, width: 16) == ["d0 ████     80.0", "d1 ████████ 81.0"])
  }

  @Test func `the ends of the doubles have bars`() {
    let greatest = Double.greatestFiniteMagnitude
    for floor in [0, -greatest, -Double.infinity] {
      #expect(lines([greatest, -greatest, 0], floor: floor, goal: greatest, width: 40).count == 4)
    }
  }

  @Test func `nothing is no bar`() {
    #expect(lines([nil, nil], width: 15).allSatisfy { !$0.contains("█") })
    #expect(lines([], width: 15).isEmpty)
  }
}
