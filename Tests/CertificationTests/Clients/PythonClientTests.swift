import Foundation
import Testing

/// `python -m varlink.cli` against a real daemon. It fetches and parses our description before each
/// call, and exits with 0 on Varlink errors: those are on standard error.
@Suite(.serialized) struct PythonClientTests {
  @Test func `info tells who serves what`() throws {
    try withDaemon { daemon, python in
      let result = try Self.run(python, ["info", daemon.address])
      #expect(
        result.lines == [
          "Vendor: units", "Product: unitsd", "Version: 0.1.0", "URL: ", "Interfaces:",
          "   org.varlink.service", "   dev.units.preferences", "   dev.units.records",
          "   dev.units.daemon",
        ])
    }
  }

  @Test(arguments: Interfaces.names)
  func `help prints the text of each interface`(interface: String) throws {
    try withDaemon { daemon, python in
      let result = try Self.run(python, ["help", "\(daemon.address)/\(interface)"])
      #expect(result.output == "\(try Interfaces.text(of: interface))\n")
    }
  }

  @Test func `what one call sets another gets`() throws {
    try withDaemon { daemon, python in
      let values = #"{"values":{"dev.units.system":"metric","n":9007199254740993,"a":[1.5,null]}}"#
      let refused = try Self.call(python, daemon, "dev.units.preferences.Set", values)
      #expect(refused.output.isEmpty)
      #expect(refused.errors.contains("dev.units.preferences.InvalidValue"))
      let good = #"{"values":{"dev.units.system":"metric","n":9007199254740993,"é":{"x":[1.5]}}}"#
      let set = try Self.call(python, daemon, "dev.units.preferences.Set", good)
      #expect(set.errors.isEmpty)
      let got = try Self.call(python, daemon, "dev.units.preferences.Get", "{}")
      #expect(got.errors.isEmpty)
      #expect(got.lines.contains(#"    "n": 9007199254740993,"#), "\(got.output)")
      #expect(got.lines.contains(#"    "dev.units.system": "metric","#), "\(got.output)")
      #expect(got.lines.contains(#"  "revision": 1,"#), "\(got.output)")
    }
  }

  static let errors: [(String, String, String)] = [
    ("dev.units.preferences.Set", "{}", "org.varlink.service.InvalidParameter"),
    ("dev.units.preferences.Monitor", "{}", "org.varlink.service.ExpectedMore"),
    ("dev.units.preferences.Missing", "{}", "org.varlink.service.MethodNotFound"),
    (
      "dev.units.records.Summary", #"{"type":"shoe size"}"#, "dev.units.records.UnknownType"
    ),
  ]

  @Test(arguments: errors)
  func `an error is told on standard error`(
    method: String, parameters: String, error: String
  ) throws {
    try withDaemon { daemon, python in
      let result = try Self.call(python, daemon, method, parameters)
      #expect(result.output.isEmpty)
      #expect(result.errors.contains("'error': '\(error)'"), "\(result.errors)")
    }
  }

  @Test func `call --more on Monitor prints the state and then each change`() throws {
    try withDaemon { daemon, python in
      let monitor = try Program(
        python,
        ["-m", "varlink.cli", "call", "--more", "\(daemon.address)/dev.units.preferences.Monitor"])
      #expect(monitor.object()?.contains(#""complete": true"#) == true)
      _ = try Self.call(
        python, daemon, "dev.units.preferences.Set", #"{"values":{"colour":"green"}}"#)
      let change = monitor.object()
      #expect(change?.contains(#""complete": false"#) == true)
      #expect(change?.contains(#""colour": "green""#) == true)
      // The daemon's end is the monitor's: it says so and exits.
      #expect(try daemon.stop() == 0)
      _ = try monitor.finish()
    }
  }

  private func withDaemon(_ body: (RunningDaemon, URL) throws -> Void) throws {
    guard let python = try Peers.python(with: "varlink"), let daemon = try RunningDaemon() else {
      return
    }
    try body(daemon, python)
  }

  private static func run(_ python: URL, _ arguments: [String]) throws -> Program.Result {
    try Program.run(python, ["-m", "varlink.cli"] + arguments)
  }

  private static func call(
    _ python: URL, _ daemon: RunningDaemon, _ method: String, _ parameters: String
  ) throws -> Program.Result {
    try run(python, ["call", "\(daemon.address)/\(method)", parameters])
  }
}
