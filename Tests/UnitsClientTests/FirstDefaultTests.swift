import Foundation
import Testing
import Units
import UnitsClient
import UnitsJSON
import UnitsLinux

@Suite struct FirstDefaultTests {
  @Test(arguments: [
    ("en_US.UTF-8", UnitSystem.imperial), ("de_DE.UTF-8", .metric), ("my_MM", .imperial),
  ])
  func `the first time the locale's system is stored`(lang: String, system: UnitSystem) throws {
    let scratch = Scratch(["LANG": lang])
    #expect(try scratch.client().unitSystem() == ShownSystem(system: system))
    #expect(scratch.content == "{\n  \"dev.units.system\": \"\(system.rawValue)\"\n}\n")
  }

  @Test func `what is stored stands against the locale`() throws {
    let scratch = Scratch()
    try scratch.write(#"{"dev.units.system": "metric"}"#)
    #expect(try scratch.client().unitSystem().system == .metric)
    #expect(scratch.content == #"{"dev.units.system": "metric"}"#)
  }

  @Test(arguments: ["C", "POSIX", "en", ""])
  func `a locale without a region stores nothing`(lang: String) throws {
    let scratch = Scratch(["LANG": lang])
    #expect(try scratch.client().unitSystem() == ShownSystem(system: .metric))
    #expect(scratch.content == nil)
  }

  @Test(arguments: [#"{"dev.units.system": "furlong"}"#, #"{"dev.units.system": 3}"#])
  func `a value that is neither word is left alone`(text: String) throws {
    let scratch = Scratch()
    try scratch.write(text)
    #expect(try scratch.client().unitSystem() == ShownSystem(system: .imperial))
    #expect(scratch.content == text)
  }

  @Test func `a damaged file is left alone, with a warning`() throws {
    let scratch = Scratch()
    try scratch.write("{\n  oops\n}")
    let shown = try scratch.client().unitSystem()
    #expect(shown.system == .imperial)
    let warning = try #require(shown.warning)
    #expect(warning.description.hasPrefix("damaged (line 2, column 3: "))
    #expect(scratch.content == "{\n  oops\n}")
  }

  @Test func `a store that cannot be written costs a warning`() throws {
    let scratch = Scratch()
    try FileManager.default.createDirectory(
      atPath: "\(scratch.root)/home/.config", withIntermediateDirectories: true)
    // A file where the directory should be: not even root can write below it.
    #expect(FileManager.default.createFile(atPath: scratch.configuration, contents: nil))
    let shown = try scratch.client().unitSystem()
    #expect(shown.system == .imperial)
    #expect(shown.warning?.kind == .inputOutput)
  }

  @Test func `racers of two locales agree`() throws {
    for _ in 0..<5 {
      let scratch = Scratch()
      let answers = try HandOverQueue<UnitSystem?>()
      let environments = [scratch.environment, Scratch.german(scratch)]
      DispatchQueue.concurrentPerform(iterations: 8) { index in
        let client = GroupClient(
          options: ClientOptions(environment: environments[index % 2], timeout: .seconds(20)))
        answers.push(try? client.unitSystem().system)
      }
      let all = answers.drain()
      #expect(all.count == 8)
      #expect(Set(all).count == 1)
      #expect(scratch.content?.contains(all.first??.rawValue ?? "none") == true)
    }
  }
}

extension Scratch {
  /// The same home in another locale.
  static func german(_ scratch: Scratch) -> UnitsLinux.Environment {
    Environment([
      "HOME": "\(scratch.root)/home", "XDG_RUNTIME_DIR": "\(scratch.root)/run",
      "LANG": "de_DE.UTF-8",
    ])
  }
}
