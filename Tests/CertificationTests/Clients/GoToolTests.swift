import Foundation
import Testing

/// Debian's varlink-go: its generator reads our descriptions, its client takes our error for one.
@Suite(.serialized) struct GoToolTests {
  @Test(arguments: Interfaces.names)
  func `the generator makes Go code of each interface`(interface: String) throws {
    guard let generator = Peers.program("varlink-go-interface-generator") else { return }
    let scratch = try Scratch()
    // The code is written beside the description.
    let copy = scratch.folder.appending(path: "\(interface).varlink")
    try FileManager.default.copyItem(at: Interfaces.file(of: interface), to: copy)
    let result = try Program.run(generator, [copy.path])
    #expect(result.status == 0 && result.errors.isEmpty, "\(result)")
    let package = interface.replacing(".", with: "")
    let code = try String(
      contentsOf: scratch.folder.appending(path: "\(package).go"), encoding: .utf8)
    #expect(code.contains("package \(package)"))
    #expect(code.contains("return `\(interface)`"))
  }

  @Test func `the client is told that an interface is not served`() throws {
    guard let client = Peers.program("varlink-go-certification"), let daemon = try RunningDaemon()
    else { return }
    let result = try Program.run(client, ["-client", "-varlink", daemon.address])
    // It says no more than this of any error.
    #expect(result.output + result.errors == "Start() failed\n")
    #expect(try daemon.stop() == 0)
  }
}
