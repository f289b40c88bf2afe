import Testing
import Units

@testable import UnitsStore

@Suite struct NewRecordTests {
  @Test func `an impossible value is no record`() throws {
    let error = #expect(throws: InvalidRecord.self) {
      try NewRecord(type: .distance, value: -1, time: morning)
    }
    #expect(error?.description == "distance must be above zero: -1.0")
  }

  @Test func `a text over its limit is refused, one at the limit is not`() throws {
    let note = String(repeating: "é", count: NewRecord.noteLimit / 2)
    #expect(try NewRecord(type: .weight, value: 90, time: morning, note: note).note == note)
    let noteError = #expect(throws: InvalidRecord.self) {
      try NewRecord(type: .weight, value: 90, time: morning, note: note + "!")
    }
    #expect(noteError?.description == "text of 4097 bytes exceeds the limit of 4096 bytes: note")
    let source = String(repeating: "s", count: NewRecord.sourceLimit + 1)
    let sourceError = #expect(throws: InvalidRecord.self) {
      try NewRecord(type: .weight, value: 90, time: morning, source: source)
    }
    #expect(sourceError == .tooLong(field: "source", limit: 255, size: 256))
  }

  @Test(arguments: ["\0", "a\u{1B}[31m", "\u{7F}", "\u{9B}"])
  func `a control character is refused`(text: String) {
    let error = #expect(throws: InvalidRecord.self) {
      try NewRecord(type: .weight, value: 90, time: morning, note: text)
    }
    #expect(error?.description == "control character in text: note")
    #expect(throws: InvalidRecord.controlCharacter(field: "source")) {
      try NewRecord(type: .weight, value: 90, time: morning, source: text)
    }
  }

  @Test func `a note may have lines, a source may not`() throws {
    let record = try NewRecord(type: .weight, value: 90, time: morning, note: "one\n\ttwo")
    #expect(record.note == "one\n\ttwo")
    #expect(throws: InvalidRecord.controlCharacter(field: "source")) {
      try NewRecord(type: .weight, value: 90, time: morning, source: "one\ntwo")
    }
  }

  @Test func `an empty text counts as none, and minus zero as zero`() throws {
    let record = try NewRecord(type: .weight, value: -0.0, time: morning, note: "", source: "")
    #expect(record.note == nil)
    #expect(record.source == nil)
    #expect(record.value.sign == .plus)
  }
}
