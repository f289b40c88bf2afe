// A line on a terminal that says how far an import is.

internal import UnitsLinux

/// Says how much of a file is read, or how many records are stored, and is gone in the end. Where
/// nobody looks it says nothing.
final class ImportProgress {
  private let isTerminal: () -> Bool
  private let write: (String) -> Void
  private var nextTime = MonotonicTime.now()
  private var isShown = false
  private var name = ""
  private var byteCount = 0
  /// What has been left out so far; it is told at the line's end.
  var leftOutCount = 0

  /// What is over before that needs no line.
  private static let patience: Duration = .milliseconds(300)
  /// More often than this nobody can read it.
  private static let pause: Duration = .milliseconds(100)

  init(isTerminal: @escaping () -> Bool, write: @escaping (String) -> Void) {
    self.isTerminal = isTerminal
    self.write = write
  }

  /// A path is imported from now on.
  func begin() {
    nextTime = .now() + Self.patience
    leftOutCount = 0
  }

  /// A file is read from now on, from its beginning.
  func begin(_ label: String) {
    name = PlainText.line(label, limit: 60)
    byteCount = 0
  }

  func read(_ count: Int) {
    byteCount &+= count
    show("\(byteCount >> 20) MiB of \(name) read")
  }

  func stored(_ count: Int, of total: Int) { show("\(count) of \(total) measurements") }

  private func show(_ text: @autoclosure () -> String) {
    guard nextTime.isPast, isTerminal() else { return }
    nextTime = .now() + Self.pause
    isShown = true
    let leftOut = leftOutCount > 0 ? ", \(leftOutCount) left out" : ""
    write("\r\(text())\(leftOut)\u{1B}[K")
  }

  func clear() {
    guard isShown else { return }
    isShown = false
    write("\r\u{1B}[K")
  }
}

/// A source whose bytes are counted as they are read.
final class WatchedSource: ByteSource {
  private let source: any ByteSource
  private let progress: ImportProgress

  init(_ source: any ByteSource, _ progress: ImportProgress) {
    self.source = source
    self.progress = progress
  }

  func next() throws(ActivityFileError) -> [UInt8] {
    let piece = try source.next()
    progress.read(piece.count)
    return piece
  }
}
