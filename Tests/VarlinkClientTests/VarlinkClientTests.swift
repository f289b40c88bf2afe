import Foundation
import TestSupport
import Testing
import VarlinkClient

/// Calls of a real service, the daemon, of which this client knows nothing, and of a false one.
@Suite(.timeLimit(.minutes(10))) struct VarlinkClientTests {
  private struct Service: Decodable { let vendor, product: String, interfaces: [String] }
  private struct Interface: Encodable { let interface: String }
  private struct Description: Decodable { let description: String }
  private struct Keys: Codable { var keys: [String]? }
  private struct Words: Codable { var values: [String: String] }
  private struct Change<Value: Codable & Sendable>: Codable { var values: [String: Value] }
  private struct Receipt: Decodable { let revision: Int }

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

  @Test func `parameters and replies are values, exactly`() async throws {
    let written: [String: Int?] = ["n": .max, "small": -1, "gone": nil]
    let receipt: Receipt = try await client.call(
      "dev.units.preferences.Set", Change(values: written))
    #expect(receipt.revision == 1)
    let read: Change<Int> = try await client.call(
      "dev.units.preferences.Get", Keys(keys: ["n", "small", "gone"]))
    #expect(read.values == ["n": .max, "small": -1])
    let doubles: Change<Double> = try await client.call("dev.units.preferences.Get", Keys())
    #expect(doubles.values["small"] == -1.0)
  }

  @Test func `parameters and replies may be JSON as it is`() async throws {
    let receipt = try await client.call(
      "dev.units.preferences.Set", ["values": .object(["word": .string("b")])])
    #expect(receipt["revision"]?.integerValue == 1)
    let read = try await client.call("dev.units.preferences.Get")
    #expect(read["values"]?.objectValue?["word"]?.stringValue == "b")
  }

  @Test func `what cannot be sent or read exactly is an error`() async throws {
    await #expect(
      throws: VarlinkClientError.invalidParameters(
        "integer outside of -2^63 to 2^63 - 1: 18446744073709551615")
    ) { try await client.call("a.b.C", ["n": UInt64.max], as: Receipt.self) }
    await #expect(
      throws: VarlinkClientError.invalidParameters("Array<Int> is encoded as no object")
    ) {
      try await client.call("a.b.C", [1], as: Receipt.self)
    }
    _ = try await client.call(
      "dev.units.preferences.Set", ["values": .object(["n": .integer(300)])])
    do throws(VarlinkClientError) {
      _ = try await client.call("dev.units.preferences.Get", as: Change<UInt8>.self)
      Issue.record("300 was read as a UInt8")
    } catch {
      guard case .unexpectedReply = error else {
        Issue.record(error)
        return
      }
    }
  }

  @Test func `errors are told by their names`() async throws {
    await #expect(throws: VarlinkClientError.service(.methodNotFound("dev.units.preferences.Fly")))
    {
      try await client.call("dev.units.preferences.Fly")
    }
    do throws(VarlinkClientError) {
      _ = try await client.call(
        "dev.units.preferences.Set", ["values": .object(["": .integer(1)])])
      Issue.record("an empty key was set")
    } catch {
      guard case .failed("dev.units.preferences.InvalidKey", let parameters) = error else {
        Issue.record(error)
        return
      }
      #expect(parameters["reason"]?.stringValue == "empty key")
    }
    let nowhere = VarlinkClient(socket: "\(home.root)/none.sock")
    do throws(VarlinkClientError) {
      _ = try await nowhere.call("a.b.C")
      Issue.record("nobody answered")
    } catch {
      guard case .unreachable(let reason) = error else {
        Issue.record(error)
        return
      }
      #expect(reason.contains("none.sock"))
    }
  }

  @Test func `replies come until the loop ends`() async throws {
    let news = client.more(
      "dev.units.preferences.Monitor", Keys(keys: ["n"]), as: Change<Int?>.self)
    var replies = news.makeAsyncIterator()
    #expect(try await replies.next()?.values == [:])
    for n in 1...20 {
      _ = try await client.call(
        "dev.units.preferences.Set", Change(values: ["n": n]), as: Receipt.self)
      #expect(try await replies.next()?.values == ["n": n])
    }
    _ = try await client.call(
      "dev.units.preferences.Set", ["values": .object(["n": .null])])
    #expect(try await replies.next()?.values == ["n": Int?.none])
    let missing = VarlinkClientError.service(.methodNotFound("dev.units.records.Fly"))
    await #expect(throws: missing) {
      for try await _ in client.more("dev.units.records.Fly") {
        Issue.record("there was a reply")
      }
    }
  }

  @Test func `a task that is cancelled waits no longer`() async throws {
    let (began, announce) = AsyncStream.makeStream(of: Void.self)
    let task = Task { [client] in
      var count = 0
      for try await _ in client.more("dev.units.preferences.Monitor") {
        count += 1
        announce.yield()
      }
      return count
    }
    for await _ in began { break }
    task.cancel()
    #expect(try await task.value == 1)
  }

  @Test func `a hundred tasks call at once, and a daemon that is new is found`() async throws {
    try await withThrowingTaskGroup(of: String.self) { [client] tasks in
      for _ in 0..<100 {
        tasks.addTask {
          let service: Service = try await client.call("org.varlink.service.GetInfo")
          return service.product
        }
      }
      for try await product in tasks { #expect(product == "unitsd") }
    }
    daemon.signal(SIGTERM)
    let next = try StartedDaemon(in: home)
    defer { next.signal(SIGTERM) }
    let service: Service = try await client.call("org.varlink.service.GetInfo")
    #expect(service.interfaces.count > 3)
  }

  @Test func `a reply that is lost, late or none is told`() async throws {
    func failure(_ answer: String?) async throws -> VarlinkClientError? {
      let service = try FalseService(in: TemporaryHome(), answer: answer)
      defer { withExtendedLifetime(service) {} }
      let client = VarlinkClient(socket: service.path, timeout: .seconds(3))
      do throws(VarlinkClientError) {
        _ = try await client.call("a.b.C")
        return nil
      } catch {
        return error
      }
    }
    for answer in ["", nil] {
      guard case .replyLost = try await failure(answer) else {
        Issue.record("a reply that is not there was read")
        return
      }
    }
    guard case .violation = try await failure("no JSON") else {
      Issue.record("nonsense was read")
      return
    }
    #expect(try await failure(#"{"parameters":{}}"#) == nil)
  }
}
