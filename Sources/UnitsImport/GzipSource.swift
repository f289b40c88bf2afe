// gzip (RFC 1952), by zlib, which checks lengths and checksums.

/// Unpacks what gzip packed, several packings one behind the other included.
final class GzipSource: ByteSource {
  private enum State {
    /// In the middle of a packing, or before the first.
    case within
    /// Behind one that is whole.
    case between
    case ended
  }

  private let packed: any ByteSource
  private let inflater = Inflater(.gzip)
  private var state = State.within
  private var input: [UInt8] = []
  private var place = 0

  /// Whether bytes begin as gzip's do.
  static func hasSignature(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x1F, 0x8B]) }

  init(_ packed: any ByteSource) { self.packed = packed }

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
      if state == .between { beginNext() }
      guard state == .within else { continue }
      let output = try inflate()
      if !output.isEmpty { return output }
    }
    return []
  }

  /// Another packing, or zeros that fill up a block.
  private func beginNext() {
    while place < input.count, input[place] == 0 { place += 1 }
    guard place < input.count else { return }
    inflater.reset()
    state = .within
  }

  /// What comes of the input, which may be nothing yet.
  private func inflate() throws(ActivityFileError) -> [UInt8] {
    do throws(Inflater.Damage) {
      let step = try inflater.inflate(input[place...])
      place += step.taken
      if step.isAtEnd { state = .between }
      return step.output
    } catch {
      throw ActivityFileError(.file, "gzip data are damaged\(error.word)")
    }
  }
}
