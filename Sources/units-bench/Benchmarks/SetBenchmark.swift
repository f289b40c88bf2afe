// One durable change.

internal import UnitsJSON
internal import UnitsLinux
internal import UnitsProtocol

/// A Set until its reply, beside a C program that replaces a file of the same bytes durably.
enum SetBenchmark {
  static func run(on bench: Workbench) throws -> [Row] {
    let daemon = try DaemonUnderTest.start(on: bench)
    var caller = try Caller(to: daemon.socketPath)
    // The numbers have equally many digits, so every commit writes equally many bytes.
    func frame(_ round: Int) -> [UInt8] {
      PreferencesSet(values: ["bench.value": .integer(1_000_000 + round)]).frame
    }
    _ = try caller.answer(to: frame(0))
    var replacement = try Replacement.start(
      of: "\(daemon.configuration)/group.dev.units.json", on: bench)
    var ours = Samples()
    for round in 1...bench.rounds * 2 {
      try bench.checkInterruption()
      let frame = frame(round)
      try ours.measure { try caller.call(frame) }
      try replacement.once()
    }
    return [
      Row(
        "durable Set, one writer", ours.median, beside: "write+fsync+rename+fsync in C",
        replacement.samples.median, aim: .ratioAtMost(1.3))
    ]
  }
}

/// The C program that replaces a file by the same bytes.
struct Replacement: ~Copyable {
  private let stream: FileDescriptor
  private(set) var samples = Samples()

  private init(stream: consuming FileDescriptor) {
    self.stream = stream
  }

  /// Writes what the file holds, again and again, in a directory of its own.
  static func start(of file: String, on bench: Workbench) throws -> Replacement {
    let directory = bench.path("replace")
    try Directory.create(directory)
    let (near, far) = try UnixSocket.pair()
    var replacement = Replacement(stream: FileDescriptor(owning: near))
    let farStream = FileDescriptor(owning: far)
    makeBlocking(near)
    makeBlocking(far)
    try bench.start(
      .replace, [directory, file], input: farStream.number, output: farStream.number)
    try replacement.once()
    replacement.samples = Samples()
    return replacement
  }

  /// One replacement.
  mutating func once() throws {
    try stream.writeAll([1])
    var answer: [UInt8] = []
    while answer.count < MemoryLayout<Int64>.size {
      let missing = MemoryLayout<Int64>.size - answer.count
      guard try stream.read(appendingTo: &answer, limit: missing) > 0 else {
        throw BenchFailure("replace: ended")
      }
    }
    samples.append(answer.reversed().reduce(0) { $0 << 8 | Int64($1) })
  }
}
