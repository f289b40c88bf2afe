// The benchmarks by name.

/// One benchmark: a file in `Benchmarks`, and one row or more of the table.
enum Benchmark: String, CaseIterable {
  case processes
  case get
  case set
  case writers
  case connections
  case tail
  case keys
  case subscribers
  case watch
  case records
  case memory
  case sizes
  case idle

  var subject: String {
    switch self {
    case .processes: "whole processes beside an empty C program and the peers"
    case .get: "a Get and its reply in one connection beside a bare echo in C"
    case .set: "a durable Set beside write, fsync, rename and fsync in C"
    case .writers: "commits a second of 64 writers beside one"
    case .connections: "Gets a second over 64 connections beside a bare echo in C"
    case .tail: "the slowest Gets while 64 writers commit"
    case .keys: "a Set into 10,000 keys beside one into 1"
    case .subscribers: "a change told to 1 and to 500 subscribers beside C"
    case .watch: "from a change to another process's line"
    case .records: "an import of a million records, and today's summary among them"
    case .memory: "the daemon's resident memory"
    case .sizes: "the sizes of the programs"
    case .idle: "the idle daemon's wake-ups in 60 seconds (takes as long)"
    }
  }

  /// Whether it is run unless it is asked for.
  var isQuick: Bool { self != .idle }

  func run(on bench: Workbench) throws -> [Row] {
    switch self {
    case .processes: try ProcessBenchmark.run(on: bench)
    case .get: try GetBenchmark.run(on: bench)
    case .set: try SetBenchmark.run(on: bench)
    case .writers: try WritersBenchmark.run(on: bench)
    case .connections: try ConnectionsBenchmark.run(on: bench)
    case .tail: try TailBenchmark.run(on: bench)
    case .keys: try KeysBenchmark.run(on: bench)
    case .subscribers: try SubscribersBenchmark.run(on: bench)
    case .watch: try WatchBenchmark.run(on: bench)
    case .records: try RecordsBenchmark.run(on: bench)
    case .memory: try MemoryBenchmark.run(on: bench)
    case .sizes: try SizesBenchmark.run(on: bench)
    case .idle: try IdleBenchmark.run(on: bench)
    }
  }

  static var list: String {
    allCases.map { benchmark in
      let name = benchmark.rawValue
      let padding = String(repeating: " ", count: max(1, 13 - name.utf8.count))
      return "\(name)\(padding)\(benchmark.subject)\n"
    }.joined()
  }
}

/// Why a benchmark came to no result.
struct BenchFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
