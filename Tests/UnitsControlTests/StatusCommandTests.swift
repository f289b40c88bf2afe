import Foundation
import Testing

@Suite struct StatusCommandTests {
  let session = Session()

  @Test func `without a daemon status says what is used, and no`() {
    #expect(
      session.run("status")
        == .init(
          status: 1,
          output: """
            daemon\tnot running
            route\tdirect
            socket\t\(session.root)/run/units/unitsd.sock
            group\tgroup.dev.units
            preferences\t\(session.file)
            records\t\(session.root)/home/.local/share/units/group.dev.units.sqlite
            locale system\timperial (LANG=en_US.UTF-8)
            damaged copies\tnone
            import folder\t\(session.root)/home/.local/share/units/import
            failed imports\tnone

            """))
  }

  @Test func `status shows what could not be imported`() throws {
    _ = session.run("set dev.units.import.folder ~/Sync")
    let failed = "\(session.root)/home/Sync/failed"
    try FileManager.default.createDirectory(
      atPath: failed, withIntermediateDirectories: true)
    for name in ["b.fit", "b.fit.reason", "a.gpx", "a.gpx.reason"] {
      try Data().write(to: URL(filePath: "\(failed)/\(name)"))
    }
    let output = session.run("status").output
    #expect(output.contains("\nimport folder\t\(session.root)/home/Sync\n"))
    #expect(output.hasSuffix("\nfailed imports\t\(failed)/a.gpx \(failed)/b.fit\n"))
    #expect(
      session.run("status --json").output.contains(
        #""failed_imports":["\#(failed)/a.gpx","\#(failed)/b.fit"]"#))
  }

  @Test func `status in JSON has the same facts`() {
    let outcome = session.run("status --json --no-daemon")
    #expect(outcome.status == 1)
    #expect(outcome.output.hasPrefix(#"{"daemon":false,"route":"direct","socket":"#))
    #expect(outcome.output.contains(#""locale_variable":"LANG","locale":"en_US.UTF-8""#))
  }

  @Test(arguments: [
    (["LANG": "C"], "metric (LANG=C, no region)"), ([:], "metric (no variable set)"),
    (["LC_ALL": "my_MM", "LANG": "de_DE"], "imperial (LC_ALL=my_MM)"),
  ])
  func `status says which variable decided`(variables: [String: String], text: String) {
    #expect(Session(variables).run("status").output.contains("\nlocale system\t\(text)\n"))
  }
}
