import Testing

@Suite struct StatusCommandTests {
  let session = Session()

  @Test func `without a daemon status says what is used, and no`() {
    #expect(
      session.run("status")
        == .init(
          status: 1,
          output: """
            daemon: not running
            route: direct
            socket: \(session.root)/run/units/unitsd.sock
            group: group.dev.units
            preferences: \(session.file)
            records: \(session.root)/home/.local/share/units/group.dev.units.sqlite
            locale system: imperial (LANG=en_US.UTF-8)
            damaged copies: none

            """))
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
    #expect(Session(variables).run("status").output.contains("\nlocale system: \(text)\n"))
  }
}
