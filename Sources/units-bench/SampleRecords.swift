// Records to be measured with.

internal import Glibc
internal import Units
internal import UnitsLinux

/// Distances that end with a certain day and are equally far apart, as many a day as is wished.
struct SampleRecords {
  let count: Int
  /// How many the last day has, if there are as many.
  let perDay: Int

  static let type = "distance"
  /// The last day's beginning and end, in seconds since 1970.
  static let today: Int64 = 1_795_996_800
  static let tomorrow = today + day
  static let day: Int64 = 86_400

  /// A moment, of seconds since 1970, as it is sent.
  static func text(of seconds: Int64) -> String {
    RFC3339.format(Instant(seconds: seconds) ?? .latest)
  }

  /// Makes an exchange file of them, in the order of time, and returns its path.
  func write(on bench: Workbench) throws -> String {
    let path = bench.path("records.jsonl")
    try write(path)
    return path
  }

  /// Has a daemon's user import the file, and returns the process that does.
  func startImport(
    of file: String, into daemon: DaemonUnderTest, on bench: Workbench
  ) throws -> ChildProcess {
    try bench.start(
      ChildProcess.Command(
        path: bench.programs.control, arguments: ["records", "import", file],
        environment: daemon.environment))
  }

  /// Imports them; nothing is left of the file.
  func `import`(into daemon: DaemonUnderTest, on bench: Workbench) throws {
    let file = try write(on: bench)
    let process = try startImport(of: file, into: daemon, on: bench)
    var status: CInt?
    while status == nil {
      try bench.checkInterruption()
      MonotonicTime.sleep(until: .now() + .milliseconds(10))
      status = process.statusIfEnded()
    }
    try Self.checkImport(status)
    try bench.remove(file)
  }

  static func checkImport(_ status: CInt?) throws {
    guard status == 0 else { throw BenchFailure("records import: exit \(status ?? -1)") }
  }

  private func write(_ path: String) throws {
    let file = try openFile(path, flags: O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
    let microsecondsApart = Self.day * 1_000_000 / Int64(perDay)
    var text: [UInt8] = []
    for number in 0..<count {
      let moment = Self.tomorrow * 1_000_000 - microsecondsApart * Int64(count - number)
      let time = RFC3339.format(Instant(microseconds: moment) ?? .latest)
      let prefix = Self.hexadecimal(moment / 1000, digits: 12)
      let suffix = Self.hexadecimal(Int64(number), digits: 12)
      text +=
        """
        {"id":"\(prefix.prefix(8))-\(prefix.suffix(4))-7000-8000-\(suffix)",\
        "type":"\(Self.type)","value":\(number % 9_000 + 1).5,"time":"\(time)","source":"watch"}

        """.utf8
      if text.count > 1 << 20 {
        try file.writeAll(text, path: path)
        text.removeAll(keepingCapacity: true)
      }
    }
    try file.writeAll(text, path: path)
  }

  private static func hexadecimal(_ number: Int64, digits: Int) -> String {
    let text = String(number, radix: 16)
    return String(repeating: "0", count: digits - text.utf8.count) + text
  }
}
