import Testing
import Varlink

@Suite struct FrameDecoderTests {
  @Test func `a torn frame waits for more bytes`() throws {
    var decoder = FrameDecoder(maximumFrameSize: 100)
    decoder.append([1, 2].span)
    #expect(try decoder.next() == nil)
    #expect(!decoder.holdsFrame)
    decoder.append([3, 0, 4].span)
    #expect(decoder.holdsFrame)
    #expect(try decoder.next() == [1, 2, 3])
    #expect(try decoder.next() == nil)
    #expect(decoder.bufferedByteCount == 1)
  }

  @Test func `frames come in order, empty ones too`() throws {
    var decoder = FrameDecoder(maximumFrameSize: 100)
    decoder.append([0, 1, 0, 0, 2, 0].span)
    #expect(try decoder.next() == [])
    #expect(try decoder.next() == [1])
    #expect(try decoder.next() == [])
    #expect(try decoder.next() == [2])
    #expect(try decoder.next() == nil)
    #expect(decoder.bufferedByteCount == 0)
  }

  @Test func `a frame of the limit passes, one byte more does not`() throws {
    var decoder = FrameDecoder(maximumFrameSize: 3)
    decoder.append([1, 2, 3, 0].span)
    #expect(try decoder.next() == [1, 2, 3])
    decoder.append([1, 2, 3].span)
    #expect(try decoder.next() == nil)
    decoder.append([4].span)
    for _ in 0..<2 {
      #expect(throws: ProtocolViolation.frameTooLarge(limit: 3)) { try decoder.next() }
    }
    #expect(
      ProtocolViolation.frameTooLarge(limit: 3).description == "message longer than 3 bytes")
  }

  @Test func `a long frame is refused even when its end is there`() {
    var decoder = FrameDecoder(maximumFrameSize: 3)
    decoder.append([1, 2, 3, 4, 0].span)
    #expect(throws: ProtocolViolation.frameTooLarge(limit: 3)) { try decoder.next() }
  }

  @Test(arguments: 1...40)
  func `any pieces give the same frames`(size: Int) throws {
    let frames: [[UInt8]] = (0..<60).map { index in
      (0..<index).map { UInt8(1 + ($0 + index) % 255) }
    }
    let stream: [UInt8] = frames.flatMap { (frame: [UInt8]) -> [UInt8] in frame + [0] }
    var decoder = FrameDecoder(maximumFrameSize: 60)
    var result: [[UInt8]] = []
    for start in stride(from: 0, to: stream.count, by: size) {
      decoder.append(Array(stream[start..<min(start + size, stream.count)]).span)
      // Leaving frames behind now and then makes the buffer move.
      if start % 3 != 0, let frame = try decoder.next() { result.append(frame) }
    }
    while let frame = try decoder.next() { result.append(frame) }
    #expect(result == frames)
  }

  @Test func `a megabyte in single bytes is searched once`() throws {
    // A decoder that searched anew at each byte would compare 5 * 10^11 bytes here.
    let size = 1_000_000
    var decoder = FrameDecoder(maximumFrameSize: size)
    for _ in 0..<size {
      decoder.append([7].span)
      #expect(try decoder.next() == nil)
    }
    decoder.append([0].span)
    #expect(try decoder.next()?.count == size)
  }
}
