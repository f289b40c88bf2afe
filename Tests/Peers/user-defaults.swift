// Swift's own UserDefaults, for `.ci/compare`: what it keeps, and what it costs.
//
//   user-defaults SUITE write KEY VALUE   sets, synchronizes, ends
//   user-defaults SUITE set KEY VALUE     sets, says so, and waits
//   user-defaults SUITE get KEY           prints a string
//   user-defaults SUITE fill PREFIX N     sets N keys, each synchronized, after a line of input
//   user-defaults SUITE seed N            sets N keys, synchronizes once
//   user-defaults SUITE list              prints its strings, KEY and VALUE
//   user-defaults SUITE hold KEY OTHER    reads, waits for a line, prints KEY, sets OTHER, synchronizes
//   user-defaults SUITE reads             reads a string 200,000 times

import Foundation

let words = Array(CommandLine.arguments.dropFirst())
guard words.count >= 2, let defaults = UserDefaults(suiteName: words[0]) else { exit(64) }

func say(_ text: String) { FileHandle.standardOutput.write(Data("\(text)\n".utf8)) }
func word(_ index: Int) -> String { index < words.count ? words[index] : "" }

switch words[1] {
case "write":
  defaults.set(word(3), forKey: word(2))
  exit(defaults.synchronize() ? 0 : 1)
case "set":
  defaults.set(word(3), forKey: word(2))
  say("set")
  _ = readLine()
case "get":
  say(defaults.string(forKey: word(2)) ?? "absent")
case "fill":
  say("ready")
  _ = readLine()
  for number in 0..<(Int(word(3)) ?? 0) {
    defaults.set("value \(number)", forKey: "\(word(2)).\(number)")
    defaults.synchronize()
  }
case "seed":
  for number in 0..<(Int(word(2)) ?? 0) { defaults.set("value \(number)", forKey: "key.\(number)") }
  defaults.synchronize()
case "list":
  for key in defaults.dictionaryRepresentation().keys {
    if let value = defaults.string(forKey: key) { say("\(key)\t\(value)") }
  }
case "hold":
  _ = defaults.string(forKey: word(2))
  say("ready")
  _ = readLine()
  say(defaults.string(forKey: word(2)) ?? "absent")
  defaults.set("other", forKey: word(3))
  defaults.synchronize()
  say("done")
case "reads":
  defaults.set("text", forKey: "word")
  var length = 0
  for _ in 0..<200_000 { length += defaults.string(forKey: "word")?.utf8.count ?? 0 }
  exit(length == 800_000 ? 0 : 1)
default:
  exit(64)
}
