// A line on a terminal that says how far something is.

internal import UnitsLinux

/// Says how far long work is, and is gone in the end. Where nobody looks it says nothing.
package final class ProgressLine {
  private let noun: String
  /// How many there will be; nil while nobody knows.
  package var total: Int?
  private let isTerminal: () -> Bool
  private let write: (String) -> Void
  private var nextTime = MonotonicTime.now()
  private var isShown = false

  /// Fewer are there before anybody has read the line.
  private static let least = 5_000

  /// More often than this nobody can read it.
  private static let pause: Duration = .milliseconds(100)

  /// `noun` is what is counted: `records`. Whether there is a terminal is asked when there is
  /// something to say.
  package init(
    noun: String, total: Int? = nil, isTerminal: @escaping () -> Bool,
    write: @escaping (String) -> Void
  ) {
    self.noun = noun
    self.total = total
    self.isTerminal = isTerminal
    self.write = write
  }

  package func show(_ count: Int) {
    guard total ?? count >= Self.least, nextTime.isPast, isTerminal() else { return }
    nextTime = .now() + Self.pause
    isShown = true
    write("\r\(count)" + (total.map { " of \($0)" } ?? "") + " \(noun)")
  }

  package func clear() {
    guard isShown else { return }
    isShown = false
    write("\r\u{1B}[K")
  }
}
