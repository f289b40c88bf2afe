// dconf with a bus of its own.

internal import UnitsLinux

/// dconf in a private configuration directory, under a private session bus.
struct SettingsPeer {
  private let program: String
  let environment: [String]

  private static let key = "/dev/units/bench/system"

  /// Starts a bus and writes one key; nil where dconf or the bus is not installed.
  static func start(on bench: Workbench) throws -> SettingsPeer? {
    guard let program = Installed.path(of: "dconf"), let bus = Installed.path(of: "dbus-daemon")
    else { return nil }
    let home = bench.path("dconf")
    try Directory.create(home)
    var environment = [
      "HOME=\(home)", "XDG_CONFIG_HOME=\(home)", "XDG_RUNTIME_DIR=\(home)", "PATH=/usr/bin:/bin",
    ]
    let (near, far) = try UnixSocket.pair()
    let output = FileDescriptor(owning: near)
    let busOutput = FileDescriptor(owning: far)
    makeBlocking(near)
    let arguments = ["--session", "--nofork", "--print-address=1"]
    _ = try bench.start(
      ChildProcess.Command(path: bus, arguments: arguments, environment: environment),
      output: busOutput.number)
    var address: [UInt8] = []
    while address.last != UInt8(ascii: "\n") {
      guard try output.read(appendingTo: &address, limit: 1024) > 0 else {
        throw BenchFailure("dbus-daemon: told no address")
      }
    }
    environment.append(
      "DBUS_SESSION_BUS_ADDRESS=\(String(decoding: address.dropLast(), as: UTF8.self))")
    let peer = SettingsPeer(program: program, environment: environment)
    guard try ChildProcess.run(peer.write("'metric'")) == 0 else {
      throw BenchFailure("dconf write: no success")
    }
    return peer
  }

  var read: ChildProcess.Command { command(["read", Self.key]) }

  /// Tells every change in a line.
  var watch: ChildProcess.Command { command(["watch", "/dev/units/"]) }

  func write(_ value: String) -> ChildProcess.Command { command(["write", Self.key, value]) }

  private func command(_ arguments: [String]) -> ChildProcess.Command {
    ChildProcess.Command(path: program, arguments: arguments, environment: environment)
  }
}
