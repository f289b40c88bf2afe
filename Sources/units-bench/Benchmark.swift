// What each benchmark runs; their names are in `UnitsCommandLine`.

import UnitsCommandLine

extension Benchmark {
  /// Runs it: a file in `Benchmarks`, and one row or more of the table.
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
}

/// Why a benchmark came to no result.
struct BenchFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
