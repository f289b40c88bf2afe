internal import Foundation

/// What a machine's sleep does to a program, without putting the machine to sleep: the program is
/// frozen, by the kernel's freezer, which sends no signal; and at the end the clock jumps, which is
/// what a timer that is cancelled by a change of the clock hears of.
package enum Sleep {
  /// What this cannot do without.
  package static let requirements: [Requirement] = [.root, .cgroups, .peer("python3")]

  /// Runs `body` while a process is frozen. After that the process goes on, and no clock was changed.
  package static func during(of process: Int32, _ body: () throws -> Void) throws {
    let group = try ControlGroup(of: process)
    try group.freeze()
    defer { group.thaw() }
    try body()
  }

  /// Sets the machine's clock a microsecond forward, and a microsecond back. adjtimex(2)
  package static func jolt() throws {
    // `struct timex` with ADJ_SETOFFSET and its `time`.
    let program = """
      import ctypes, struct, sys
      for seconds, microseconds in (0, 1), (-1, 999999):
          words = struct.pack("I4x4qi4x3q2q", 0x100, *[0] * 8, seconds, microseconds)
          if ctypes.CDLL(None).adjtimex(ctypes.create_string_buffer(words, 256)) < 0:
              sys.exit("the clock cannot be set")
      """
    let python = try RunningProgram(
      ["python3", "-c", program], environment: ["PATH": "/usr/bin:/bin"])
    guard python.ends(within: .seconds(20)), python.status() == 0 else {
      throw SleepError(reason: python.errorText())
    }
  }
}

/// What could not be done to a program or to the clock.
struct SleepError: Error {
  let reason: String
}

/// A control group of one process, which can be frozen; removed at the end.
private final class ControlGroup {
  /// Where the freezers are: of the first kind, and of the second beside or in place of it.
  private static let roots = [
    "/sys/fs/cgroup/freezer", "/sys/fs/cgroup/unified", "/sys/fs/cgroup",
  ]

  private let folder: String
  private let process: Int32
  /// The file to write to, and what freezes, thaws, and tells that all is frozen.
  private let control: (file: String, freeze: String, thaw: String, report: String, frozen: String)
  private let home: String

  static var root: String? { roots.first { access("\($0)/cgroup.procs", W_OK) == 0 } }

  init(of process: Int32) throws {
    guard let root = Self.root else { throw SleepError(reason: "no control groups") }
    self.process = process
    home = "\(root)/cgroup.procs"
    folder = "\(root)/units-\(process)"
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: false)
    control =
      access("\(folder)/freezer.state", W_OK) == 0
      ? ("freezer.state", "FROZEN", "THAWED", "freezer.state", "FROZEN")
      : ("cgroup.freeze", "1", "0", "cgroup.events", "frozen 1")
    try Self.write("\(process)", to: "\(folder)/cgroup.procs")
  }

  func freeze() throws {
    try Self.write(control.freeze, to: "\(folder)/\(control.file)")
    let isFrozen = eventually {
      FileManager.default.contents(atPath: "\(folder)/\(control.report)").map {
        String(decoding: $0, as: UTF8.self).contains(control.frozen)
      } ?? false
    }
    guard isFrozen else { throw SleepError(reason: "not frozen: \(process)") }
  }

  func thaw() {
    // A process that ended meanwhile has left the group by itself.
    try? Self.write(control.thaw, to: "\(folder)/\(control.file)")
    try? Self.write("\(process)", to: home)
    rmdir(folder)
  }

  private static func write(_ text: String, to path: String) throws {
    guard let file = FileHandle(forWritingAtPath: path) else {
      throw SleepError(reason: "cannot be written: \(path)")
    }
    try file.write(contentsOf: Data(text.utf8))
    try file.close()
  }
}

extension Requirement {
  /// Whether there are control groups that can freeze.
  static var canFreeze: Bool { ControlGroup.root != nil }
}
