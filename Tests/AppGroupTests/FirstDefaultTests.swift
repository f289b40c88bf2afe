import AppGroup
import Foundation
import Testing
import Units

/// The unit system at the first access, across threads and processes.
@Suite struct FirstDefaultTests {
  typealias Way = GroupDefaultsTests.Way

  @Test(arguments: Way.allCases)
  func `the first access stores what the locale says`(_ way: Way) throws {
    let sandbox = try Sandbox(locale: "en_US.UTF-8")
    let daemon = way == .daemon ? try sandbox.startDaemon() : nil
    defer { daemon?.stop() }
    let group = sandbox.group()
    #expect(group.unitSystem == .imperial)
    #expect(try sandbox.preferencesText().contains(#""dev.units.system": "imperial""#))
    group.unitSystem = .metric
    #expect(group.unitSystem == .metric)
    #expect(sandbox.group().unitSystem == .metric)
  }

  @Test func `a locale without a region stores nothing`() throws {
    let sandbox = try Sandbox(locale: "C")
    #expect(sandbox.group().unitSystem == .metric)
    #expect(!FileManager.default.fileExists(atPath: sandbox.preferencesFile.path))
  }

  @Test func `a value that is neither word is left alone`() throws {
    let sandbox = try Sandbox(locale: "en_US.UTF-8")
    let text = #"{"dev.units.system": "furlongs"}"#
    try sandbox.write(preferences: text)
    let group = sandbox.group()
    #expect(group.unitSystem == .imperial)
    #expect(try sandbox.preferencesText() == text)
  }

  @Test func `a registered value is no stored one`() throws {
    let sandbox = try Sandbox(locale: "en_US.UTF-8")
    let group = sandbox.group()
    group.register(defaults: [SharedDefaults.Keys.Units.system: "metric"])
    #expect(group.unitSystem == .imperial)
  }

  @Test func `a store that cannot be written gives the detected system`() throws {
    let sandbox = try Sandbox(locale: "en_US.UTF-8")
    let text = #"{"damaged": "#
    try sandbox.write(preferences: text)
    let group = sandbox.group()
    for _ in 0..<3 { #expect(group.unitSystem == .imperial) }
    #expect(try sandbox.preferencesText() == text)
  }

  @Test(arguments: Way.allCases)
  func `programs that race end with one value`(_ way: Way) throws {
    for _ in 0..<3 {
      let sandbox = try Sandbox(locale: "en_US.UTF-8")
      let daemon = way == .daemon ? try sandbox.startDaemon() : nil
      defer { daemon?.stop() }
      let racers = try (0..<6).map { number in
        try sandbox.startProbe(
          ["race"], overriding: ["LANG": number.isMultiple(of: 2) ? "en_US" : "de_DE"])
      }
      for racer in racers { #expect(racer.line() == "ready") }
      for racer in racers { racer.send("\n") }
      let answers = Set(racers.map { $0.outputToEnd() })
      #expect(answers.count == 1)
      #expect(answers.first == sandbox.group().string(forKey: SharedDefaults.Keys.Units.system))
    }
  }

  @Test func `threads that race end with one value`() throws {
    let sandbox = try Sandbox(locale: "en_US.UTF-8")
    let group = sandbox.group()
    DispatchQueue.concurrentPerform(iterations: 16) { _ in
      #expect(group.unitSystem == .imperial)
    }
  }

  @Test func `the current system is the program's own group's`() throws {
    let sandbox = try Sandbox(locale: "en_US.UTF-8")
    #expect(try sandbox.probe("current") == "imperial")
    #expect(try sandbox.probe("toggle-once") == "")
    #expect(try sandbox.probe("current") == "metric")
  }

  @Test func `reading the typed key stores nothing`() throws {
    let sandbox = try Sandbox(locale: "en_US.UTF-8")
    let group = sandbox.group()
    #expect(group[.unitSystem] == UnitSystem.fromLocale())
    #expect(!FileManager.default.fileExists(atPath: sandbox.preferencesFile.path))
    group[.unitSystem] = .imperial
    #expect(group.unitSystem == .imperial)
  }
}
