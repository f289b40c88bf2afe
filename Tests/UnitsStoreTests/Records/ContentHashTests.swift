import Testing
import UnitsStore

@Suite struct ContentHashTests {
  @Test func `an id is a UUID of version 8 and of RFC 9562's variant`() {
    for number in 0..<100 {
      var hash = ContentHash()
      hash.add(UInt64(number))
      let text = Array(hash.id.description)
      #expect(text[14] == "8")
      #expect("89ab".contains(text[19]))
    }
  }

  @Test func `what differs has different ids`() {
    let contents: [(inout ContentHash) -> Void] = [
      { $0.add("ab") },
      {
        $0.add("a")
        $0.add("b")
      },
      { $0.add("") }, { $0.add(nil as Int?) }, { $0.add(0 as Int?) }, { $0.add(1.0) },
      { $0.add(1 as Int?) }, { _ in },
    ]
    let ids = contents.map { add in
      var hash = ContentHash()
      add(&hash)
      return hash.id
    }
    #expect(Set(ids).count == contents.count)
  }

  @Test func `both zeros are one value`() {
    var zero = ContentHash()
    var minusZero = ContentHash()
    zero.add(0.0)
    minusZero.add(-0.0)
    #expect(zero == minusZero)
  }
}
