import Testing
import UnitsJSON
import UnitsLinux

@testable import UnitsStore

@Suite struct LargeGroupTests {
  private func state(of count: Int) -> SortedMembers {
    var object = JSONObject()
    for number in 0..<count { object.append("key.\(number)", .integer(number)) }
    return SortedMembers(object)
  }

  @Test func `ten thousand keys are changed in any number, and go back`() throws {
    let start = state(of: 10_000)
    for changes in [1, 8, 9, 500, 10_000] {
      var document = GroupDocument(start)
      var patch = SortedMembers()
      for number in 0..<changes {
        let key = "key.\(number * 7_919 % 15_000)"
        patch.set(key, to: number.isMultiple(of: 3) ? .null : .string("changed"))
      }
      let undo = document.apply(Patch(patch))
      #expect(document.size == document.encode().count)
      #expect(Patch(from: start, to: document.values).changes.count <= changes)
      _ = document.apply(undo)
      #expect(document.values == start)
      #expect(document.encode() == GroupDocument(start).encode())
    }
  }
}
