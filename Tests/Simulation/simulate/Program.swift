// Runs seeds and tells of those that fail.

import CSimulation
import Glibc
import Simulation
import UnitsLinux

struct Program {
  private let options: Options
  private let scenario = CoreScenario()

  init(_ options: Options) { self.options = options }

  func run() {
    // The order of Swift's hash tables, and addresses, are the same in each run then.
    unsafe simulation_restart_with(CommandLine.unsafeArgv, "SWIFT_DETERMINISTIC_HASHING", "1")
    simulation_stop_exclusivity_checks()
    simulation_print_lines()
    let start = MonotonicTime.now()
    var done: UInt64 = 0
    var calls = 0
    var failures: [String: (count: Int, seed: UInt64)] = [:]
    while done < options.seeds {
      let seed = options.from + done
      simulation_note_seed(seed)
      let verdict = runSeed(seed)
      if options.showsDigests { print("seed \(seed) \(verdict.calls) \(verdict.digest)") }
      done += 1
      calls += verdict.calls
      if let failure = verdict.failure {
        let kind = verdict.kind ?? ""
        failures[kind, default: (0, seed)].count += 1
        if failures[kind]?.count == 1 { print("seed \(seed): \(failure)") }
        if !options.keepsGoing { break }
      }
      let elapsed = MonotonicTime.now().nanoseconds - start.nanoseconds
      if elapsed / 1_000_000_000 >= options.seconds { break }
    }
    let elapsed = Double(MonotonicTime.now().nanoseconds - start.nanoseconds) / 1e9
    for (kind, entry) in failures.sorted(by: { $0.value.count > $1.value.count })
    where options.keepsGoing { print("\(entry.count) times, first \(entry.seed): \(kind)") }
    let failed = failures.values.reduce(0) { $0 + $1.count }
    let tenths = Int(elapsed * 10)
    print("\(done) seeds, \(calls) calls, \(tenths / 10).\(tenths % 10) s, \(failed) failures")
    exit(failed == 0 ? 0 : 1)
  }

  private func runSeed(_ seed: UInt64) -> Verdict {
    let plan = scenario.plan(seed: seed)
    if options.trace != .silent, !options.shrinks { print(plan) }
    let verdict = scenario.run(plan, trace: options.shrinks ? .silent : options.trace)
    if options.checks, scenario.run(plan, trace: .silent).digest != verdict.digest {
      var differing = verdict
      differing.failure = "two runs differ"
      return differing
    }
    guard verdict.failure != nil, options.shrinks else { return verdict }
    var shrinker = Shrinker(scenario)
    let short = shrinker.shrink(plan)
    print("after \(shrinker.runs) runs:\n\(short)")
    return scenario.run(short, trace: options.trace)
  }
}
