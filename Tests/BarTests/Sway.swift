import Foundation
import TestSupport
import Testing

/// A sway whose output is a window of X11: without an input device of its own it takes the clicks and
/// keys of that window. It refuses to run as root, so as root it and its programs are somebody else's.
struct Sway {
  static let programs: [Requirement] =
    [.peer("sway"), .peer("dbus-run-session")] + Screen.programs

  /// In front of a command, to run it as somebody else.
  private static let asNobody =
    geteuid() == 0 ? "setpriv --reuid=65534 --regid=65534 --clear-groups " : ""

  let home: Home
  let screen: Screen
  private let program: RunningProgram

  /// Starts it in a home, which becomes its user's with everything in it, once it was prepared.
  init(
    _ home: Home, _ configuration: String = "", prepare: (Home) throws -> Void = { _ in }
  ) throws {
    self.home = home
    _ = try home.write(
      "sway.conf", "output X11-1 resolution 600x120 position 0 0\n\(configuration)\n")
    if geteuid() == 0 {
      let owner = try home.shell("chown -R 65534:65534 \(home.path)")
      #expect(owner.ends(within: .seconds(60)))
    }
    try prepare(home)
    screen = try Screen()
    home.environment["DISPLAY"] = screen.display
    for (name, value) in [
      ("WLR_BACKENDS", "x11"), ("WLR_RENDERER", "pixman"), ("WLR_LIBINPUT_NO_DEVICES", "1"),
    ] { home.environment[name] = value }
    program = try Self.start(
      "dbus-run-session -- sway -c \(home.path)/sway.conf >\(home.path)/log 2>&1", home)
  }

  func end() { program.signal(SIGTERM) }

  /// Starts a command of its user.
  static func start(_ command: String, _ home: Home) throws -> RunningProgram {
    try home.shell("exec \(asNobody)\(command)")
  }

  /// Runs a command of its user to its end.
  static func run(_ command: String, _ home: Home) throws {
    let program = try start(command, home)
    #expect(program.ends(within: .seconds(60)))
    #expect(program.status() == 0, "\(command): \(program.errorText())")
  }
}
