/// Cuts a stream of bytes into frames: what stands before each NUL.
///
/// ```swift
/// var decoder = FrameDecoder(maximumFrameSize: 1_048_576)
/// decoder.append(Array("{}\0{\"a\"".utf8).span)
/// try decoder.next()  // the two bytes {}
/// try decoder.next()  // nil: the second frame is not whole yet
/// ```
///
/// Every byte is looked at once, however the stream is torn: a hostile peer that sends a byte at
/// a time costs no more than one that sends them together. An emptied decoder keeps a small
/// buffer only, so that a thousand idle connections cost little.
public struct FrameDecoder: Sendable {
  /// The byte that ends a frame (UAPI.20, "Framing").
  public static let terminator: UInt8 = 0

  /// What an emptied decoder may keep: room for ordinary calls, not for a rare large one.
  private static let retainedCapacity = 4096

  /// The longest frame that is accepted, in bytes, its NUL not counted.
  public let maximumFrameSize: Int

  private var buffer: [UInt8] = []
  /// Where the next frame begins; what lies before it was handed out.
  private var start = 0
  /// Where the NUL of the next frame is; nil when everything was searched and none is there.
  private var end: Int?

  /// Makes a decoder that holds nothing.
  ///
  /// - Parameter maximumFrameSize: The longest frame that is accepted, in bytes.
  public init(maximumFrameSize: Int) {
    precondition(maximumFrameSize > 0, "the longest frame has at least one byte")
    self.maximumFrameSize = maximumFrameSize
  }

  /// The number of bytes that were appended and not yet handed out.
  public var bufferedByteCount: Int { buffer.count - start }

  /// Whether a whole frame waits to be handed out.
  public var holdsFrame: Bool { end != nil }

  /// Takes in what was read.
  ///
  /// The decoder holds whatever it is given: the caller limits how much that is, by calling
  /// ``next()``, which throws when a frame is too long, before it reads on.
  public mutating func append(_ bytes: borrowing Span<UInt8>) {
    // Told to add nothing to an empty array, the standard library writes into the one that all share.
    if bytes.isEmpty { return }
    compact()
    let first = buffer.count
    buffer.append(addingCapacity: bytes.count) { output in
      for index in bytes.indices { output.append(bytes[index]) }
    }
    if end == nil { end = firstTerminator(from: first) }
  }

  /// Hands out the next frame without its NUL, or nil if it is not whole yet.
  ///
  /// - Throws: ``ProtocolViolation/frameTooLarge(limit:)`` as soon as the frame is known to be too
  ///   long, and at every call from then on.
  public mutating func next() throws(ProtocolViolation) -> [UInt8]? {
    guard let end = try endOfNextFrame() else { return nil }
    let frame = Array(buffer[start..<end])
    consume(upTo: end)
    return frame
  }

  /// Hands the next frame to `read` in place; tells whether one was whole.
  @discardableResult
  mutating func next(
    reading read: (borrowing Span<UInt8>) throws(ProtocolViolation) -> Void
  ) throws(ProtocolViolation) -> Bool {
    guard let end = try endOfNextFrame() else { return false }
    try read(buffer.span.extracting(start..<end))
    consume(upTo: end)
    return true
  }

  /// Hands out everything that is left, for the protocol that follows an upgrade.
  mutating func takeRemainder() -> [UInt8] {
    let remainder = Array(buffer[start...])
    buffer = []
    start = 0
    end = nil
    return remainder
  }

  private func endOfNextFrame() throws(ProtocolViolation) -> Int? {
    guard (end ?? buffer.count) - start <= maximumFrameSize else {
      throw .frameTooLarge(limit: maximumFrameSize)
    }
    return end
  }

  private mutating func consume(upTo terminator: Int) {
    start = terminator + 1
    end = nil
    if start < buffer.count {
      end = firstTerminator(from: start)
    } else {
      start = 0
      buffer.removeAll(keepingCapacity: buffer.capacity <= Self.retainedCapacity)
    }
  }

  private func firstTerminator(from first: Int) -> Int? {
    let bytes = buffer.span.bytes
    var index = first
    // Eight bytes at a time: the lowest high bit of this expression marks the first byte that is
    // zero ("Hacker's Delight", section 6-1).
    while bytes.byteCount - index >= 8 {
      let word = UInt64(
        littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self))
      let zeros = (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
      if zeros != 0 { return index + zeros.trailingZeroBitCount / 8 }
      index += 8
    }
    while index < buffer.count {
      if buffer[index] == Self.terminator { return index }
      index += 1
    }
    return nil
  }

  /// Moves the rest to the front once what was handed out outweighs it: each byte is then moved
  /// at most once for each byte that was handed out.
  private mutating func compact() {
    guard start > 0, start >= buffer.count - start else { return }
    buffer.removeSubrange(..<start)
    let moved = start
    end = end.map { $0 - moved }
    start = 0
  }
}
