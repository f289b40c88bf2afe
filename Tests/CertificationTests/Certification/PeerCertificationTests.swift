import Foundation
import Testing
import UnitsJSON
import UnitsLinux
import Varlink

/// The certification in both directions with the implementations of other people.
///
/// Their clients exit with 0 even when they fail: what counts is their last line.
@Suite(.serialized) struct PeerCertificationTests {
  /// Whose implementation is at the other end.
  enum Peer: String, CaseIterable, CustomTestStringConvertible {
    case python
    case go

    var testDescription: String { rawValue }

    var client: (URL, [String])? {
      get throws {
        try program.map { ($0.0, $0.1 + (self == .go ? ["-client"] : ["--client"])) }
      }
    }

    var server: (URL, [String])? {
      get throws { try program }
    }

    func option(_ address: String) -> [String] {
      self == .go ? ["-varlink", address] : ["--varlink=\(address)"]
    }

    /// The line by which the client says that it is certified.
    var success: String { self == .go ? "End: 'true'" : "End: {'all_ok': True}" }

    /// Names that the peer's service replies with although it does not declare them: Python's
    /// package 31 sends a client's id back in Test09.
    var undeclared: Set<String> { self == .python ? ["client_id"] : [] }

    private var program: (URL, [String])? {
      get throws {
        switch self {
        case .python:
          try Peers.python(with: "varlink")
            .map { ($0, ["-m", "varlink.tests.test_certification"]) }
        case .go: Peers.program("varlink-go-certification").map { ($0, []) }
        }
      }
    }
  }

  @Test(arguments: Peer.allCases)
  func `their client is certified by our service`(peer: Peer) throws {
    guard let (program, arguments) = try peer.client else { return }
    let scratch = try Scratch()
    let server = try CertificationServer(listeningAt: scratch.path("certification"))
    defer { server.stop() }
    let result = try Program.run(program, arguments + peer.option(server.address))
    #expect(result.lines.contains(Substring(peer.success)), "\(result)")
    #expect(!result.errors.contains("rror"), "\(result.errors)")
    print("\(peer)'s client, our service: \(result.lines.last { $0.hasPrefix("End") } ?? "")")
  }

  @Test(arguments: Peer.allCases)
  func `our client is certified by their service`(peer: Peer) throws {
    try withServer(of: peer) { path in
      let client = try CertificationClient(connectingTo: path)
      let last = try client.run(tolerating: peer.undeclared)
      #expect(last == ["all_ok": .bool(true)])
      print("our client, \(peer)'s service: End: \(JSONValue.object(last))")
    }
  }

  @Test(arguments: Peer.allCases)
  func `their service notices a wrong call of our client`(peer: Peer) throws {
    try withServer(of: peer) { path in
      let client = try CertificationClient(connectingTo: path)
      let failure = #expect(throws: CertificationClient.Failure.self) {
        _ = try client.run { step, call in
          if step == .test02 { call.parameters["bool"] = .bool(false) }
        }
      }
      guard case .refused(.test02, let reply) = failure else {
        Issue.record("\(String(describing: failure))")
        return
      }
      #expect(reply.outcome == .error("org.varlink.certification.CertificationError"))
    }
  }

  @Test(arguments: Peer.allCases)
  func `their description of the interface says what ours says`(peer: Peer) throws {
    try withServer(of: peer) { path in
      let client = try CertificationClient(connectingTo: path)
      let theirs = try client.description()
      #expect(try Self.bare(theirs) == Self.bare(CertificationInterface.description))
    }
  }

  private func withServer(of peer: Peer, _ body: (String) throws -> Void) throws {
    guard let (program, arguments) = try peer.server else { return }
    let scratch = try Scratch()
    let path = scratch.path("certification")
    let server = try Program(program, arguments + peer.option("unix:\(path)"))
    defer { server.terminate() }
    try Scratch.awaitListener(at: path)
    try body(path)
  }

  /// An interface's text without comments, in its canonical form.
  private static func bare(_ interface: InterfaceDescription) throws -> String {
    let lines = interface.format().split(separator: "\n").filter {
      !$0.drop { $0 == " " }.hasPrefix("#")
    }
    return try InterfaceDescription(parsing: lines.joined(separator: "\n")).format()
  }
}
