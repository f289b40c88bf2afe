// redis on a Unix socket of its own.

internal import UnitsLinux

/// A redis server that holds one value in memory.
struct RedisPeer {
  let process: ChildProcess
  let socketPath: String
  private let client: String

  private static let key = "dev.units.system"

  /// One GET as it goes over the wire, and the end of what comes back.
  static let frame = Array("*2\r\n$3\r\nGET\r\n$\(key.utf8.count)\r\n\(key)\r\n".utf8)
  static let terminator = UInt8(ascii: "\n")

  /// Starts a server and stores the value; nil where redis is not installed.
  static func start(on bench: Workbench) throws -> RedisPeer? {
    guard let server = Installed.path(of: "redis-server"),
      let client = Installed.path(of: "redis-cli")
    else { return nil }
    let directory = bench.path("redis")
    try Directory.create(directory)
    let socketPath = "\(directory)/redis.sock"
    let process = try bench.start(
      ChildProcess.Command(
        path: server,
        arguments: [
          "--port", "0", "--unixsocket", socketPath, "--save", "", "--dir", directory,
        ], environment: ["PATH=/usr/bin:/bin"]))
    let redis = RedisPeer(process: process, socketPath: socketPath, client: client)
    _ = try Caller(to: redis.socketPath)
    guard try ChildProcess.run(redis.command(["set", key, "metric"])) == 0 else {
      throw BenchFailure("redis-cli set: no success")
    }
    return redis
  }

  var read: ChildProcess.Command { command(["get", Self.key]) }

  private func command(_ arguments: [String]) -> ChildProcess.Command {
    ChildProcess.Command(
      path: client, arguments: ["-s", socketPath] + arguments, environment: ["PATH=/usr/bin:/bin"])
  }
}
