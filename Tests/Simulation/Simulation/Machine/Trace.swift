// What happened, a line a step.

/// The lines of a simulation; kept only where somebody reads them.
package final class Trace {
  package enum Mode: Sendable {
    case silent
    case kept
  }

  let isKept: Bool
  package private(set) var lines: [String] = []

  package init(_ mode: Mode) { isKept = mode == .kept }

  func add(_ time: Int64, _ who: String, _ text: String) {
    let micros = String(time / 1000)
    let padding = String(repeating: " ", count: max(0, 10 - micros.utf8.count))
    lines.append("\(padding)\(micros) \(who): \(text)")
  }
}
