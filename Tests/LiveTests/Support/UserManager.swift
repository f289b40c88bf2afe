import Foundation
import Testing

/// A real `systemd --user` in a sandbox, with a control group of its own. It needs no booted
/// systemd, but root to prepare it.
final class UserManager {
  static let program = "/usr/lib/systemd/systemd"
  static let units = [
    "unitsd.socket", "unitsd-readonly.socket", "unitsd.service", "units-import.path",
    "units-import.service",
  ]

  private let home: Sandbox
  private let manager: Child
  private let controlGroup: String
  private let madeBootMark: Bool

  /// The folder whose presence means that systemd runs here, to systemd's own programs.
  private static let bootMark = "/run/systemd/system"

  /// Starts the manager for the home's owner and waits until it answers.
  init(in home: Sandbox) throws {
    self.home = home
    madeBootMark = access(Self.bootMark, F_OK) != 0
    try FileManager.default.createDirectory(
      atPath: Self.bootMark, withIntermediateDirectories: true)
    controlGroup = URL(filePath: home.root).lastPathComponent
    let script = #"""
      for root in /sys/fs/cgroup/systemd /sys/fs/cgroup/unified /sys/fs/cgroup; do
        [ -e "$root/cgroup.procs" ] || continue
        mkdir "$root/$1" && chown -R "$2" "$root/$1" && echo $$ >"$root/$1/cgroup.procs"
      done
      shift 2
      exec "$@"
      """#
    manager = Child(
      "/bin/sh",
      ["-c", script, "sh", controlGroup, String(home.owner.identifier)] + home.owner.prefix
        + [Self.program, "--user"], environment: home.environment)
    let answers = Deadline.poll { systemctl("show-environment").status == 0 }
    try #require(answers, "systemd --user: \(manager.errorText)")
  }

  deinit {
    _ = systemctl(
      "stop", "units-import.path", "units-import.service", "unitsd.socket", "unitsd.service")
    _ = manager.end()
    for root in ["systemd/", "unified/", ""] {
      // Only empty folders can be removed, the innermost first.
      _ = Child.run(
        "/usr/bin/find",
        [
          "/sys/fs/cgroup/\(root)\(controlGroup)", "-depth", "-type", "d", "-exec", "rmdir", "{}",
          ";",
        ],
        environment: Sandbox.bareEnvironment)
    }
    if madeBootMark { rmdir(Self.bootMark) }
  }

  /// A home with programs and units installed, and a manager that listens on the sockets. `dropIn` is
  /// added to `service`. Nil, and said so, where something is missing.
  static func start(
    _ owner: Sandbox.Owner, dropIn: String? = nil, of service: String = "unitsd.service"
  ) throws -> (Sandbox, UserManager)? {
    guard
      Requirement.areMet(
        .program(.unitsd), .program(.unitsctl), .program(.unitsbar), .root, .file(program),
        .peer("systemctl"), .peer("setpriv"))
    else { return nil }
    let home = Sandbox(language: "en_US.UTF-8", owner: owner)
    try home.mountDisk(at: home.runtime, options: "size=16m,mode=700")
    try home.installPrograms()
    for unit in units {
      try home.install(
        "\(packageRoot)/systemd/\(unit)", as: ".config/systemd/user/\(unit)", mode: "644")
    }
    if let dropIn {
      let file = "\(home.root)/drop-in"
      try dropIn.write(toFile: file, atomically: true, encoding: .utf8)
      let place = ".config/systemd/user/\(service).d/test.conf"
      try home.install(file, as: place, mode: "644")
    }
    let manager = try UserManager(in: home)
    let enabled = manager.systemctl("enable", "--now", "unitsd.socket")
    try #require(enabled.status == 0, "\(enabled)")
    return (home, manager)
  }

  /// The service's process.
  var daemon: pid_t { pid_t(property("MainPID", of: "unitsd.service")) ?? 0 }

  @discardableResult
  func systemctl(_ arguments: String...) -> Child.Outcome {
    home.finish("/usr/bin/systemctl", ["--user"] + arguments)
  }

  /// What the manager says of a unit.
  func property(_ name: String, of unit: String) -> String {
    systemctl("show", "--property", name, "--value", unit).output
      .trimmingCharacters(in: .newlines)
  }
}
