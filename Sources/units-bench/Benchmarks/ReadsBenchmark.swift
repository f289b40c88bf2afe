// A read inside a program that holds the settings already.

internal import Glibc
internal import UnitsLinux

/// A read through the library `AppGroup`, beside one through GSettings on dconf.
enum ReadsBenchmark {
  static func run(on bench: Workbench) throws -> [Row] {
    let subject = "a read through AppGroup, in process"
    let aim = Row.Aim.figureAtMost(Quantity(value: 100, unit: .nanoseconds))
    guard Installed.isThere(bench.programs.library) else {
      return [Row(subject, missing: "AppGroupProbe: not built")]
    }
    let daemon = try DaemonUnderTest.start(on: bench)
    _ = try ChildProcess.run(
      ChildProcess.Command(
        path: bench.programs.control, arguments: ["set", "word", "metric"],
        environment: daemon.environment))
    let probe = ChildProcess.Command(
      path: bench.programs.library, arguments: ["reads"],
      environment: daemon.environment)
    let peer = try settings(on: bench)
    let (ours, theirs) = try (
      medianOfRuns(probe, on: bench), peer.map { try medianOfRuns($0, on: bench) }
    )
    guard let theirs else {
      return [
        Row(subject, ours, aim: aim), Row("the same with GSettings", missing: "not installed"),
      ]
    }
    return [Row(subject, ours, beside: "GSettings on dconf", theirs, aim: aim)]
  }

  /// Nil where GSettings' development files are not installed.
  private static func settings(on bench: Workbench) throws -> ChildProcess.Command? {
    guard let peer = try SettingsPeer.start(on: bench),
      let schema = try peer.installSchema(on: bench),
      let flags = try ComparisonProgram.flags(of: "gio-2.0", on: bench)
    else { return nil }
    let program = try ComparisonProgram.settings.compile(in: bench.directory, flags)
    return ChildProcess.Command(
      path: program, arguments: [SettingsPeer.schemaName, SettingsPeer.schemaKey],
      environment: peer.environment + schema)
  }

  /// How the library's probe names what is compared.
  private static let ours = "AppGroup string(forKey:)"

  /// The number that a program prints, of several runs.
  private static func medianOfRuns(
    _ command: ChildProcess.Command, on bench: Workbench
  ) throws -> Quantity {
    var samples: [Double] = []
    for _ in 0..<5 {
      try bench.checkInterruption()
      let text = try bench.output(of: command)
      // The probe prints several, each behind its name and a tab.
      let line = text.split(separator: "\n").first { $0.hasPrefix(ours) } ?? text[...]
      let last = line.split(whereSeparator: { $0 == "\t" || $0 == "\n" }).last ?? ""
      guard let number = Double(last) else {
        throw BenchFailure("\(command.path): printed \(text)")
      }
      samples.append(number)
    }
    return Quantity(value: samples.sorted()[2], unit: .nanoseconds)
  }
}
