import Foundation
import Testing

/// Debian's varlink-go: its generator reads our descriptions, its library calls the daemon.
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

  @Test func `the certification's client is told that its interface is not served`() throws {
    guard let client = Peers.program("varlink-go-certification"), let daemon = try RunningDaemon()
    else { return }
    let result = try Program.run(client, ["-client", "-varlink", daemon.address])
    // It says no more than this of any error.
    #expect(result.output + result.errors == "Start() failed\n")
    #expect(try daemon.stop() == 0)
  }

  @Test func `a Go program calls and is told of errors`() throws {
    try withDaemon { daemon, go in
      let call = { try Program.run(go, [daemon.address] + $0) }
      let set = try call([
        "dev.units.preferences.Set", #"{"values":{"dev.units.system":"metric","a":"<é>"}}"#,
      ])
      #expect(set.status == 0 && set.errors.isEmpty, "\(set)")
      let get = try call(["dev.units.preferences.Get"])
      #expect(get.output.hasPrefix(#"{"values":{"a":"<é>","dev.units.system":"metric"},"epoch":"#))
      let invalid = try call([
        "dev.units.preferences.Set", #"{"values":{"dev.units.system":"furlong"}}"#,
      ])
      #expect(invalid.status == 1)
      #expect(
        invalid.errors.hasPrefix(
          #"dev.units.preferences.InvalidValue {"key":"dev.units.system","reason":"#))
      let missing = try call(["dev.units.furlongs.Get"])
      #expect(missing.errors.contains("InterfaceNotFound"), "\(missing)")
      let wrong = try call(["dev.units.preferences.Get", #"{"keys":1}"#])
      #expect(wrong.errors.contains("InvalidParameter"), "\(wrong)")
    }
  }

  @Test func `a Go program monitors`() throws {
    try withDaemon { daemon, go in
      let monitor = try Program(
        go, ["-more", daemon.address, "dev.units.preferences.Monitor", #"{"keys":["colour"]}"#])
      #expect(monitor.line()?.hasPrefix(#"{"values":{},"complete":true,"#) == true)
      _ = try Program.run(
        go,
        [daemon.address, "dev.units.preferences.Set", #"{"values":{"colour":"green","x":1}}"#])
      #expect(
        monitor.line()?.hasPrefix(#"{"values":{"colour":"green"},"complete":false,"#) == true)
      monitor.terminate()
      _ = try monitor.finish()
    }
  }

  private func withDaemon(_ body: (RunningDaemon, URL) throws -> Void) throws {
    guard let go = Peers.program("varlink-go-call"), let daemon = try RunningDaemon() else {
      return
    }
    try body(daemon, go)
  }
}
