// Where a program's text goes.

package import UnitsLinux

/// Standard output or standard error, or what a test puts in their place.
package struct TextSink {
  /// To notice that its reader has gone while nothing is written; nil where nobody can go.
  let descriptor: CInt?
  /// Whether a person looks at it; asked when first needed.
  let isTerminal: () -> Bool
  /// How many columns it has; nil for what is no terminal.
  let columns: () -> Int?
  let write: (String) -> StandardStream.Delivery

  package init(
    descriptor: CInt? = nil, isTerminal: @escaping () -> Bool,
    columns: @escaping () -> Int? = { nil },
    write: @escaping (String) -> StandardStream.Delivery
  ) {
    self.descriptor = descriptor
    self.isTerminal = isTerminal
    self.columns = columns
    self.write = write
  }

  package init(_ stream: StandardStream) {
    self.init(
      descriptor: stream.rawValue, isTerminal: { stream.isTerminal },
      columns: { TerminalSize(of: stream.rawValue)?.columns }, write: { stream.write($0) })
  }
}

/// What the program reads and writes.
package struct ControlStreams {
  let output: TextSink
  let error: TextSink
  /// All of standard input, at most so many bytes.
  let readInput: (_ limit: Int) throws(SystemError) -> [UInt8]

  package init(
    output: TextSink, error: TextSink,
    readInput: @escaping (_ limit: Int) throws(SystemError) -> [UInt8]
  ) {
    self.output = output
    self.error = error
    self.readInput = readInput
  }

  /// The process's own streams.
  package static var standard: ControlStreams {
    ControlStreams(
      output: TextSink(.output), error: TextSink(.error),
      readInput: { (limit) throws(SystemError) in
        var bytes: [UInt8] = []
        while bytes.count <= limit {
          if try readBytes(0, appendingTo: &bytes, limit: 65_536) == 0 { return bytes }
        }
        return bytes
      })
  }
}
