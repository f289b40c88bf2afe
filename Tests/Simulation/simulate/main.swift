// Runs simulations: `simulate --help`.

import CSimulation
import Simulation

unsafe simulation_restart_with(CommandLine.unsafeArgv, "SWIFT_DETERMINISTIC_HASHING", "1")
simulation_stop_exclusivity_checks()

var from: UInt64 = 1
var count: UInt64 = 1000
var trace = Trace.Mode.silent
var arguments = CommandLine.arguments.dropFirst()
while let argument = arguments.popFirst() {
  switch argument {
  case "--from": from = arguments.popFirst().flatMap(UInt64.init) ?? 1
  case "--seeds": count = arguments.popFirst().flatMap(UInt64.init) ?? 1
  case "--seed":
    from = arguments.popFirst().flatMap(UInt64.init) ?? 1
    count = 1
  case "--trace": trace = .printed
  default: print("unknown \(argument)")
  }
}
let scenario = CoreScenario()
var failures = 0
var calls = 0
for seed in from..<from + count {
  let plan = scenario.plan(seed: seed)
  if trace == .printed { print(plan) }
  let verdict = scenario.run(plan, trace: trace)
  calls += verdict.calls
  for line in verdict.trace { print(line) }
  if let failure = verdict.failure {
    failures += 1
    print("seed \(seed): \(failure)")
  }
}
print("\(count) seeds, \(calls) calls, \(failures) failures")
