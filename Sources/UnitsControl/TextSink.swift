// Where a program's text goes.

package import UnitsLinux
internal import UnitsPrograms

/// Standard output or standard error, or what a test puts in their place.
package struct TextSink {
  /// To notice that its reader has gone while nothing is written; nil where nobody can go.
  let descriptor: CInt?
  /// Whether a person looks at it; asked when first needed.
  let isTerminal: () -> Bool
  /// How many columns it has; nil for what is no terminal.
  let columns: () -> Int?
  let write: (String) -> StandardStream.Delivery
  /// As `write`, but the cursor may be moved.
  let draw: (String) -> StandardStream.Delivery

  package init(
    descriptor: CInt? = nil, isTerminal: @escaping () -> Bool,
    columns: @escaping () -> Int? = { nil },
    write: @escaping (String) -> StandardStream.Delivery,
    draw: ((String) -> StandardStream.Delivery)? = nil
  ) {
    self.descriptor = descriptor
    self.isTerminal = isTerminal
    self.columns = columns
    self.write = write
    self.draw = draw ?? write
  }

  package init(_ stream: StandardStream) {
    self.init(
      descriptor: stream.rawValue, isTerminal: { stream.isTerminal },
      columns: { TerminalSize(of: stream.rawValue)?.columns }, write: { stream.write($0) },
      draw: { stream.draw($0) })
  }
}

/// What the program reads and writes.
package struct ControlStreams {
  /// Where keys come from; nil where nobody can press any.
  let input: CInt?
  let output: TextSink
  let error: TextSink
  /// All of standard input, at most so many bytes.
  let readInput: (_ limit: Int) throws(SystemError) -> [UInt8]

  /// One line of standard input without its end; nil at the end.
  let readLine: () throws(SystemError) -> String?

  package init(
    output: TextSink, error: TextSink, input: CInt? = nil,
    readInput: @escaping (_ limit: Int) throws(SystemError) -> [UInt8]
  ) {
    self.output = output
    self.error = error
    self.input = input
    self.readInput = readInput
    readLine = { () throws(SystemError) in
      var bytes: [UInt8] = []
      guard let input else {
        bytes = try readInput(Self.lineLimit)
        return bytes.isEmpty ? nil : Self.line(bytes)
      }
      // Byte by byte: what comes behind the line belongs to whoever reads next.
      while bytes.last != UInt8(ascii: "\n"), bytes.count < Self.lineLimit {
        if try readBytes(input, appendingTo: &bytes, limit: 1) == 0 { break }
      }
      return bytes.isEmpty ? nil : Self.line(bytes)
    }
  }

  /// Longer than any answer.
  private static let lineLimit = 4096

  private static func line(_ bytes: [UInt8]) -> String {
    String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }

  /// The process's own streams.
  package static var standard: ControlStreams {
    ControlStreams(
      output: TextSink(.output), error: TextSink(.error), input: 0,
      readInput: { (limit) throws(SystemError) in
        var bytes: [UInt8] = []
        while bytes.count <= limit {
          if try readBytes(0, appendingTo: &bytes, limit: 65_536) == 0 { return bytes }
        }
        return bytes
      })
  }
}
