// A program that uses the library, for tests that need more than one process, and the same with
// Foundation's UserDefaults to compare.

import AppGroup
import Foundation
import Glibc
import Units

let arguments = Array(CommandLine.arguments.dropFirst())

/// Prints a line, at once.
@Sendable func say(_ text: some CustomStringConvertible) {
  FileHandle.standardOutput.write(Data("\(text)\n".utf8))
}

/// Tells that it is ready, and waits for a line, so that programs begin at once.
func awaitStart() {
  say("ready")
  _ = readLine()
}

func argument(_ index: Int) -> String { index < arguments.count ? arguments[index] : "" }

func monotonicNanoseconds() -> Int {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return time.tv_sec * 1_000_000_000 + time.tv_nsec
}

func foundation() throws -> UserDefaults {
  guard let defaults = UserDefaults(suiteName: argument(1)) else {
    throw CocoaError(.fileNoSuchFile)
  }
  return defaults
}

let group = SharedDefaults.appGroup

switch argument(0) {
case "current":
  say(UnitSystem.current.rawValue)
case "race":
  awaitStart()
  say(UnitSystem.current.rawValue)
case "fill":
  awaitStart()
  for number in 0..<100 { try group.set(number, forKey: "\(argument(1)).\(number)") }
case "set":
  try group.set(argument(2), forKey: argument(1))
  say("set")
  pause()
case "watch":
  let observation = group.observe(Key(argument(1), default: "")) { say($0) }
  withExtendedLifetime(observation) { _ = pause() }
case "count":
  // Counts up so many times, and says how often it had to begin again.
  awaitStart()
  let key = Key(argument(1), default: 0)
  var attempts = 0
  for _ in 0..<(Int(argument(2)) ?? 0) {
    try group.update(key) { count in
      attempts += 1
      count += 1
    }
  }
  say(attempts)
case "handles":
  try manyHandles()
case "unfollowed":
  try unfollowedReads()
case "toggle-once":
  UnitSystem.current = UnitSystem.current.other
case "latencies":
  // Values are the moments at which they were set.
  let samples = LatencySamples()
  let observation = group.observe(Key("moment", default: 0)) { moment in
    let now = monotonicNanoseconds()
    if moment == 0 { return say("ready") }
    if moment < 0 { return say(samples.report()) }
    samples.add(now - moment)
    say("seen")
  }
  withExtendedLifetime(observation) { _ = pause() }
case "reads":
  try group.set(7, forKey: "number")
  try group.set("text", forKey: "word")
  report("AppGroup integer(forKey:)") { group.integer(forKey: "number") }
  report("AppGroup string(forKey:)") { group.string(forKey: "word")?.utf8.count ?? 0 }
  let key = Key("number", default: 0)
  report("AppGroup [Key<Int>]") { group[key] }
  report("AppGroup [static let]") { group[ProbeKeys.number] }
  report("AppGroup [default]") { group[ProbeKeys.absent] }
  report("AppGroup [.unitSystem]") { group[.unitSystem] == .metric ? 1 : 0 }
  report("AppGroup UnitSystem.current") { UnitSystem.current == .metric ? 1 : 0 }
  let defaults = try foundation()
  defaults.set(7, forKey: "number")
  defaults.set("text", forKey: "word")
  report("UserDefaults integer(forKey:)") { defaults.integer(forKey: "number") }
  report("UserDefaults string(forKey:)") { defaults.string(forKey: "word")?.utf8.count ?? 0 }
case "foundation-fill":
  let defaults = try foundation()
  for number in 0..<100 { defaults.set(number, forKey: "\(argument(2)).\(number)") }
  awaitStart()
  defaults.synchronize()
case "foundation-set":
  let defaults = try foundation()
  defaults.set(argument(3), forKey: argument(2))
  say("set")
  pause()
case "foundation-get":
  say(try foundation().string(forKey: argument(2)) ?? "absent")
case "foundation-count":
  let defaults = try foundation()
  say(
    ["a", "b"].map { prefix in
      (0..<100).count { defaults.object(forKey: "\(prefix).\($0)") != nil }
    }.reduce(0, +))
default:
  exit(64)
}

enum ProbeKeys {
  static let number = Key("number", default: 0)
  static let absent = Key("absent", default: 3)
}

/// Prints what one read costs of the processor's time: the best of many short runs, which is the one
/// that the machine disturbed least.
func report(_ name: String, _ body: () -> Int) {
  let count = 2000
  var best = Int.max
  var sum = 0
  for _ in 0..<100 {
    let start = processorNanoseconds()
    for _ in 0..<count { sum &+= body() }
    best = min(best, processorNanoseconds() - start)
  }
  say("\(name)\t\(Double(best) / Double(count))")
  if sum == .min { say(sum) }
}

/// What this thread has used of a processor.
func processorNanoseconds() -> Int {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return time.tv_sec * 1_000_000_000 + time.tv_nsec
}
