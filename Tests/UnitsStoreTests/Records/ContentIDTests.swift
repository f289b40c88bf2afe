import Testing
import Units

@testable import UnitsStore

@Suite struct ContentIDTests {
  private func id(
    _ type: MeasurementType = .distance, _ value: Double = 5000, _ seconds: Int64 = 0,
    offset: Int = 0, note: String? = nil, source: String? = nil
  ) throws -> RecordID {
    let offset = try #require(UTCOffset(minutes: offset))
    return RecordID(
      ofType: type, value: value, time: Timestamp(instant(seconds), offset: offset), note: note,
      source: source)
  }

  @Test func `the same content has the same id, of version 8`() throws {
    let text = try id(note: "né").description
    #expect(try id(note: "né").description == text)
    #expect(Array(text)[14] == "8")
    #expect("89ab".contains(Array(text)[19]))
    // Ids go from machine to machine: they stay what they are. Another program made this one.
    #expect(try id().description == "6bf38e6d-a614-811b-9001-e62d23512bd1")
  }

  @Test func `every part of the content tells records apart`() throws {
    let ids = try [
      id(), id(.height), id(.distance, 5000.1), id(.distance, 5000, 1), id(offset: 60),
      id(note: "a"), id(source: "a"), id(note: "a", source: "b"), id(note: "ab"),
      id(source: "ab"),
    ]
    #expect(Set(ids).count == ids.count)
  }

  @Test func `a hundred thousand records do not meet`() throws {
    var ids: Set<RecordID> = []
    for seconds in 0..<100_000 as Range<Int64> { ids.insert(try id(.weight, 80, seconds)) }
    #expect(ids.count == 100_000)
  }
}
