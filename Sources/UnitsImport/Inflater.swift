// What zlib packed, unpacked piece by piece.

internal import CUnitsZip

/// One stream of zlib's, of gzip or of an entry of an archive.
@safe final class Inflater {
  /// What stands around the packed bytes.
  enum Frame {
    /// A header, and a checksum at the end that zlib looks at (RFC 1952).
    case gzip
    /// Nothing (RFC 1951).
    case none
  }

  /// What came of some input, which may be nothing yet.
  struct Step {
    let output: [UInt8]
    /// How many bytes of the input were taken.
    let taken: Int
    /// Whether the packing ends there.
    let isAtEnd: Bool
  }

  /// Where it lies must not change: zlib keeps a pointer to it.
  private let stream: UnsafeMutablePointer<z_stream>

  init(_ frame: Frame) {
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    // zlib's own code for the frame: 16 more than the window's size, or the size's negative.
    let bits = frame == .gzip ? MAX_WBITS + 16 : -MAX_WBITS
    let status = unsafe inflateInit2_(
      stream, bits, ZLIB_VERSION, CInt(MemoryLayout<z_stream>.size))
    precondition(status == Z_OK, "no memory for zlib")
  }

  deinit {
    _ = unsafe inflateEnd(stream)
    unsafe stream.deinitialize(count: 1)
    unsafe stream.deallocate()
  }

  /// Begins anew behind a packing that has ended.
  func reset() {
    let status = unsafe inflateReset(stream)
    precondition(status == Z_OK, "a stream of zlib can begin anew")
  }

  /// Unpacks what of the input gives one piece of output at most. Throws zlib's word for what is
  /// wrong with it.
  func inflate(_ input: ArraySlice<UInt8>) throws(Damage) -> Step {
    var status = Z_OK
    var taken = 0
    // zlib counts in 32 bits, and writes to no input.
    let count = min(input.count, Self.inputLimit)
    let output = unsafe [UInt8](unsafeUninitializedCapacity: Piece.size) { room, written in
      unsafe input.withUnsafeBufferPointer { bytes in
        unsafe stream.pointee.next_in = unsafe UnsafeMutablePointer(mutating: bytes.baseAddress)
        unsafe stream.pointee.avail_in = UInt32(count)
        unsafe stream.pointee.next_out = room.baseAddress
        unsafe stream.pointee.avail_out = UInt32(room.count)
        status = unsafe CUnitsZip.inflate(stream, Z_NO_FLUSH)
        taken = count - Int(unsafe stream.pointee.avail_in)
        written = room.count - Int(unsafe stream.pointee.avail_out)
      }
    }
    switch status {
    case Z_STREAM_END: return Step(output: output, taken: taken, isAtEnd: true)
    // Nothing more can be done with this input.
    case Z_OK,
      Z_BUF_ERROR where taken > 0 || !output.isEmpty:
      return Step(output: output, taken: taken, isAtEnd: false)
    default:
      let word = unsafe stream.pointee.msg.map { ": " + (unsafe String(cString: $0)) } ?? ""
      throw Damage(word: word)
    }
  }

  /// What zlib says, behind a colon; empty if it says nothing.
  struct Damage: Error {
    let word: String
  }

  private static let inputLimit = 1 << 30
}

/// The checksum of gzip and zip: CRC-32.
enum Checksum {
  static func adding(_ bytes: [UInt8], to sum: UInt32) -> UInt32 {
    unsafe bytes.withUnsafeBufferPointer { bytes in
      UInt32(truncatingIfNeeded: unsafe crc32_z(uLong(sum), bytes.baseAddress, bytes.count))
    }
  }
}
