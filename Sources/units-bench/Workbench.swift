// Where the benchmarks are run: a private directory, the programs, and the processes started.

internal import Glibc
internal import UnitsCommandLine
internal import UnitsLinux

/// What every benchmark needs. Nothing of it is left when ``run(_:)`` returns.
final class Workbench {
  let rounds: Int
  /// How many records the largest database has.
  let records: Int
  /// Private, removed at the end.
  let directory: String
  let programs: ReleasePrograms

  private var processes: [ChildProcess] = []
  private var compiled: [ComparisonProgram: String] = [:]
  private var nextName = 0
  private let signals: SignalWatch

  /// Runs the benchmarks that were asked for, one after the other.
  static func run(_ options: BenchOptions) throws -> Report {
    let signals = try SignalWatch([SIGINT, SIGTERM])
    SignalWatch.ignoreBrokenPipes()
    Process.raiseDescriptorLimit()
    let programs = try ReleasePrograms.find(options.build)
    let bench = try Workbench(options, programs, signals)
    defer { bench.cleanUp() }
    var report = Report()
    for benchmark in options.benchmarks {
      StandardStream.error.write("\(benchmark.rawValue): \(benchmark.subject) …\n")
      do {
        try benchmark.run(on: bench, &report)
      } catch let failure as BenchFailure {
        report.rows.append(Row(benchmark.subject, missing: failure.description))
      }
      bench.endProcesses()
      // Where processors cannot be chosen, none was.
      try? Placement.release()
    }
    return report
  }

  private init(
    _ options: BenchOptions, _ programs: ReleasePrograms, _ signals: consuming SignalWatch
  ) throws {
    rounds = options.rounds
    records = options.records
    self.signals = signals
    directory = "\(options.place)/units-bench-\(Process.randomToken().prefix(8))"
    try Directory.create(directory)
    self.programs = try programs.installed(in: directory)
  }

  /// A path in the private directory that nothing has yet.
  func path(_ name: String) -> String {
    nextName += 1
    return "\(directory)/\(nextName)-\(name)"
  }

  /// Removes a file that is needed no longer, where many bytes are in it. unlink(2)
  func remove(_ file: String) throws {
    guard unsafe unlink(file) == 0 else {
      throw SystemError(operation: "unlink", path: file, code: errno)
    }
  }

  /// Throws if somebody wants the run to end: to be called once a round.
  func checkInterruption() throws {
    if signals.next() != nil { throw Interruption() }
  }

  struct Interruption: Error, CustomStringConvertible {
    var description: String { "interrupted" }
  }

  // MARK: Processes

  /// Starts a process that is ended with the benchmark.
  func start(
    _ command: ChildProcess.Command, input: CInt? = nil, output: CInt? = nil
  ) throws -> ChildProcess {
    let process = try ChildProcess.start(
      command, input: input, output: output, error: StandardStream.error.rawValue)
    processes.append(process)
    return process
  }

  /// Runs a program to its end, and returns what it prints.
  func output(of command: ChildProcess.Command) throws -> String {
    let file = path("output")
    let descriptor = try openFile(file, flags: O_RDWR | O_CREAT | O_EXCL, mode: 0o600)
    _ = try ChildProcess.run(command, output: descriptor.number)
    let bytes = try openFile(file, flags: O_RDONLY).readToEnd(path: file, limit: 1 << 20)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Starts one of the C programs.
  @discardableResult
  func start(
    _ program: ComparisonProgram, _ arguments: [String], input: CInt? = nil, output: CInt? = nil
  ) throws -> ChildProcess {
    let command = ChildProcess.Command(
      path: try path(of: program), arguments: arguments, environment: [])
    return try start(command, input: input, output: output)
  }

  /// Where one of the C programs is; it is compiled at its first use.
  func path(of program: ComparisonProgram) throws -> String {
    if let path = compiled[program] { return path }
    let path = try program.compile(in: directory)
    compiled[program] = path
    return path
  }

  /// Ends what the last benchmark has started.
  func endProcesses() {
    for process in processes.reversed() { process.end() }
    processes = []
  }

  private func cleanUp() {
    endProcesses()
    removeTree(directory)
  }
}

/// Removes a file, or a directory with all that is in it. remove(3)
private func removeTree(_ path: String) {
  if unsafe remove(path) == 0 || errno == ENOENT { return }
  // What cannot be listed cannot be removed either; the directory is below /var/tmp.
  for name in (try? Directory.names(in: path)) ?? [] { removeTree("\(path)/\(name)") }
  _ = unsafe remove(path)
}
