import Foundation
import Testing

extension LiveTests {
  /// Clients that know nothing of us: any Varlink client, and a shell.
  @Suite struct GenericClientTests {
    @Test func `the Python client lists, describes and calls`() throws {
      guard let (home, daemon) = try start(.pythonModule("varlink")) else { return }
      let info = varlink(home, "info", "unix:\(home.socket)")
      #expect(info.status == 0, "\(info)")
      for name in ["org.varlink.service", "dev.units.preferences", "dev.units.records"] {
        #expect(info.output.contains(name), "\(info)")
      }
      for interface in ["dev.units.preferences", "dev.units.records", "dev.units.daemon"] {
        let help = varlink(home, "help", "unix:\(home.socket)/\(interface)")
        #expect(help.status == 0, "\(help)")
        #expect(help.output.contains("interface \(interface)"), "\(help)")
      }
      let set = varlink(
        home, "call", "unix:\(home.socket)/dev.units.preferences.Set",
        #"{"values": {"dev.units.system": "metric", "count": 3}}"#)
      #expect(set.status == 0, "\(set)")
      let get = varlink(
        home, "call", "unix:\(home.socket)/dev.units.preferences.Get", #"{"keys": ["count"]}"#)
      #expect(get.status == 0 && get.output.contains(#""count": 3"#), "\(get)")
      let refused = varlink(
        home, "call", "unix:\(home.socket)/dev.units.preferences.Set",
        #"{"values": {"dev.units.system": "furlong"}}"#)
      #expect(refused.error.contains("dev.units.preferences.InvalidValue"), "\(refused)")
      #expect(refused.error.contains("['metric', 'imperial']"), "\(refused)")
      #expect(daemon.end() == 0)
    }

    @Test func `the Python client monitors`() throws {
      guard let (home, daemon) = try start(.pythonModule("varlink")) else { return }
      let python = try #require(Peers.python)
      var environment = home.environment
      environment["PYTHONUNBUFFERED"] = "1"
      let monitor = Child(
        python,
        [
          "-m", "varlink.cli", "call", "--more",
          "unix:\(home.socket)/dev.units.preferences.Monitor", "{}",
        ], environment: environment)
      #expect(monitor.nextLineHolding(#""complete": true"#) != nil, "\(monitor.errorText)")
      set("imperial", home)
      #expect(monitor.nextLineHolding(#""dev.units.system": "imperial""#) != nil)
      set("metric", home)
      #expect(monitor.nextLineHolding(#""dev.units.system": "metric""#) != nil)
      #expect(daemon.end() == 0)
    }

    @Test func `a shell calls with socat and reads with jq`() throws {
      guard let (home, daemon) = try start(.peer("socat"), .peer("jq")) else { return }
      let script = #"""
        printf '%s\0%s\0' \
          '{"method":"dev.units.preferences.Set","parameters":{"values":{"dev.units.system":"metric"}}}' \
          '{"method":"dev.units.preferences.Get"}' |
        socat - "UNIX-CONNECT:$1" | tr '\0' '\n' | jq -r '.parameters.values["dev.units.system"] // "-"'
        """#
      let outcome = Child.run(
        "/bin/sh", ["-c", script, "sh", home.socket], environment: home.environment)
      #expect(outcome == .init(status: 0, output: "-\nmetric\n", error: ""))
      #expect(daemon.end() == 0)
    }

    @Test func `a monitor in a shell sees what unitsctl changes`() throws {
      guard
        let (home, daemon) = try start(.peer("socat"), .peer("jq"), .program(.unitsctl))
      else { return }
      let script = #"""
        { printf '%s\0' '{"method":"dev.units.preferences.Monitor","more":true}'; cat; } |
        socat - "UNIX-CONNECT:$1" | stdbuf -o0 tr '\0' '\n' | jq --unbuffered -c '.parameters.values'
        """#
      var ends: [CInt] = [-1, -1]
      try #require(pipe(&ends) == 0)
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      let monitor = Child(
        "/bin/sh", ["-c", script, "sh", home.socket], environment: home.environment,
        input: .descriptor(ends[0]))
      close(ends[0])
      #expect(monitor.nextLine(within: .seconds(5)) == "{}")
      home.unitsctl("set", "metric")
      #expect(monitor.nextLine(within: .seconds(5)) == #"{"dev.units.system":"metric"}"#)
      home.unitsctl("unset", "dev.units.system")
      #expect(monitor.nextLine(within: .seconds(5)) == #"{"dev.units.system":null}"#)
      close(ends[1])
      #expect(daemon.end() == 0)
    }

    private func start(_ peers: Requirement...) throws -> (Sandbox, Child)? {
      for peer in [.program(.unitsd)] + peers {
        guard Requirement.areMet(peer) else { return nil }
      }
      let home = Sandbox()
      return (home, try home.startDaemon())
    }

    private func varlink(_ home: Sandbox, _ arguments: String...) -> Child.Outcome {
      guard let python = Peers.python else { preconditionFailure("Python was required") }
      return Child.run(
        python, ["-m", "varlink.cli"] + arguments, environment: home.environment)
    }

    private func set(_ word: String, _ home: Sandbox) {
      let outcome = varlink(
        home, "call", "unix:\(home.socket)/dev.units.preferences.Set",
        #"{"values": {"dev.units.system": "\#(word)"}}"#)
      #expect(outcome.status == 0, "\(outcome)")
    }
  }
}

extension Child {
  /// Reads lines until one holds `text`.
  fileprivate func nextLineHolding(_ text: String) -> String? {
    while let line = nextLine(within: .seconds(5)) {
      if line.contains(text) { return line }
    }
    return nil
  }
}
