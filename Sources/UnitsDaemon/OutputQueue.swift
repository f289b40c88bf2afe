// Bytes that a client has not read yet.

internal import UnitsLinux

/// What waits to be sent on one connection.
struct OutputQueue {
  private var bytes: [UInt8] = []
  private var offset = 0

  /// Buffers larger than this are given back when they have drained.
  private static let retainedCapacity = 16 << 10

  var count: Int { bytes.count - offset }
  var isEmpty: Bool { count == 0 }

  /// Lets `encode` append a frame.
  mutating func append<Result>(_ encode: (inout [UInt8]) -> Result) -> Result {
    encode(&bytes)
  }

  /// Sends what the kernel takes now.
  mutating func flush(to socket: CInt, on kernel: any Kernel) throws(SystemError) -> Flush {
    while !isEmpty {
      switch try kernel.send(bytes, from: offset, to: socket) {
      case .bytes(let count): offset += count
      case .wouldBlock:
        compact()
        return .blocked
      case .closed: return .closed
      }
    }
    bytes.removeAll(keepingCapacity: bytes.capacity <= Self.retainedCapacity)
    offset = 0
    return .drained
  }

  enum Flush {
    case drained
    case blocked
    case closed
  }

  private mutating func compact() {
    guard offset >= count else { return }
    bytes.removeSubrange(..<offset)
    offset = 0
  }
}
