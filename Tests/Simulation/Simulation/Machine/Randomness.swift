// Where every choice of a simulation comes from.

/// A generator of numbers that a seed decides: xoshiro256**, filled by SplitMix64.
package struct Randomness: Sendable {
  private var state: (UInt64, UInt64, UInt64, UInt64)

  package init(seed: UInt64) {
    var seed = seed
    func split() -> UInt64 {
      seed &+= 0x9e37_79b9_7f4a_7c15
      var word = seed
      word = (word ^ (word >> 30)) &* 0xbf58_476d_1ce4_e5b9
      word = (word ^ (word >> 27)) &* 0x94d0_49bb_1331_11eb
      return word ^ (word >> 31)
    }
    state = (split(), split(), split(), split())
  }

  package mutating func next() -> UInt64 {
    func rotate(_ word: UInt64, _ count: UInt64) -> UInt64 {
      word << count | word >> (64 - count)
    }
    let result = rotate(state.1 &* 5, 7) &* 9
    let shifted = state.1 << 17
    state.2 ^= state.0
    state.3 ^= state.1
    state.1 ^= state.2
    state.0 ^= state.3
    state.2 ^= shifted
    state.3 = rotate(state.3, 45)
    return result
  }

  /// A number from 0 to `bound` - 1. The bias of one in 2^64 / `bound` does not matter here.
  package mutating func below(_ bound: Int) -> Int {
    precondition(bound > 0, "a choice is among something")
    return Int(next().multipliedFullWidth(by: UInt64(bound)).high)
  }

  package mutating func within(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + below(range.upperBound - range.lowerBound + 1)
  }

  /// True so many times in a thousand.
  package mutating func happens(perMille: Int) -> Bool {
    perMille > 0 && below(1000) < perMille
  }

  package mutating func choose<Element>(_ elements: [Element]) -> Element {
    elements[below(elements.count)]
  }

  /// A number whose size is anything up to `bound`: small ones are as likely as large ones.
  package mutating func anySize(upTo bound: Int) -> Int {
    let bits = Int.bitWidth - bound.leadingZeroBitCount
    return min(bound, below(1 << below(bits + 1)) + 1)
  }

  package mutating func shuffle<Element>(_ elements: inout [Element]) {
    guard elements.count > 1 else { return }
    for index in stride(from: elements.count - 1, to: 0, by: -1) {
      elements.swapAt(index, below(index + 1))
    }
  }
}
