import UnitsStore

/// Any file is damaged or a group, and what is written of a group is that group again.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  let values: SortedMembers
  do throws(Damage) {
    values = try GroupFile.parse(bytes, path: "group.json")
  } catch {
    precondition(error.line >= 1 && error.column >= 1, "damage is somewhere")
    return 0
  }
  let document = GroupDocument(values)
  let text = document.encode()
  precondition(document.size == text.count, "the size is the text's")
  let again: SortedMembers
  do throws(Damage) { again = try GroupFile.parse(text, path: "group.json") } catch {
    preconditionFailure("what is written can be read: \(error)")
  }
  precondition(again == values, "and is the same")
  return 0
}
