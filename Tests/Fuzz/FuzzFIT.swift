@testable import UnitsImport

/// Any bytes are refused by a place in them, or activities with a length; and any messages in a frame
/// whose checksum is right, too.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  judge(bytes)
  let size = (0..<4).map { UInt8(truncatingIfNeeded: bytes.count >> ($0 * 8)) }
  var file: [UInt8] = [12, 0x20, 0, 0] + size + Array(".FIT".utf8) + bytes
  let sum = FITChecksum.of(file)
  file += [UInt8(truncatingIfNeeded: sum), UInt8(sum >> 8)]
  judge(file)
  return 0
}

private func judge(_ bytes: [UInt8]) {
  let content: ActivityFile.Content
  do throws(ActivityFileError) { content = try ActivityFile.read(bytes, .taken) } catch {
    if case .byte(let place) = error.position {
      precondition((0...bytes.count).contains(place), "the place is in the file")
    }
    precondition(!error.reason.isEmpty, "a refusal has a reason")
    return
  }
  precondition(!content.activities.isEmpty, "a file without an activity is refused")
  precondition(
    content.activities.allSatisfy { $0.distance > 0 && $0.distance.isFinite }, "each has a length")
  precondition(
    (try? ActivityFile.read(bytes, .taken)) == content, "the same file is the same again")
}
