import Foundation
import Testing
import UnitsJSON
import UnitsLinux

extension Session {
  /// The same directories with other variables.
  func with(_ variables: [String: String]) -> Session { Session(variables, sharing: self) }

  /// The unit files as `install.sh` leaves them, and a systemctl that is never run.
  func installUnits(at configuration: String? = nil) throws {
    let folder = "\(configuration ?? "\(root)/home/.config")/systemd/user"
    try FileManager.default.createDirectory(
      atPath: "\(folder)/sockets.target.wants", withIntermediateDirectories: true)
    for file in ["unitsd.socket", "unitsd.service", "sockets.target.wants/unitsd.socket"] {
      try "".write(toFile: "\(folder)/\(file)", atomically: false, encoding: .utf8)
    }
    try install("home/.local/bin/unitsd")
    try installSystemctl()
  }

  /// By it is seen that a machine has systemd.
  func installSystemctl() throws { try install("bin/systemctl") }

  private func install(_ program: String) throws {
    let path = "\(root)/\(program)"
    try FileManager.default.createDirectory(
      atPath: URL(filePath: path).deletingLastPathComponent().path,
      withIntermediateDirectories: true)
    try "".write(toFile: path, atomically: false, encoding: .utf8)
    chmod(path, 0o755)
  }

  /// The doctor's line about a part, the worst there is.
  func finding(_ subject: String, _ options: String...) -> String? {
    let lines = run(["doctor"] + options).output.split(separator: "\n").map(String.init)
    let own = lines.filter { $0.split(separator: "\t").dropFirst().first == subject[...] }
    return own.first { $0.hasPrefix("problem") } ?? own.first
  }

  /// The doctor has this problem to tell, and ends with 1.
  func expectProblem(
    _ subject: String, _ text: String, exactly: Bool = true, mend: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let outcome = run("doctor")
    #expect(outcome.status == 1, sourceLocation: sourceLocation)
    let isFound = outcome.output.split(separator: "\n").contains { line in
      let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard cells.count == 4, cells[0] == "problem", cells[1] == subject, cells[3] == mend else {
        return false
      }
      return exactly ? cells[2] == text : cells[2].hasPrefix(text.prefix { $0 != ":" })
    }
    #expect(isFound, "\(outcome.output)", sourceLocation: sourceLocation)
  }

  /// Does in a shell what the doctor says.
  func apply(_ command: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let shell = Foundation.Process()
    shell.executableURL = URL(filePath: "/bin/sh")
    shell.arguments = ["-c", command]
    shell.environment = [
      "HOME": "\(root)/home", "XDG_RUNTIME_DIR": "\(root)/run",
      "PATH": "/usr/sbin:/usr/bin:/sbin:/bin",
    ]
    try shell.run()
    shell.waitUntilExit()
    #expect(shell.terminationStatus == 0, "\(command)", sourceLocation: sourceLocation)
  }
}

extension JSONValue {
  var arrayElements: [JSONValue] {
    if case .array(let elements) = self { return elements }
    return []
  }
}

/// Something that listens as a daemon does, and gives one reply to every call, or none.
final class AnsweringDaemon {
  private var thread: WorkerThread?
  private let end: HandOverQueue<Void>

  init(_ session: Session, reply: JSONObject?) throws {
    let directory = "\(session.root)/run/units"
    try Directory.secureForSocket(directory)
    let path = "\(directory)/unitsd.sock"
    unlink(path)
    let listener = try UnixSocket.listen(at: path).release()
    let end = try HandOverQueue<Void>()
    self.end = end
    let text = reply.map { Array("\($0)\0".utf8) }
    thread = try WorkerThread(name: "daemon") {
      let socket = FileDescriptor(owning: listener)
      var connections: [CInt] = []
      while end.take().isEmpty {
        let soon = MonotonicTime.now() + .milliseconds(5)
        guard
          let ready = try? UnixSocket.wait(for: .readable, on: socket.number, until: soon),
          ready == .ready, let connection = try? UnixSocket.accept(from: socket.number)
        else { continue }
        connections.append(connection.release())
        guard let text, let last = connections.last else { continue }
        // One call is all that is asked here, and its reply fits into the socket.
        let later = MonotonicTime.now() + .seconds(10)
        _ = try? UnixSocket.wait(for: .readable, on: last, until: later)
        _ = try? UnixSocket.send(text, from: 0, to: last)
      }
      for connection in connections { close(connection) }
    }
  }

  func stop() {
    end.push(())
    if let thread = thread.take() { thread.join() }
  }
}

extension JSONObject {
  /// What a daemon says of itself.
  init(parsingStatus facts: [String: Any]) throws {
    let text = """
      {"parameters":{"version":"\(facts["version"] ?? "")","pid":\(facts["pid"] ?? 0),"uptime":1.0,\
      "socket":"/s","config_directory":"\(facts["config"] ?? "")",\
      "data_directory":"\(facts["data"] ?? "")","epoch":"0","connections":1,"subscribers":0,\
      "groups":[],"counters":{"calls":0,"commits":0,"changes":0,"foreign_changes":0,"records":0,\
      "violations":0,"refused":0}}}
      """
    self = try JSONValue(parsing: text).objectValue ?? [:]
  }
}
