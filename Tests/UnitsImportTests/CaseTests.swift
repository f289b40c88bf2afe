import Foundation
import TestSupport
import Testing
import Units
import UnitsStore

@testable import UnitsImport

/// Files as devices, services and adversaries write them, which a script makes: what becomes of each.
@Suite(.timeLimit(.minutes(10))) struct CaseTests {
  private struct Case: Decodable {
    let name: String
    let status: Int32
    let records: [Record]
    /// Texts that are told of it.
    let told: [String]
    let options: [String]

    struct Record: Decodable {
      let meters: Double
      let time: String

      init(from decoder: any Decoder) throws {
        var fields = try decoder.unkeyedContainer()
        meters = try fields.decode(Double.self)
        time = try fields.decode(String.self)
      }
    }
  }

  @Test func `what happened is kept, and what is garbage is left out and told`() throws {
    guard Requirement.areMet(.file("/usr/bin/python3")) else { return }
    let folder = "/tmp/units-cases-\(UUID().uuidString.prefix(8))"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let python = Process()
    python.executableURL = URL(filePath: "/usr/bin/python3")
    python.arguments = [Self.script, folder]
    try python.run()
    python.waitUntilExit()
    try #require(python.terminationStatus == 0)
    let list = try Data(contentsOf: URL(filePath: "\(folder)/cases.json"))
    let cases = try JSONDecoder().decode([Case].self, from: list)
    #expect(cases.count > 90)
    for example in cases { try check(example, in: folder) }
  }

  private func check(_ example: Case, in folder: String) throws {
    let home = ImportHome()
    let outcome = home.run(["\(folder)/\(example.name)"], options: example.options)
    let told = outcome.output + outcome.error
    #expect(outcome.status == example.status, "\(example.name): \(told)")
    for text in example.told { #expect(told.contains(text), "\(example.name): \(told)") }
    let key = { (meters: Double, time: Int64) in (time, meters) }
    let records = try home.records().map { key($0.value, $0.time.instant.seconds) }.sorted(by: <)
    let expected = try example.records.map { record in
      key(record.meters, try RFC3339.parse(record.time).instant.seconds)
    }.sorted(by: <)
    #expect(records.map(\.0) == expected.map(\.0), "\(example.name)")
    #expect(
      records.count == expected.count
        && zip(records, expected).allSatisfy { abs($0.1 - $1.1) <= max(0.02, $1.1 * 1e-4) },
      "\(example.name): \(records)")
  }

  private static let script: String = {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    return tests.appending(path: "Peers/import-cases.py").path
  }()
}
