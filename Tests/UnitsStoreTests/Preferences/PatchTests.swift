// Patches, sorted members and the document against a plain dictionary.

import Testing
import UnitsJSON

@testable import UnitsStore

@Suite struct PatchTests {
  /// SplitMix64: the same values on every machine.
  private struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }

  /// A key by its bytes: Swift takes "é" and "e\u{301}" for one.
  private typealias Model = [[UInt8]: JSONValue]

  private struct Source {
    var random: SeededGenerator

    mutating func key() -> String {
      let letters = ["a", "b", "é", "e\u{301}", "\"", "Z", "~", "🙂", "0"]
      let count = Int.random(in: 1...3, using: &random)
      return (0..<count).map { _ in letters.randomElement(using: &random) ?? "" }.joined()
    }

    mutating func value() -> JSONValue {
      switch Int.random(in: 0..<7, using: &random) {
      case 0: .bool(.random(using: &random))
      case 1: .integer(Int.random(in: -3...3, using: &random))
      case 2: .double(Double(Int.random(in: -3...3, using: &random)) / 4)
      case 3: .string("line\n\"quoted\" ü")
      case 4: .array([.integer(1), .object(["a": .array([])])])
      case 5: .object(["x": .string("\n"), "a": .object([:]), "$": .bool(true)])
      default: .string("")
      }
    }

    /// Some keys, each once; with removals or without.
    mutating func members(upTo count: Int, removals: ClosedRange<Int>) -> SortedMembers {
      var members = SortedMembers()
      for _ in 0..<Int.random(in: 0...count, using: &random) {
        let isRemoval = removals.contains(Int.random(in: 0..<4, using: &random))
        members.set(key(), to: isRemoval ? .null : value())
      }
      return members
    }
  }

  private func model(_ members: SortedMembers) -> Model {
    Dictionary(uniqueKeysWithValues: members.members.map { (Array($0.key.utf8), $0.value) })
  }

  private func apply(_ patch: Patch, to model: inout Model) {
    for change in patch.changes.members {
      model[Array(change.key.utf8)] = change.value == .null ? nil : change.value
    }
  }

  private func isSorted(_ members: SortedMembers) -> Bool {
    zip(members.keys, members.keys.dropFirst()).allSatisfy(SortedMembers.isAscending)
  }

  @Test(arguments: 1...40)
  func `a document follows its patches as a dictionary does, and back`(seed: Int) throws {
    var source = Source(random: SeededGenerator(state: UInt64(seed)))
    // Beyond any patch of values: 4 is never drawn.
    let never = 9...9
    let start = source.members(upTo: 60, removals: never)
    var document = GroupDocument(start)
    var dictionary = model(start)
    var undone: [(undo: Patch, before: SortedMembers)] = []
    var summary = Patch()
    for round in 0..<12 {
      let size = round.isMultiple(of: 2) ? 8 : 40
      let patch = Patch(source.members(upTo: size, removals: 0...1))
      let before = document.values
      undone.append((document.apply(patch), before))
      apply(patch, to: &dictionary)
      summary.merge(patch)
      #expect(model(document.values) == dictionary)
      #expect(isSorted(document.values))

      var plain = before
      #expect(
        plain.apply(patch).changes.members.allSatisfy { change in
          (before[change.key] ?? .null) == change.value
        })
      #expect(plain == document.values)

      let text = document.encode()
      #expect(document.size == text.count)
      #expect(try GroupFile.parse(text, path: "/f") == document.values)
      #expect(GroupDocument(document.values).encode() == text)
      let object = JSONValue.object(document.values.object)
      var pretty: [UInt8] = []
      object.write(into: &pretty, style: .pretty)
      #expect(text == pretty + [UInt8(ascii: "\n")])

      var target = GroupDocument(before)
      _ = target.apply(Patch(from: before, to: document.values))
      #expect(target.values == document.values)
    }
    // Merged, the patches are as one.
    var merged = GroupDocument(start)
    _ = merged.apply(summary)
    #expect(merged.values == document.values)
    // And each leads back.
    for (undo, before) in undone.reversed() {
      _ = document.apply(undo)
      #expect(document.values == before)
      #expect(document.size == document.encode().count)
    }
    #expect(document.values == start)
  }

  @Test(arguments: 1...20)
  func `what lies beneath a patch fills only its gaps`(seed: Int) {
    var source = Source(random: SeededGenerator(state: UInt64(seed) << 32))
    for size in [4, 30] {
      let early = Patch(source.members(upTo: size, removals: 0...1))
      let late = Patch(source.members(upTo: 30, removals: 0...1))
      var merged = early
      merged.merge(late)
      var underlaid = late
      underlaid.underlay(early)
      #expect(underlaid == merged)
    }
  }

  @Test func `the difference of equal states is nothing`() {
    let members = SortedMembers(["a": .integer(1), "b": .double(1)])
    #expect(Patch(from: members, to: members).isEmpty)
    let other = SortedMembers(["a": .double(1), "b": .double(1)])
    #expect(Patch(from: members, to: other).changes.object == ["a": .double(1)])
  }

  @Test func `keys that only look alike are different keys`() {
    var members = SortedMembers()
    members.set("é", to: .integer(1))
    members.set("e\u{301}", to: .integer(2))
    #expect(members.count == 2)
    #expect(members["é"] == .integer(1))
    #expect(members["e\u{301}"] == .integer(2))
  }

  @Test func `a filter keeps what is wanted`() {
    let patch = Patch(SortedMembers(["a": .null, "b": .integer(1), "c": .integer(2)]))
    #expect(patch.filtered { $0 != "b" }.changes.keys == ["a", "c"])
  }
}
