// A group's values together with their text, so that a commit writes what changed and copies the
// rest.

internal import UnitsJSON

/// The content of a group's file: values and, for each, its line of text.
///
/// With ten thousand keys, rendering all of them anew for each commit would cost more than the
/// disk; here a commit renders the changed ones and joins the lines.
package struct GroupDocument: Sendable {
  /// What one group may hold, in bytes of its file: all of it is rewritten at each commit and held
  /// in memory by every program that shares it.
  package static let maximumSize = 1 << 20

  package private(set) var values: SortedMembers
  /// `  "key": value`, in the order of `values`, without separator.
  private var lines: [[UInt8]]
  private var lineBytes: Int

  package init(_ values: SortedMembers = SortedMembers()) {
    self.values = values
    lines = values.members.map { Self.line($0) }
    lineBytes = lines.reduce(0) { $0 + $1.count }
  }

  /// The size of the file's text in bytes. O(1), but for a group that is written in its short form.
  package var size: Int { isShort ? shortText.count : longSize }

  private var longSize: Int {
    lines.isEmpty ? 3 : lineBytes + 2 * (lines.count - 1) + 5
  }

  /// Whether the text would be too large with a line for each element. The short form is no longer
  /// than whatever text the group was read from, so what shrinks can always be written.
  private var isShort: Bool { longSize > Self.maximumSize }

  private var shortText: [UInt8] {
    var bytes: [UInt8] = []
    JSONValue.object(values.object).write(into: &bytes)
    bytes.append(UInt8(ascii: "\n"))
    return bytes
  }

  /// Applies a patch and returns the one that leads back.
  package mutating func apply(_ patch: Patch) -> Patch {
    // Each change in place costs a search and at most a move of memory.
    guard patch.changes.count <= max(8, values.count / 256) else { return applyInOnePass(patch) }
    var undo = SortedMembers()
    for change in patch.changes.members {
      let (index, found) = values.position(of: change.key)
      let new = change.value == .null ? nil : change.value
      let old = values.set(change.key, to: new)
      undo.set(change.key, to: old ?? .null)
      if found { lineBytes -= lines[index].count }
      if new == nil {
        if found { lines.remove(at: index) }
        continue
      }
      let line = Self.line(values.members[index])
      lineBytes += line.count
      if found { lines[index] = line } else { lines.insert(line, at: index) }
    }
    return Patch(undo)
  }

  /// As ``apply(_:)`` for many changes: what stays between them is taken over with its lines.
  /// O(n + m log n)
  private mutating func applyInOnePass(_ patch: Patch) -> Patch {
    var kept: [SortedMembers.Member] = []
    var keptLines: [[UInt8]] = []
    kept.reserveCapacity(values.count + patch.changes.count)
    keptLines.reserveCapacity(values.count + patch.changes.count)
    var undo: [SortedMembers.Member] = []
    undo.reserveCapacity(patch.changes.count)
    var index = 0
    let old = values.members
    for change in patch.changes.members {
      let (place, found) = values.position(of: change.key)
      kept.append(contentsOf: old[index..<place])
      keptLines.append(contentsOf: lines[index..<place])
      index = place
      var before = JSONValue.null
      if found {
        before = old[place].value
        lineBytes -= lines[place].count
        index += 1
      }
      undo.append(SortedMembers.Member(key: change.key, value: before))
      guard change.value != .null else { continue }
      let line = Self.line(change)
      lineBytes += line.count
      kept.append(change)
      keptLines.append(line)
    }
    kept.append(contentsOf: old[index...])
    keptLines.append(contentsOf: lines[index...])
    values = SortedMembers(ascending: kept)
    lines = keptLines
    return Patch(SortedMembers(ascending: undo))
  }

  /// The file's text: one object, pretty-printed where it fits, keys sorted by their bytes, a final
  /// newline.
  package func encode() -> [UInt8] {
    guard !lines.isEmpty else { return Array("{}\n".utf8) }
    if isShort { return shortText }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(longSize)
    bytes.append(contentsOf: "{\n".utf8)
    var isFirst = true
    for line in lines {
      if !isFirst { bytes.append(contentsOf: ",\n".utf8) }
      isFirst = false
      bytes.append(contentsOf: line)
    }
    bytes.append(contentsOf: "\n}\n".utf8)
    return bytes
  }

  private static func line(_ member: SortedMembers.Member) -> [UInt8] {
    var line = Array("  ".utf8)
    JSONText.writeString(member.key, into: &line)
    line.append(contentsOf: ": ".utf8)
    switch member.value {
    case .array, .object: break
    default:
      member.value.write(into: &line)
      return line
    }
    var value: [UInt8] = []
    member.value.write(into: &value, style: .pretty)
    // A newline inside a string is escaped, so each one here begins a line of the value.
    for byte in value {
      line.append(byte)
      if byte == UInt8(ascii: "\n") { line.append(contentsOf: "  ".utf8) }
    }
    return line
  }
}
