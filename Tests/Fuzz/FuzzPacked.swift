@testable import UnitsImport

/// Any bytes are refused as gzip, or unpacked to the same again, within the limit; and any bytes are a
/// list of Strava's, or refused with a line.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  if let unpacked = unpack(bytes) {
    precondition(unpacked.count <= limit, "no more than is allowed")
    precondition(unpack(bytes) == unpacked, "the same again")
  }
  judgeList(bytes)
  judgeList(header + bytes)
  return 0
}

private let limit = 1 << 20
private let header = Array(
  "Activity ID,Activity Date,Activity Name,Distance,Filename,Distance\n".utf8)

private func unpack(_ bytes: [UInt8]) -> [UInt8]? {
  do throws(ActivityFileError) {
    return try LimitedSource(GzipSource(ArraySource(bytes)), limit: limit).rest()
  } catch {
    precondition(!error.reason.isEmpty, "a refusal has a reason")
    return nil
  }
}

private func judgeList(_ bytes: [UInt8]) {
  do throws(ActivityFileError) {
    let list = try StravaList(bytes)
    precondition(
      list.activities.allSatisfy { $0.distance > 0 && $0.distance.isFinite && $0.start != nil },
      "each has a length and a time")
  } catch {
    guard case .line(let line, _) = error.position else {
      preconditionFailure("a line is to blame")
    }
    precondition((1...bytes.count + 1).contains(line), "the place is in the file")
  }
}
