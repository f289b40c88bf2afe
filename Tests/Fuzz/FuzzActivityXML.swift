import UnitsImport

/// Any text is refused by a place in it, or activities with a length; and a file that is cut off is
/// refused.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  let content: ActivityFile.Content
  do throws(ActivityFileError) { content = try ActivityFile.read(bytes, .taken) } catch {
    if case .line(let line, let column) = error.position {
      precondition(line >= 1 && column >= 1, "the place is in the file")
    }
    precondition(!error.reason.isEmpty, "a refusal has a reason")
    return 0
  }
  precondition(!content.activities.isEmpty, "a file without an activity is refused")
  precondition(
    content.activities.allSatisfy { $0.distance > 0 && $0.distance.isFinite }, "each has a length")
  if content.activities.contains(where: { $0.format != .fit }), let end = bytes.lastIndex(of: 0x3E)
  {
    precondition((try? ActivityFile.read(Array(bytes[..<end]))) == nil, "what is cut off is none")
  }
  return 0
}
