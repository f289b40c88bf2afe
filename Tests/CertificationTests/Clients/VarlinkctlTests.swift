import Foundation
import Testing

/// systemd's client, from version 257 on. It is the strictest: undeclared members of a reply, and
/// descriptions beyond its grammar, are errors to it.
@Suite(.serialized) struct VarlinkctlTests {
  @Test func `info lists the interfaces`() throws {
    try withDaemon { daemon, varlinkctl in
      let result = try Program.run(varlinkctl, ["info", daemon.socket])
      #expect(result.status == 0, "\(result)")
      for name in Interfaces.names + ["org.varlink.service"] {
        #expect(result.output.contains(name))
      }
    }
  }

  @Test(arguments: Interfaces.names)
  func `introspect understands each interface`(interface: String) throws {
    try withDaemon { daemon, varlinkctl in
      let result = try Program.run(varlinkctl, ["introspect", daemon.socket, interface])
      #expect(result.status == 0, "\(result)")
      #expect(result.errors.isEmpty, "\(result.errors)")
      #expect(result.lines.contains("interface \(interface)"))
    }
  }

  @Test(arguments: Interfaces.names)
  func `validate-idl accepts each file`(interface: String) throws {
    guard let varlinkctl = Peers.program("varlinkctl") else { return }
    let file = Interfaces.file(of: interface)
    let result = try Program.run(varlinkctl, ["validate-idl", file.path])
    #expect(result.status == 0, "\(result)")
    #expect(result.errors.isEmpty, "\(result.errors)")
  }

  @Test func `calls are answered and errors are told`() throws {
    try withDaemon { daemon, varlinkctl in
      let set = try Program.run(
        varlinkctl,
        [
          "call", daemon.socket, "dev.units.preferences.Set",
          #"{"values":{"dev.units.system":"metric"}}"#,
        ])
      #expect(set.status == 0, "\(set)")
      let get = try Program.run(
        varlinkctl, ["call", daemon.socket, "dev.units.preferences.Get", "{}"])
      #expect(get.output.contains(#""values":{"dev.units.system":"metric"}"#), "\(get)")
      let bad = try Program.run(
        varlinkctl, ["call", daemon.socket, "dev.units.preferences.Set", #"{"values":{"":1}}"#])
      #expect(bad.status != 0)
      #expect(bad.errors.contains("dev.units.preferences.InvalidKey"), "\(bad)")
      let status = try Program.run(
        varlinkctl, ["call", daemon.socket, "dev.units.daemon.GetStatus", "{}"])
      #expect(status.status == 0, "\(status)")
    }
  }

  @Test func `call --more on Monitor prints the state and then each change`() throws {
    try withDaemon { daemon, varlinkctl in
      let monitor = try Program(
        varlinkctl,
        ["call", "--more", "-j", daemon.socket, "dev.units.preferences.Monitor", "{}"])
      #expect(monitor.line()?.contains(#""complete":true"#) == true)
      _ = try Program.run(
        varlinkctl,
        ["call", daemon.socket, "dev.units.preferences.Set", #"{"values":{"colour":"green"}}"#])
      let change = monitor.line() ?? ""
      #expect(change.contains(#""values":{"colour":"green"},"complete":false"#), "\(change)")
      monitor.terminate()
      _ = try monitor.finish()
    }
  }

  private func withDaemon(_ body: (RunningDaemon, URL) throws -> Void) throws {
    guard let varlinkctl = Peers.program("varlinkctl"), let daemon = try RunningDaemon() else {
      return
    }
    try body(daemon, varlinkctl)
  }
}
