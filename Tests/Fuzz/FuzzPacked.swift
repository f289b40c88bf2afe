@testable import UnitsImport

/// Any bytes are refused as gzip, or unpacked to the same again, within the limit; and any bytes are a
/// list of Strava's, or refused with a line; and any bytes are an archive whose entries have the sizes
/// that it says, or are refused.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  if let unpacked = unpack(bytes) {
    precondition(unpacked.count <= limit, "no more than is allowed")
    precondition(unpack(bytes) == unpacked, "the same again")
  }
  judgeList(bytes)
  judgeList(header + bytes)
  judgeArchive(bytes)
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
  let list = StravaList(bytes)
  for refusal in list.refusals + list.rows.compactMap(\.refusal) {
    guard case .line(let line, _) = refusal.position else {
      preconditionFailure("a line is to blame")
    }
    precondition((1...bytes.count + 1).contains(line), "the place is in the file")
  }
  for row in list.rows {
    guard let activity = try? row.activity() else { continue }
    precondition(
      activity.distance > 0 && activity.distance.isFinite && activity.start != nil,
      "each has a length and a time")
  }
}

/// In a file without a name, as an archive is read.
private func judgeArchive(_ bytes: [UInt8]) {
  guard ZipArchive.hasSignature(bytes),
    let archive = try? ZipArchive(try ArchiveBytes(storing: ArraySource(bytes), limit: limit))
  else { return }
  for entry in archive.entries.prefix(20) where entry.size <= UInt64(limit) {
    guard let content = try? LimitedSource(try archive.open(entry), limit: limit).rest() else {
      continue
    }
    precondition(UInt64(content.count) == entry.size, "an entry has its size")
  }
}
