import Foundation
import Testing

/// What strace saw of a program: its system calls in the order in which they ended.
///
/// strace splits a call that another thread's interrupts into two lines; here they are one again, at
/// the place of the second. Descriptors come with their paths (`-y`).
struct SystemCallTrace {
  struct Call {
    let name: String
    /// The arguments, as strace writes them.
    let arguments: String
    let succeeded: Bool
  }

  let calls: [Call]

  /// The options with which strace writes to `file` what can be read here.
  static func options(file: String) -> [String] {
    let names = "fsync,fdatasync,rename,renameat,renameat2,mkdir,mkdirat,sendto,sendmsg,write"
    return ["-f", "-y", "-s", "400", "-e", "trace=\(names)", "-o", file]
  }

  init(file: String) throws {
    var begun: [Substring: Substring] = [:]
    var calls: [Call] = []
    for line in try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n") {
      let thread = line.prefix { $0 != " " }
      var text = line.dropFirst(thread.count).drop { $0 == " " }
      if text.hasSuffix("<unfinished ...>") {
        begun[thread] = text.dropLast("<unfinished ...>".count)
        continue
      }
      if text.hasPrefix("<... "), let end = text.range(of: "resumed>") {
        text = (begun.removeValue(forKey: thread) ?? "") + text[end.upperBound...]
      }
      guard let open = text.firstIndex(of: "("),
        let result = text.range(of: " = ", options: .backwards)
      else { continue }
      calls.append(
        Call(
          name: String(text[..<open]), arguments: String(text[open..<result.lowerBound]),
          succeeded: !text[result.upperBound...].hasPrefix("-1")))
    }
    self.calls = calls
  }

  /// The place of the first successful call from `start` on whose name is one of these and whose
  /// arguments hold `text`.
  func index(of names: String..., holding text: String, from start: Int = 0) -> Int? {
    calls.indices.dropFirst(start).first {
      names.contains(calls[$0].name) && calls[$0].succeeded && calls[$0].arguments.contains(text)
    }
  }

  /// How often a successful call with this name holds `text`.
  func count(of name: String, holding text: String) -> Int {
    calls.count { $0.name == name && $0.succeeded && $0.arguments.contains(text) }
  }
}
