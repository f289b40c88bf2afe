// What happened, a line a step.

/// The lines of a simulation; kept only where somebody reads them.
package final class Trace {
  package enum Mode: Sendable {
    case silent
    case kept
    /// Given out at once: the last line before a crash is there.
    case printed
  }

  let isKept: Bool
  private let isPrinted: Bool
  package private(set) var lines: [String] = []

  package init(_ mode: Mode) {
    isKept = mode != .silent
    isPrinted = mode == .printed
  }

  func add(_ time: Int64, _ who: String, _ text: String) {
    let micros = String(time / 1000)
    let padding = String(repeating: " ", count: max(0, 10 - micros.utf8.count))
    let line = "\(padding)\(micros) \(who): \(text)"
    if isPrinted { print(line) } else { lines.append(line) }
  }
}
