// A million records cost no more than a thousand.

internal import Glibc
internal import Units
internal import UnitsJSON
internal import UnitsLinux
internal import UnitsProtocol

/// An import of a million records while another client sets, and today's summary among them beside
/// SQLite in C.
enum RecordsBenchmark {
  private static let count = 1_000_000
  /// One a minute: today has 1,440.
  private static let secondsApart: Int64 = 60
  private static let today: Int64 = 1_795_996_800
  private static let tomorrow = today + 86_400

  static func run(on bench: Workbench) throws -> [Row] {
    let daemon = try DaemonUnderTest.start(on: bench)
    let file = bench.path("records.jsonl")
    try write(file)
    return try importing(file, daemon, bench) + summing(daemon, bench)
  }

  /// An exchange file whose last record is today's last.
  private static func write(_ path: String) throws {
    let file = try openFile(path, flags: O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
    var text: [UInt8] = []
    for number in 0..<count {
      let seconds = tomorrow - secondsApart * Int64(count - number)
      let time = RFC3339.format(Instant(seconds: seconds) ?? .latest)
      let prefix = hexadecimal(seconds * 1000, digits: 12)
      text +=
        """
        {"id":"\(prefix.prefix(8))-\(prefix.suffix(4))-7000-8000-\(hexadecimal(Int64(number), digits: 12))",\
        "type":"distance","value":\(number % 9_000 + 1).5,"time":"\(time)","source":"watch"}

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

  // MARK: Importing

  private static func importing(
    _ file: String, _ daemon: DaemonUnderTest, _ bench: Workbench
  ) throws -> [Row] {
    var caller = try Caller(to: daemon.socketPath)
    var alone = Samples()
    for round in 1...bench.rounds * 4 {
      let frame = set(round)
      try alone.measure { try caller.call(frame) }
    }
    let start = MonotonicTime.now()
    let process = try bench.start(
      ChildProcess.Command(
        path: bench.programs.control, arguments: ["records", "import", file],
        environment: daemon.environment))
    var beside = Samples()
    var status: CInt?
    while status == nil {
      try bench.checkInterruption()
      for round in 1...20 {
        let frame = set(round)
        try beside.measure { try caller.call(frame) }
      }
      status = process.statusIfEnded()
    }
    guard status == 0 else { throw BenchFailure("records import: exit \(status ?? -1)") }
    let seconds = Double(MonotonicTime.now().nanoseconds - start.nanoseconds) / 1e9
    return [
      Row(
        "records imported a second, whole program",
        Quantity(value: Double(count) / seconds, unit: .perSecond),
        aim: .figureAtLeast(Quantity(value: 100_000, unit: .perSecond))),
      Row(
        "durable Set while records are imported", beside.median, beside: "alone", alone.median,
        aim: .ratioAtMost(1.5)),
      Row(
        "the same, 99th percentile", beside.percentile(99), beside: "alone", alone.percentile(99),
        aim: .none),
    ]
  }

  private static func set(_ round: Int) -> [UInt8] {
    PreferencesSet(values: ["bench.value": .integer(1_000_000 + round)]).frame
  }

  // MARK: Summing

  private static func summing(_ daemon: DaemonUnderTest, _ bench: Workbench) throws -> [Row] {
    var caller = try Caller(to: daemon.socketPath)
    let frame = RecordsSummary(
      type: "distance", since: RFC3339.format(Instant(seconds: today) ?? .latest),
      until: RFC3339.format(Instant(seconds: tomorrow) ?? .latest)
    ).frame
    let (near, far) = try UnixSocket.pair()
    let stream = FileDescriptor(owning: near)
    let farStream = FileDescriptor(owning: far)
    makeBlocking(near)
    makeBlocking(far)
    try bench.start(
      .sum, [daemon.database, "\(today)000000", "\(tomorrow)000000"], input: farStream.number,
      output: farStream.number)
    var ours = Samples()
    var theirs = Samples()
    for _ in 1...bench.rounds * 4 {
      try bench.checkInterruption()
      try ours.measure { try caller.call(frame) }
      theirs.append(try elapsed(stream))
    }
    _ = try caller.answer(to: frame)
    return [
      Row(
        "Summary of today among \(count) records, of 1,440", ours.median,
        beside: "the statements in C", theirs.median,
        aim: .figureAtMost(Quantity(value: 1e6, unit: .nanoseconds)))
    ]
  }

  /// Has the C program sum up once, and returns the nanoseconds that it took.
  private static func elapsed(_ stream: borrowing FileDescriptor) throws -> Int64 {
    try stream.writeAll([1])
    var bytes: [UInt8] = []
    while bytes.count < MemoryLayout<Int64>.size {
      let missing = MemoryLayout<Int64>.size - bytes.count
      guard try readBytes(stream.number, appendingTo: &bytes, limit: missing) > 0 else {
        throw BenchFailure("sum: ended")
      }
    }
    return bytes.reversed().reduce(0) { $0 << 8 | Int64($1) }
  }
}
