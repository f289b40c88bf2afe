// Group commit: many writers cost hardly more than one.

internal import UnitsJSON
internal import UnitsLinux
internal import UnitsProtocol

/// Sets a second from 64 writers beside one.
enum WritersBenchmark {
  static let writers = 64
  private static let turns = 4
  private static let turn: Duration = .milliseconds(500)

  static func run(on bench: Workbench) throws -> [Row] {
    let daemon = try DaemonUnderTest.start(on: bench)
    var caller = try Caller(to: daemon.socketPath)
    // All keys are there from the beginning, so that both write as large a file.
    for writer in 0..<writers { _ = try caller.answer(to: frame(writer, 0)) }
    let many = try Load(clients: writers, to: daemon.socketPath, frame)
    let one = try Load(clients: 1, to: daemon.socketPath, frame)
    var manyRates: [Double] = []
    var oneRates: [Double] = []
    for _ in 0..<turns {
      try bench.checkInterruption()
      manyRates.append(try many.run(for: turn).value)
      oneRates.append(try one.run(for: turn).value)
    }
    return [
      Row(
        "durable Sets a second, \(writers) writers",
        Quantity(value: manyRates.sorted()[turns / 2], unit: .perSecond), beside: "1 writer",
        Quantity(value: oneRates.sorted()[turns / 2], unit: .perSecond), aim: .ratioAtLeast(20))
    ]
  }

  static func frame(_ writer: Int, _ call: Int) -> [UInt8] {
    PreferencesSet(values: ["bench.writer.\(writer)": .integer(1_000_000 + call)]).frame
  }
}
