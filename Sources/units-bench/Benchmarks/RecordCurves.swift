// How the records' costs grow with their number.

internal import Glibc
internal import UnitsLinux
internal import UnitsProtocol
internal import Varlink

/// A durable Add, the Summary of today and the first page of a month, by the records that are there.
enum RecordCurves {
  /// So that what is summed up and listed is equally much in all sizes.
  private static let perDay = 1_000
  private static let page = 256
  private static let fewest = 1_000

  private static let summary = RecordsSummary(
    type: SampleRecords.type, since: SampleRecords.text(of: SampleRecords.today),
    until: SampleRecords.text(of: SampleRecords.tomorrow))
  private static let list = RecordsList(
    type: SampleRecords.type,
    since: SampleRecords.text(of: SampleRecords.tomorrow - 30 * SampleRecords.day),
    until: SampleRecords.text(of: SampleRecords.tomorrow), limit: page)
  /// Its time is the present one.
  private static let addition = RecordsAdd(
    records: [WireNewRecord(type: SampleRecords.type, value: 5_000, source: "watch")])

  /// A daemon that has so many records.
  private final class Store {
    let size: Int
    private var caller: Caller
    private(set) var samples: [Samples]

    init(size: Int, caller: consuming Caller) {
      self.size = size
      self.caller = caller
      samples = []
    }

    /// Begins with what is to be measured next.
    func begin() { samples.append(Samples()) }

    func measure(_ frame: [UInt8]) throws {
      try samples[samples.count - 1].measure { try caller.call(frame) }
    }

    func response<Request: UnitsRequest>(to request: Request) throws -> Request.Response {
      let bytes = try caller.answer(to: request.frame)
      return try request.response(
        from: ReplyView(bytes.span.extracting(..<(bytes.count - 1))))
    }
  }

  static func run(on bench: Workbench) throws -> [Curve] {
    let stores = try sizes(upTo: bench.records).map { try store(of: $0, on: bench) }
    // Adding comes last: what was added would be summed up where today is that day.
    let frames = [summary.frame, list.frame, addition.frame]
    for frame in frames {
      for store in stores { store.begin() }
      for _ in 0..<bench.rounds {
        try bench.checkInterruption()
        for store in stores { try store.measure(frame) }
      }
    }
    bench.endProcesses()
    let subjects = [
      "Summary of today, which has \(perDay)", "a month's first page, of \(page)", "a durable Add",
    ]
    return subjects.enumerated().map { index, subject in
      var curve = Curve(subject: subject, unit: "records")
      curve.steps = stores.map { Curve.Step(size: $0.size, cost: $0.samples[index].median) }
      return curve
    }
  }

  private static func sizes(upTo largest: Int) -> [Int] {
    var sizes = [fewest]
    while let last = sizes.last, last * 10 <= largest { sizes.append(last * 10) }
    return sizes
  }

  private static func store(of size: Int, on bench: Workbench) throws -> Store {
    let daemon = try DaemonUnderTest.start(on: bench)
    try SampleRecords(count: size, perDay: perDay).import(into: daemon, on: bench)
    let store = Store(size: size, caller: try Caller(to: daemon.socketPath))
    // What is measured is what was meant; and the pages that it needs are in memory.
    let summed = try store.response(to: summary).count
    let listed = try store.response(to: list).records.count
    guard summed == perDay, listed == page else {
      throw BenchFailure("records: \(summed) of today, a page of \(listed)")
    }
    _ = try store.response(to: addition)
    return store
  }
}
