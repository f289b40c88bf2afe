internal import Units
internal import UnitsClient
internal import UnitsCommandLine
internal import UnitsLinux
internal import UnitsPrograms

extension PickMenu {
  private static let title = "unit system"

  /// The command of the shell, with the line of the present choice, from zero.
  func command(present: Int) -> String {
    switch self {
    case .rofi:
      "exec rofi -dmenu -i -l 2 -no-custom -p '\(Self.title)' -selected-row \(present) -a \(present)"
    case .dmenu: "exec dmenu -i -p '\(Self.title)'"
    case .fuzzel:
      "exec fuzzel --dmenu --lines 2 --log-level=warning --prompt '\(Self.title): '"
    // Without a cache it does not put in front what was chosen before.
    case .wofi:
      "exec wofi --dmenu --insensitive --cache-file /dev/null --prompt '\(Self.title)'"
    }
  }

  /// What the shell says of a program that is not there. sh(1)
  private static let notFound: Int32 = 127
  private static let notExecutable: Int32 = 126

  /// Has the menu shown; nil if it was left without a choice.
  func choose(present: UnitSystem) throws(ControlFailure) -> UnitSystem? {
    let systems = UnitSystem.allCases
    let lines = systems.map { system in
      system.rawValue + (system == present ? " (now)\n" : "\n")
    }
    var output: [UInt8] = []
    let status: Int32
    do throws(SystemError) {
      let program = try ChildProgram(
        command: command(present: systems.firstIndex(of: present) ?? 0), lines: lines.joined())
      while try readBytes(program.output, appendingTo: &output, limit: 4096) > 0 {}
      status = ChildProgram.wait(for: program.process)
    } catch {
      throw ControlFailure(ClientError.system(error))
    }
    if status == Self.notFound || status == Self.notExecutable {
      throw ControlFailure(
        .unavailable, "no such program: \(rawValue)",
        hint: "menus: \(PickMenu.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    let text = String(decoding: output, as: UTF8.self)
    let word = text.prefix { !$0.isWhitespace }
    if word.isEmpty { return nil }
    guard let system = UnitSystem(rawValue: String(word)) else {
      throw ControlFailure(
        .badData, "not a unit system: \(word)",
        hint: "allowed: \(systems.map(\.rawValue).joined(separator: ", "))")
    }
    return system
  }
}
