import Foundation
import Testing

/// A daemon that opened its socket itself is found by the names of its interfaces.
@Suite(.serialized) struct RegistryTests {
  private let files = FileManager.default

  @Test func `each interface has a link as long as the daemon listens`() throws {
    guard let daemon = try RunningDaemon() else { return }
    #expect(
      try files.contentsOfDirectory(atPath: daemon.registry).sorted() == Interfaces.names.sorted())
    for name in Interfaces.names {
      #expect(try destination(of: name, in: daemon) == daemon.socket)
    }
    #expect(try daemon.stop() == 0)
    #expect(try files.contentsOfDirectory(atPath: daemon.registry) == [])
  }

  @Test func `a client connects through the link`() throws {
    guard let varlinkctl = Peers.program("varlinkctl"), let daemon = try RunningDaemon() else {
      return
    }
    let link = "\(daemon.registry)/dev.units.preferences"
    let result = try Program.run(varlinkctl, ["call", link, "dev.units.preferences.Get", "{}"])
    #expect(result.status == 0, "\(result)")
  }

  @Test func `names that others have are left to them`() throws {
    let daemon = try RunningDaemon { _, registry in
      try files.createDirectory(
        atPath: registry, withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
      try files.createSymbolicLink(
        atPath: "\(registry)/dev.units.records", withDestinationPath: "/somebody/else")
      try Data("mine".utf8).write(to: URL(filePath: "\(registry)/dev.units.daemon"))
    }
    guard let daemon else { return }
    #expect(try destination(of: "dev.units.preferences", in: daemon) == daemon.socket)
    #expect(try destination(of: "dev.units.records", in: daemon) == "/somebody/else")
    #expect(try daemon.stop() == 0)
    #expect(try destination(of: "dev.units.records", in: daemon) == "/somebody/else")
    #expect(files.contents(atPath: "\(daemon.registry)/dev.units.daemon") == Data("mine".utf8))
    #expect(!exists("dev.units.preferences", in: daemon))
  }

  @Test func `a link that was replaced meanwhile is not removed`() throws {
    guard let daemon = try RunningDaemon() else { return }
    let link = "\(daemon.registry)/dev.units.daemon"
    try files.removeItem(atPath: link)
    try files.createSymbolicLink(atPath: link, withDestinationPath: "/somebody/else")
    #expect(try daemon.stop() == 0)
    #expect(try files.contentsOfDirectory(atPath: daemon.registry) == ["dev.units.daemon"])
    #expect(try destination(of: "dev.units.daemon", in: daemon) == "/somebody/else")
  }

  @Test func `a link that a killed daemon left is taken over`() throws {
    let daemon = try RunningDaemon { socket, registry in
      try files.createDirectory(
        atPath: registry, withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
      try files.createSymbolicLink(
        atPath: "\(registry)/dev.units.records", withDestinationPath: socket)
    }
    guard let daemon else { return }
    #expect(try daemon.stop() == 0)
    #expect(try files.contentsOfDirectory(atPath: daemon.registry) == [])
  }

  @Test func `a registry that everybody may write is not used, the daemon serves all the same`()
    throws
  {
    let daemon = try RunningDaemon { _, registry in
      try files.createDirectory(atPath: registry, withIntermediateDirectories: true)
      // Above it all is private, or the socket's directory would be refused as well.
      try files.setAttributes([.posixPermissions: 0o777], ofItemAtPath: registry)
    }
    guard let daemon else { return }
    #expect(try files.contentsOfDirectory(atPath: daemon.registry) == [])
    #expect(try daemon.stop() == 0)
  }

  private func destination(of name: String, in daemon: RunningDaemon) throws -> String {
    try files.destinationOfSymbolicLink(atPath: "\(daemon.registry)/\(name)")
  }

  private func exists(_ name: String, in daemon: RunningDaemon) -> Bool {
    (try? destination(of: name, in: daemon)) != nil
  }
}
