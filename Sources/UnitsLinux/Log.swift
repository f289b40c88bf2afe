// Lines on standard error, for people and for the journal.

internal import Glibc
internal import Synchronization

/// Writes one line a message to standard error.
///
/// Under the journal (`JOURNAL_STREAM` is set) each line carries its level as `<N>`, which the
/// journal reads and strips (sd-daemon(3)); elsewhere the program's name stands in front.
package struct Log: Sendable {
  /// The levels of syslog(3) that are used here.
  package enum Level: Int, Sendable {
    case error = 3
    case warning = 4
    case notice = 5
    case information = 6
  }

  private let program: String
  private let isJournal: Bool
  private var sink: (@Sendable (_ line: String) -> Void)?

  /// Gives each line to `sink` instead.
  package init(program: String, to sink: @escaping @Sendable (_ line: String) -> Void) {
    self.program = program
    isJournal = false
    self.sink = sink
  }

  package init(program: String, environment: Environment) {
    self.program = program
    isJournal = environment["JOURNAL_STREAM"] != nil
  }

  /// One line, one write(2). A standard error that is closed is nobody's concern.
  package func callAsFunction(_ level: Level, _ message: String) {
    let line = line(level, message)
    if let sink { sink(line) } else { StandardStream.error.write(line) }
  }

  /// The line as it is written. Control characters in the message (a key or a path may bring them)
  /// become U+FFFD: they would begin a line of somebody else's making.
  package func line(_ level: Level, _ message: String) -> String {
    var text = String.UnicodeScalarView()
    for scalar in message.unicodeScalars {
      text.append(scalar.properties.generalCategory == .control ? "\u{FFFD}" : scalar)
    }
    return isJournal ? "<\(level.rawValue)>\(String(text))\n" : "\(program): \(String(text))\n"
  }
}

/// Standard output and standard error without buffers.
package enum StandardStream: CInt, Sendable {
  case output = 1
  case error = 2

  /// Whether the text has arrived or nobody reads any more.
  package enum Delivery: Sendable {
    case delivered
    case closed
    case failed(SystemError)
  }

  /// Writes the text, in one write(2) where the kernel takes it whole; for a terminal as
  /// ``TerminalText`` has it.
  @discardableResult
  package func write(_ text: String) -> Delivery {
    let shown = TerminalText.shown(text)
    return draw(shown != text && isTerminal ? shown : text)
  }

  /// Writes the text as it is: for those who move a terminal's cursor.
  @discardableResult
  package func draw(_ text: String) -> Delivery {
    let bytes = Array(text.utf8)
    var offset = 0
    while offset < bytes.count {
      do throws(SystemError) {
        offset += try systemCall("write") {
          unsafe bytes.withUnsafeBytes { buffer in
            unsafe Glibc.write(
              rawValue, buffer.baseAddress.map { unsafe $0 + offset }, buffer.count - offset)
          }
        }
      } catch {
        if error.code == EPIPE { return .closed }
        if self == .output { Self.lostOutput.store(error.code, ordering: .relaxed) }
        return .failed(error)
      }
    }
    return .delivered
  }

  /// Why something that was said on standard output is lost; 0 if nothing is.
  private static let lostOutput = Atomic<CInt>(0)

  /// What a program ends with that has nothing more to say: 74 instead of 0, and a line on standard
  /// error, where what it said is lost. A reader that has gone loses nothing.
  package static func status(_ status: Int32, of program: String) -> Int32 {
    let code = lostOutput.load(ordering: .relaxed)
    guard status == 0, code != 0 else { return status }
    let error = SystemError(operation: "write standard output", code: code)
    StandardStream.error.write("\(program): \(error)\n")
    return 74
  }

  /// Whether a person looks at it. isatty(3)
  package var isTerminal: Bool { isatty(rawValue) == 1 }
}
