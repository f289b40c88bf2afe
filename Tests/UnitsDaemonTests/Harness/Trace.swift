import Foundation

/// The system calls of a daemon that matter for durability, as strace(1) saw them.
struct Trace {
  enum Step: Equatable, CustomStringConvertible {
    case synchronize(String)
    case rename(to: String)
    case makeDirectory(String)
    case reply(String)

    var description: String {
      switch self {
      case .synchronize(let path): "fsync \(path)"
      case .rename(let path): "rename \(path)"
      case .makeDirectory(let path): "mkdir \(path)"
      case .reply(let text): "reply \(text)"
      }
    }
  }

  static let launcher: [String]? = Program.path(of: "strace").map { strace in
    [
      strace, "-f", "-qq", "-y", "-s", "4096", "-e", "signal=none", "-e",
      "trace=fsync,fdatasync,rename,renameat,renameat2,mkdir,mkdirat,sendto,sendmsg,write",
    ]
  }

  let steps: [Step]

  /// Reads what strace wrote to a file. Paths lose the folder's own.
  init(of file: String, in folder: TestFolder) throws {
    let text = try String(contentsOfFile: file, encoding: .utf8)
    var steps: [Step] = []
    var unfinished: [Substring: Substring] = [:]
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
      guard parts.count == 2 else { continue }
      let (thread, call) = (parts[0], parts[1].drop { $0 == " " })
      // A call is done when it returns, which may be on a later line.
      if call.hasSuffix("<unfinished ...>") {
        unfinished[thread] = call
        continue
      }
      let whole = call.hasPrefix("<...") ? unfinished.removeValue(forKey: thread) ?? call : call
      if let step = Self.step(whole) { steps.append(step) }
    }
    let prefix = folder.path + "/"
    self.steps = steps.map { step in
      switch step {
      case .synchronize(let path): .synchronize(path.replacingOccurrences(of: prefix, with: ""))
      case .makeDirectory(let path): .makeDirectory(path.replacingOccurrences(of: prefix, with: ""))
      default: step
      }
    }
  }

  private static func step(_ call: Substring) -> Step? {
    let name = call.prefix { $0 != "(" }
    switch name {
    case "fsync", "fdatasync":
      guard let path = call.split(separator: "<").dropFirst().first?.prefix(while: { $0 != ">" })
      else { return nil }
      return .synchronize(String(path))
    case "rename", "renameat", "renameat2":
      return strings(call).last.map { .rename(to: $0) }
    case "mkdir", "mkdirat":
      return strings(call).last.map { .makeDirectory($0) }
    case "sendto", "sendmsg", "write":
      guard call.contains("<UNIX") || call.contains("<socket:"),
        let start = call.range(of: "{\\\"parameters")
      else { return nil }
      let text = call[start.lowerBound...].replacingOccurrences(of: "\\\"", with: "\"")
      return .reply(String(text.prefix { $0 != "\\" }))
    default:
      return nil
    }
  }

  private static func strings(_ call: Substring) -> [String] {
    let parts = call.split(separator: "\"", omittingEmptySubsequences: false)
    return parts.indices.filter { !$0.isMultiple(of: 2) }.map { String(parts[$0]) }
  }
}
