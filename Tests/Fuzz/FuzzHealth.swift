@testable import Units
@testable import UnitsImport
@testable import UnitsStore

/// Any bytes are refused by a place in them, or records that can be, and the same however the bytes
/// are torn; as a whole document, and in the middle of one that is right.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  judge(bytes)
  judge(Array("<HealthData>".utf8) + bytes + Array("</HealthData>".utf8))
  return 0
}

private func judge(_ bytes: [UInt8]) {
  let whole = read(bytes, pieces: bytes.count)
  guard let whole else { return }
  precondition(
    whole.allSatisfy { record in
      do throws(InvalidRecord) {
        let again = try Record(
          checking: record.id, type: record.type, value: record.value, time: record.time,
          note: record.note, source: record.source)
        return again == record
      } catch {
        return false
      }
    }, "what is read can be stored")
  precondition(read(bytes, pieces: 7) == whole, "pieces are the whole")
}

/// Nil where they are refused.
private func read(_ bytes: [UInt8], pieces: Int) -> [Record]? {
  let handler = HealthHandler()
  let reader = XMLReader(handler)
  let source = HealthSource(ArraySource(bytes))
  do throws(ActivityFileError) {
    let all = try source.rest()
    var place = 0
    while place < all.count {
      let end = min(place + max(pieces, 1), all.count)
      try reader.feed(Array(all[place..<end]))
      place = end
    }
    try reader.feed([])
  } catch {
    if case .line(let line, let column) = error.position {
      precondition(line >= 1 && column >= 1, "the place is in the file")
    }
    precondition(!error.reason.isEmpty, "a refusal has a reason")
    return nil
  }
  return handler.takeRecords()
}
