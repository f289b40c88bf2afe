// Input made to be slow: eight times as much of it may cost some eight times the time, never the
// square. Time is the thread's own processor time, so that a busy machine changes nothing; the bound
// of 28 lies far from both 8 and 64.

import Glibc
import Testing
import UnitsJSON

@Suite(.serialized) struct HostileInputTests {
  @Test(arguments: [
    Attack("many members") { count in object((0..<count).map { "key \($0)" }) },
    Attack("a duplicate at the very end") { count in
      object((0..<count).map { "key \($0)" } + ["key \(count - 1)"])
    },
    Attack("keys that are canonically equal") { count in object(spellings(count)) },
    Attack("a long string") { count in text("\"", "abcdefgh", count * 8, "\"") },
    Attack("a long string of escapes") { count in text("\"", #"\ud83d\udc22\n"#, count * 4, "\"") },
    Attack("a long number") { count in text("0.", "1234567890", count * 8, "") },
    Attack("a long integer that is refused") { count in text("", "1234567890", count * 8, "") },
    Attack("a long exponent") { count in text("1e-", "1234567890", count * 8, "") },
    Attack("white space") { count in text("", " \n", count * 32, "x") },
    Attack("brackets without end") { count in text("", "[", count * 64, "") },
    Attack("many empty arrays") { count in text("[", "[],", count * 8, "1]") },
    Attack("many small objects") { count in text("[", #"{"a":0},"#, count * 4, "1]") },
    Attack("an unterminated string") { count in text("[\"", "é", count * 16, "") },
  ])
  func `reading costs time in proportion to the text`(attack: Attack) {
    let small = attack.make(1_000)
    let large = attack.make(8_000)
    let ratio = ratioOfTimes(
      small: { _ = try? JSONValue(parsing: small) }, large: { _ = try? JSONValue(parsing: large) })
    #expect(ratio < 28, "\(attack.name)")
    let ratioOfChecks = ratioOfTimes(
      small: { _ = try? JSONView(checking: small.span).isNull },
      large: { _ = try? JSONView(checking: large.span).isNull })
    #expect(ratioOfChecks < 28, "\(attack.name), checked")
  }

  @Test func `members with places cost time in proportion to the text`() {
    func members(_ count: Int) -> [UInt8] { object((0..<count).map { "key \($0)" }) }
    let (small, large) = (members(1_000), members(8_000))
    let ratio = ratioOfTimes(
      small: { _ = try? JSONObject.parseMembers(small) },
      large: { _ = try? JSONObject.parseMembers(large) })
    #expect(ratio < 28)
  }

  @Test func `comparing, patching and emptying large objects cost time in proportion to them`() {
    func work(_ count: Int) -> () -> Void {
      let members = (0..<count).map { JSONObject.Member(key: "key \($0)", value: .integer($0)) }
      let forwards = JSONObject(members: members)
      let backwards = JSONObject(members: members.reversed())
      let removal = JSONObject(
        members: members.map { JSONObject.Member(key: $0.key, value: .null) })
      return {
        #expect(forwards == backwards)
        var patched = forwards
        patched.apply(patch: backwards)
        patched.apply(patch: removal)
        #expect(patched.isEmpty)
      }
    }
    #expect(ratioOfTimes(small: work(1_000), large: work(8_000)) < 28)
  }
}

/// A way to make a text of a size that is meant to hurt.
struct Attack: Sendable, CustomTestStringConvertible {
  let name: String
  let make: @Sendable (Int) -> [UInt8]

  init(_ name: String, make: @escaping @Sendable (Int) -> [UInt8]) {
    self.name = name
    self.make = make
  }

  var testDescription: String { name }
}

/// An object text with these keys, a member a line.
private func object(_ keys: [String]) -> [UInt8] {
  Array(("{" + keys.map { "\"\($0)\":0" }.joined(separator: ",\n") + "}").utf8)
}

private func text(_ start: String, _ piece: String, _ count: Int, _ end: String) -> [UInt8] {
  Array(start.utf8) + Array(repeatElement(Array(piece.utf8), count: count).joined())
    + Array(end.utf8)
}

/// The first permutations of eight Hebrew points of different combining classes behind one letter:
/// all the same to Swift's string equality and hash, all different bytes.
private func spellings(_ count: Int) -> [String] {
  let points: [Unicode.Scalar] = [
    "\u{5B0}", "\u{5B1}", "\u{5B2}", "\u{5B3}", "\u{5B4}", "\u{5B5}", "\u{5B6}", "\u{5B7}",
  ]
  return (0..<count).map { number in
    var rest = points
    var number = number
    var text = "\u{5D0}"
    while !rest.isEmpty {
      text.unicodeScalars.append(rest.remove(at: number % rest.count))
      number /= rest.count + 1
    }
    return text
  }
}

/// How many times longer the large work takes, each at its best of three.
private func ratioOfTimes(small: () -> Void, large: () -> Void) -> Double {
  func best(_ work: () -> Void) -> Double {
    (0..<3).map { _ in
      let start = processorTime()
      work()
      return processorTime() - start
    }.min() ?? 0
  }
  // A clock's grain must not decide: nothing is taken for shorter than 20 microseconds.
  return best(large) / max(best(small), 20e-6)
}

private func processorTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}
