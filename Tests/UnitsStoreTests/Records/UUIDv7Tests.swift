import Testing
import Units

@testable import UnitsStore

@Suite struct UUIDv7Tests {
  @Test func `an id has time, version, variant and random bits in their places`() throws {
    var ids = UUIDv7()
    // The example of RFC 9562, appendix A.6: 2022-02-22T14:22:22-05:00.
    let now = try RFC3339.parse("2022-02-22T14:22:22-05:00").instant
    let id = ids.next(at: now, random: { 0xFEDC_BA98_7654_3210 })
    #expect(id.description == "017f22e2-79b0-7210-bedc-ba9876543210")
  }

  @Test func `ids rise within a millisecond and while the clock stands back`() {
    var ids = UUIDv7()
    var last = ids.next(at: instant(10))
    for seconds in [10, 10, 9, -1000, 10, 11, 11, 5, 12] as [Int64] {
      let next = ids.next(at: instant(seconds))
      #expect(next > last)
      #expect(next.description > last.description)
      #expect(next.high >> 12 & 0xF == 7)
      #expect(next.low >> 62 == 0b10)
      last = next
    }
  }

  @Test func `random bits that are used up borrow a millisecond`() {
    var ids = UUIDv7()
    let first = ids.next(at: instant(0), random: { .max })
    #expect(first.low == 0xBFFF_FFFF_FFFF_FFFF)
    let second = ids.next(at: instant(0), random: { 0 })
    #expect(second > first)
    #expect(second.high >> 16 == first.high >> 16 + 1)
  }

  @Test func `the kernel's random bits differ from id to id`() {
    let made = (0..<1000).map { _ in
      var ids = UUIDv7()
      return ids.next(at: instant(0))
    }
    #expect(Set(made).count == 1000)
  }

  @Test func `a time before 1970 counts as 1970`() {
    var ids = UUIDv7()
    #expect(ids.next(at: .earliest).high >> 16 == 0)
  }

  @Test(arguments: [
    "017f22e2-79b0-7cc3-98c4-dc0c0c07398f", "00000000-0000-0000-0000-000000000000",
    "ffffffff-ffff-ffff-ffff-ffffffffffff",
  ])
  func `an id is read from its text and its bytes`(text: String) throws {
    let id = try #require(RecordID(text))
    #expect(id.description == text)
    #expect(RecordID(text.uppercased()) == id)
    #expect(RecordID(bytes: id.bytes) == id)
  }

  @Test(arguments: [
    "", "017f22e2", "017f22e279b07cc398c4dc0c0c07398f", "017f22e2-79b0-7cc3-98c4-dc0c0c07398",
    "017f22e2-79b0-7cc3-98c4-dc0c0c07398f0", "017f22e2-79b0-7cc3-98c4-dc0c0c07398g",
    "017f22e2-79b0-7cc3-98c4-dc0c0c07398-", "{17f22e2-79b0-7cc3-98c4-dc0c0c07398f",
    "017f22e2-79b0-7cc3-98c4+dc0c0c07398f",
  ])
  func `another text is no id`(text: String) {
    #expect(RecordID(text) == nil)
  }

  @Test func `another count of bytes is no id`() {
    #expect(RecordID(bytes: Array(repeating: 0, count: 15)) == nil)
  }
}
