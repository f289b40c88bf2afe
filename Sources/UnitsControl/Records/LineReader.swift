// A file line by line.

internal import UnitsCommandLine
internal import UnitsLinux

/// Lines of bytes without their ends, read as they are asked for.
struct LineReader {
  /// Appends more of the file; tells how many bytes, none at its end.
  private let read: (inout [UInt8]) throws(SystemError) -> Int
  private var buffer: [UInt8] = []
  private var start = 0
  private var isAtEnd = false
  /// Of a line that is longer only so much is kept, and one byte that shows it.
  private let limit: Int
  /// The number of the line that was read last, from 1.
  private(set) var number = 0

  init(
    keeping limit: Int, _ read: @escaping (inout [UInt8]) throws(SystemError) -> Int
  ) {
    self.limit = limit
    self.read = read
  }

  /// The next line; nil at the end.
  mutating func next() throws(SystemError) -> ArraySlice<UInt8>? {
    var searched = start
    while true {
      if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { start = end + 1 }
        number += 1
        return buffer[start..<end]
      }
      searched = buffer.count
      if isAtEnd {
        guard start < buffer.count else { return nil }
        defer { start = buffer.count }
        number += 1
        return buffer[start...]
      }
      if buffer.count - start > limit {
        buffer.removeSubrange((start + limit + 1)...)
        searched = buffer.count
      }
      if start > 0 {
        buffer.removeSubrange(..<start)
        searched -= start
        start = 0
      }
      if try read(&buffer) == 0 { isAtEnd = true }
    }
  }
}
