import Foundation
import Glibc
import TestSupport
import Testing
import UnitsLinux
import VarlinkClient

/// Calls of a real service, the daemon, which this client knows nothing of, and of a false one.
@Suite(.timeLimit(.minutes(10))) struct VarlinkClientTests {
  private struct Service: Decodable { let vendor, product: String, interfaces: [String] }
  private struct Interface: Encodable { let interface: String }
  private struct Description: Decodable { let description: String }
  private struct Values: Codable, Equatable { var values: [String: Int?] }
  private struct Keys: Encodable { let keys: [String] }
  private struct News: Decodable { let values: [String: Int?], complete: Bool? }

  let home = TemporaryHome()
  let daemon: StartedDaemon
  let client: VarlinkClient

  init() throws {
    daemon = try StartedDaemon(in: home)
    client = VarlinkClient(socket: home.socket)
  }

  @Test func `a stranger's service is listed`() async throws {
    let service: Service = try await client.call("org.varlink.service.GetInfo")
    #expect(service.interfaces.contains("org.varlink.service"))
    for name in service.interfaces {
      let reply: Description = try await client.call(
        "org.varlink.service.GetInterfaceDescription", Interface(interface: name))
      #expect(try InterfaceDescription(parsing: reply.description).name == name)
    }
  }

  @Test func `parameters and replies are values`() async throws {
    let written = Values(values: ["n": 7, "big": .max])
    _ = try await client.call("dev.units.preferences.Set", written, as: News.self)
  }

  @Test func `parameters and replies may be JSON as it is`() async throws {
    let empty = try await client.call(
      "dev.units.preferences.Set", ["values": .object(["word": .string("b")])])
    #expect(empty["revision"]?.integerValue == 1)
    let read = try await client.call("dev.units.preferences.Get")
    #expect(read["values"]?.objectValue?["word"]?.stringValue == "b")
  }
}
