// Bytes that come piece by piece: those of a file, of what gzip packed, of an entry of an archive.
//
// Nothing is unpacked onto the disk and nothing is held whole that can be read in passing. A file of
// a few kilobytes may unpack to terabytes: whoever reads says in front how much he takes.

internal import UnitsLinux

/// Gives bytes until there are none.
protocol ByteSource: AnyObject {
  /// The next piece; empty at the end, and from then on.
  func next() throws(ActivityFileError) -> [UInt8]
}

extension ByteSource {
  /// All that is still to come.
  func rest() throws(ActivityFileError) -> [UInt8] {
    var bytes: [UInt8] = []
    while true {
      let piece = try next()
      if piece.isEmpty { return bytes }
      bytes += piece
    }
  }
}

enum Piece {
  /// As many bytes as are read at once: enough that the calls cost nothing, few enough for a cache.
  static let size = 256 << 10
}

/// Bytes that are there already.
final class ArraySource: ByteSource {
  private let bytes: [UInt8]
  private var place = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  func next() -> [UInt8] {
    let end = min(place + Piece.size, bytes.count)
    defer { place = end }
    return Array(bytes[place..<end])
  }
}

/// An open file, from where it stands.
final class FileSource: ByteSource {
  private let file: FileDescriptor

  init(_ file: consuming FileDescriptor) { self.file = file }

  func next() throws(ActivityFileError) -> [UInt8] {
    var bytes: [UInt8] = []
    do throws(SystemError) {
      _ = try file.read(appendingTo: &bytes, limit: Piece.size)
    } catch {
      throw ActivityFileError(.file, error.description)
    }
    return bytes
  }
}

/// A source whose first bytes have been looked at.
final class SourceWithHead: ByteSource {
  /// The first bytes: as many as were asked for, if there are so many, and perhaps more.
  private(set) var head: [UInt8] = []
  private let source: any ByteSource
  private var isHeadGiven = false

  init(_ source: any ByteSource, atLeast count: Int) throws(ActivityFileError) {
    self.source = source
    while head.count < count {
      let piece = try source.next()
      if piece.isEmpty { break }
      head += piece
    }
  }

  func next() throws(ActivityFileError) -> [UInt8] {
    if isHeadGiven || head.isEmpty { return try source.next() }
    isHeadGiven = true
    return head
  }
}

/// A source that is refused when more comes out of it than is allowed.
final class LimitedSource: ByteSource {
  private let source: any ByteSource
  private let limit: Int
  private var count = 0

  init(_ source: any ByteSource, limit: Int) {
    self.source = source
    self.limit = limit
  }

  func next() throws(ActivityFileError) -> [UInt8] {
    let piece = try source.next()
    count += piece.count
    guard count <= limit else {
      throw ActivityFileError.tooLarge(limit: limit)
    }
    return piece
  }
}
