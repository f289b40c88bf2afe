// What the service manager says of the units, where no daemon answers.

internal import UnitsLinux
internal import UnitsPrograms

extension Doctor {
  /// Units that have failed: from then on nothing starts the daemon, and the files are used directly.
  func failedUnits() -> [Finding] {
    guard daemon == nil, hasSystemd, environment["XDG_RUNTIME_DIR"] != nil else { return [] }
    return Self.unitStates().compactMap { state in
      guard state["ActiveState"] == "failed", let unit = state["Id"] else { return nil }
      return .problem(
        "unit", "\(unit) failed: \(Self.reason(state))",
        mend: """
          see why: systemctl --user status \(unit); then: systemctl --user reset-failed \
          \(Self.units.joined(separator: " ")); systemctl --user start unitsd.socket
          """)
    }
  }

  private static let units = ["unitsd.service", "unitsd.socket"]

  /// Longer than a manager that is well takes to answer.
  private static let patience = 2

  /// The properties of each unit; none where the manager does not say them. systemctl(1)
  private static func unitStates() -> [[String: String]] {
    let command = """
      exec timeout \(patience) systemctl --user show \
      --property=Id,ActiveState,Result,ExecMainStatus \(units.joined(separator: " ")) 2>/dev/null
      """
    var bytes: [UInt8] = []
    do throws(SystemError) {
      let program = try ChildProgram(command: command)
      while try readBytes(program.output, appendingTo: &bytes, limit: 4096) > 0 {}
      _ = ChildProgram.wait(for: program.process)
    } catch {
      return []
    }
    // A block of lines for each unit.
    var states: [[String: String]] = [[:]]
    for line in String(decoding: bytes, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    {
      guard let sign = line.firstIndex(of: "=") else {
        states.append([:])
        continue
      }
      states[states.count - 1][String(line[..<sign])] = String(line[line.index(after: sign)...])
    }
    return states
  }

  /// What a failed unit's result means. systemd.service(5), systemd.exec(5)
  private static func reason(_ state: [String: String]) -> String {
    let result = state["Result"] ?? "unknown"
    let status = state["ExecMainStatus"].flatMap { Int($0) } ?? 0
    switch (result, status) {
    case ("exit-code", 203), ("start-limit-hit", 203): return "its program cannot be run (203)"
    case ("exit-code", _): return "its program ended with status \(status)"
    case ("service-start-limit-hit", _): return "its service failed again and again"
    case ("trigger-limit-hit", _): return "its service was started again and again"
    case ("start-limit-hit", 1...):
      return "it was started again and again, and its program ended with status \(status)"
    default: return result
    }
  }
}
