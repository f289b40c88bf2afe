// A million records cost no more than a thousand.

internal import Glibc
internal import UnitsJSON
internal import UnitsLinux
internal import UnitsProtocol

/// An import of a million records while another client sets, and today's summary among them beside
/// SQLite in C.
enum RecordsBenchmark {
  /// One a minute.
  private static let samples = SampleRecords(count: 1_000_000, perDay: 1_440)

  static func run(on bench: Workbench) throws -> [Row] {
    let daemon = try DaemonUnderTest.start(on: bench)
    return try importing(into: daemon, bench) + summing(daemon, bench)
  }

  // MARK: Importing

  private static func importing(
    into daemon: DaemonUnderTest, _ bench: Workbench
  ) throws -> [Row] {
    var caller = try Caller(to: daemon.socketPath)
    var alone = Samples()
    for round in 1...bench.rounds * 4 {
      let frame = set(round)
      try alone.measure { try caller.call(frame) }
    }
    let file = try samples.write(on: bench)
    let start = MonotonicTime.now()
    let process = try samples.startImport(of: file, into: daemon, on: bench)
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
    try SampleRecords.checkImport(status)
    let seconds = Double(MonotonicTime.now().nanoseconds - start.nanoseconds) / 1e9
    return [
      Row(
        "records imported a second, whole program",
        Quantity(value: Double(samples.count) / seconds, unit: .perSecond),
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
      type: SampleRecords.type, since: SampleRecords.text(of: SampleRecords.today),
      until: SampleRecords.text(of: SampleRecords.tomorrow)
    ).frame
    let (near, far) = try UnixSocket.pair()
    let stream = FileDescriptor(owning: near)
    let farStream = FileDescriptor(owning: far)
    makeBlocking(near)
    makeBlocking(far)
    try bench.start(
      .sum,
      [
        daemon.database, "\(SampleRecords.today)000000", "\(SampleRecords.tomorrow)000000",
      ], input: farStream.number, output: farStream.number)
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
        "Summary of today among \(samples.count) records, of 1,440", ours.median,
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
