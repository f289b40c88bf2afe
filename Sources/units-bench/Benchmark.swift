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
  case reads
  case instructions
  case curves
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
    case .reads: "a read in process, through AppGroup and through GSettings"
    case .instructions: "the instructions of unitsctl get, of a Get and of a Set"
    case .curves: "how costs grow with keys, subscribers, connections and records"
    case .idle: "the idle daemon's wake-ups in 60 seconds (takes as long)"
    }
  }

  func run(on bench: Workbench, _ report: inout Report) throws {
    switch self {
    case .processes: report.rows += try ProcessBenchmark.run(on: bench)
    case .get: report.rows += try GetBenchmark.run(on: bench)
    case .set: report.rows += try SetBenchmark.run(on: bench)
    case .writers: report.rows += try WritersBenchmark.run(on: bench)
    case .connections: report.rows += try ConnectionsBenchmark.run(on: bench)
    case .tail: report.rows += try TailBenchmark.run(on: bench)
    case .keys: report.rows += try KeysBenchmark.run(on: bench)
    case .subscribers: report.rows += try SubscribersBenchmark.run(on: bench)
    case .watch: report.rows += try WatchBenchmark.run(on: bench)
    case .records: report.rows += try RecordsBenchmark.run(on: bench)
    case .memory: report.rows += try MemoryBenchmark.run(on: bench)
    case .sizes: report.rows += try SizesBenchmark.run(on: bench)
    case .reads: report.rows += try ReadsBenchmark.run(on: bench)
    case .instructions: report.rows += try InstructionsBenchmark.run(on: bench)
    case .curves: report.curves += try CurvesBenchmark.run(on: bench)
    case .idle: report.rows += try IdleBenchmark.run(on: bench)
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
