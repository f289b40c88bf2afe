/// The benchmarks by name, as `units-bench` runs them.
package enum Benchmark: String, CaseIterable, Sendable {
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

  /// What it measures.
  package var subject: String {
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

  /// Each in a line.
  package static var list: String {
    TextLayout.table(allCases.map { ($0.rawValue, $0.subject) }, width: .max, indentation: 0) + "\n"
  }
}
