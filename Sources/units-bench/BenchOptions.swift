// What the command line asks for.

import UnitsCommandLine

/// Which benchmarks are run, how often, and how their results are shown.
struct BenchOptions {
  /// How the report is printed.
  enum Layout {
    case table
    case json
  }

  /// Whether the programs to be measured are built before.
  enum Build {
    case release
    case none
  }

  let benchmarks: [Benchmark]
  /// How often a whole process is run; the other benchmarks take multiples of it.
  let rounds: Int
  /// How far the curves by records go: ten times as many take a minute more, and a gigabyte.
  let records: Int
  let layout: Layout
  let build: Build
  /// Where the private directory is made: its file system is the one whose fsync is measured.
  let place: String

  init(_ line: ParsedLine) {
    let named = line.operands.compactMap(Benchmark.init(rawValue:))
    benchmarks = named.isEmpty ? Benchmark.allCases : named
    rounds = line[.rounds].flatMap { Int($0) } ?? 200
    records = line[.records].flatMap { Int($0) } ?? 1_000_000
    layout = line.has(.json) ? .json : .table
    build = line.has(.noBuild) ? .none : .release
    place = line[.place] ?? "/var/tmp"
  }
}
