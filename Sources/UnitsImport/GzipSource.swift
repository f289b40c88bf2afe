// gzip (RFC 1952), by zlib, which checks lengths and checksums.

internal import CUnitsZip

/// Unpacks what gzip packed, several packings one behind the other included.
@safe final class GzipSource: ByteSource {
  private enum State {
    /// In the middle of a packing, or before the first.
    case within
    /// Behind one that is whole.
    case between
    case ended
  }

  private let packed: any ByteSource
  /// Where it lies must not change: zlib keeps a pointer to it.
  private let stream: UnsafeMutablePointer<z_stream>
  private var state = State.within
  private var input: [UInt8] = []
  private var place = 0

  /// Whether bytes begin as gzip's do.
  static func hasSignature(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x1F, 0x8B]) }

  init(_ packed: any ByteSource) {
    self.packed = packed
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    let status = unsafe inflateInit2_(
      stream, MAX_WBITS + Self.gzipOnly, ZLIB_VERSION, CInt(MemoryLayout<z_stream>.size))
    precondition(status == Z_OK, "no memory for zlib")
  }

  /// Added to the size of the window: expect gzip's frame, and no other.
  private static let gzipOnly: CInt = 16

  deinit {
    _ = unsafe inflateEnd(stream)
    unsafe stream.deinitialize(count: 1)
    unsafe stream.deallocate()
  }

  func next() throws(ActivityFileError) -> [UInt8] {
    while state != .ended {
      if place == input.count {
        input = try packed.next()
        place = 0
        if input.isEmpty {
          guard state == .between else { throw ActivityFileError(.file, "gzip data are cut off") }
          state = .ended
          break
        }
      }
      if state == .between { try beginNext() }
      guard state == .within else { continue }
      let output = try inflate()
      if !output.isEmpty { return output }
    }
    return []
  }

  /// Another packing, or zeros that fill up a block.
  private func beginNext() throws(ActivityFileError) {
    while place < input.count, input[place] == 0 { place += 1 }
    guard place < input.count else { return }
    guard unsafe inflateReset(stream) == Z_OK else {
      throw ActivityFileError(.file, "gzip data are damaged")
    }
    state = .within
  }

  /// What comes of the input, which may be nothing yet.
  private func inflate() throws(ActivityFileError) -> [UInt8] {
    var status = Z_OK
    var taken = 0
    let output = unsafe [UInt8](unsafeUninitializedCapacity: Piece.size) { room, count in
      unsafe input.withUnsafeMutableBufferPointer { bytes in
        let available = bytes.count - place
        unsafe stream.pointee.next_in = unsafe bytes.baseAddress.map { unsafe $0 + place }
        unsafe stream.pointee.avail_in = UInt32(available)
        unsafe stream.pointee.next_out = room.baseAddress
        unsafe stream.pointee.avail_out = UInt32(room.count)
        status = unsafe CUnitsZip.inflate(stream, Z_NO_FLUSH)
        taken = available - Int(unsafe stream.pointee.avail_in)
        count = room.count - Int(unsafe stream.pointee.avail_out)
      }
    }
    place += taken
    switch status {
    case Z_STREAM_END: state = .between
    // Nothing more can be done with this input.
    case Z_OK,
      Z_BUF_ERROR where taken > 0 || !output.isEmpty:
      break
    default:
      let reason = unsafe stream.pointee.msg.map { ": " + (unsafe String(cString: $0)) } ?? ""
      throw ActivityFileError(.file, "gzip data are damaged\(reason)")
    }
    return output
  }
}
