// Which processors do the work.

internal import UnitsLinux

/// Where a client and its server run. Left to itself the scheduler puts them on one processor in one
/// run and on two in the next, and a wake-up from another processor costs a virtual machine more
/// than the whole call: which it was would decide the ratio.
enum Placement {
  /// Both on the first processor.
  case together
  /// The client on the first, the server on the second.
  case apart

  var text: String {
    switch self {
    case .together: "on one CPU"
    case .apart: "on two CPUs"
    }
  }

  /// Places this process and the servers. taskset(1)
  func apply(to servers: [ChildProcess]) throws {
    try Self.place(Process.identifier, on: "0")
    for server in servers { try Self.place(server.identifier, on: self == .apart ? "1" : "0") }
  }

  /// Lets this process run everywhere again.
  static func release() throws {
    try place(Process.identifier, on: "0-4095")
  }

  private static func place(_ process: Int32, on processors: String) throws {
    guard let taskset = Installed.path(of: "taskset") else {
      throw BenchFailure("taskset: not installed")
    }
    let command = ChildProcess.Command(
      path: taskset, arguments: ["-acp", processors, "\(process)"], environment: [])
    guard try ChildProcess.run(command) == 0 else {
      throw BenchFailure("a processor to run on is missing: \(processors)")
    }
  }
}
