import Foundation
import Simulation
import TestSupport
import Testing

/// Some hundred histories; `.ci/run` and `.ci/long simulate` run many more of them.
@Suite(.timeLimit(.minutes(10))) struct HistoryTests {
  private func simulate(_ arguments: String...) throws -> (lines: [String], status: Int32) {
    let program = try RunningProgram(
      ["\(BuiltProgram.folder)/simulate"] + arguments,
      environment: ProcessInfo.processInfo.environment)
    var lines: [String] = []
    while let line = program.nextLine(within: .seconds(300)) { lines.append(line) }
    return (lines, program.waitForEnd())
  }

  @Test func `the programs keep their promises in each of three hundred histories`() throws {
    let (lines, status) = try simulate("--seeds", "300")
    #expect(status == 0, "\(lines.suffix(3))")
  }

  @Test func `a seed is the same history each time, line by line`() throws {
    for seed in [3, 17, 149] {
      let (first, _) = try simulate("--seed", "\(seed)", "--trace")
      let (second, _) = try simulate("--seed", "\(seed)", "--trace")
      #expect(first.count > 50)
      // The last line has the time that the run took.
      #expect(first.dropLast() == second.dropLast())
    }
  }

  @Test func `a seed in a row is the history that it is alone`() throws {
    let (lines, _) = try simulate("--from", "1", "--seeds", "40", "--digests")
    let (alone, _) = try simulate("--seed", "40", "--digests")
    #expect(alone.first?.hasPrefix("seed 40 ") == true)
    #expect(lines.contains { $0 == alone.first })
  }
}
