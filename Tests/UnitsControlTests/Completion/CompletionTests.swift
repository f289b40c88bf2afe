import Testing
import UnitsCommandLine

@testable import UnitsControl

@Suite struct CompletionTests {
  let session = Session()

  @Test(arguments: [
    (["frobnicate", ""], []), (["get", "a", ""], []), (["get", "--", "-"], []),
    (["get", "--default", ""], []), (["set", "metric", "--for", "hei"], ["height"]),
    (["set", "k", "v", "--type", "b"], ["bool"]),
    (["cas", "k", "--type=d"], ["--type=double", "--type=data", "--type=date"]),
    (["completions", ""], ["bash", "zsh", "fish"]), (["--quiet", "tog"], ["toggle"]),
    (["-g", "group.x", "tog"], ["toggle"]), (["get", "--def"], ["--default"]),
    (
      ["set", "dev.units.system.height="],
      ["dev.units.system.height=metric", "dev.units.system.height=imperial"]
    ),
    ([], ["get"]),
  ])
  func `a word has these candidates`(words: [String], expected: [String]) {
    let completion = complete(words)
    let texts = completion.candidates.map(\.text)
    if words.isEmpty {
      #expect(texts == CommandName.listed.map(\.rawValue))
    } else {
      #expect(Set(texts) == Set(expected))
    }
    #expect(completion.files == .none)
  }

  @Test(arguments: [
    (["load", ""], Completion.Files.files, ""), (["manual", "--install", ""], .directories, ""),
    (["manual", "--install=/t"], .directories, "--install="), (["--socket", "/r"], .files, ""),
  ])
  func `names of files are left to the shell`(
    words: [String], files: Completion.Files, kept: String
  ) {
    let completion = complete(words)
    #expect(completion.files == files)
    #expect(completion.kept == kept)
  }

  private func complete(_ words: [String]) -> Completion {
    Completion(words, of: .unitsctl) { LiveGroup($0, session.environment).words }
  }

  @Test(arguments: [
    (["set", "dev.units.bar.t"], ["dev.units.bar.type", "dev.units.bar.template"], false),
    (["get", "dev.units.bar.t"], [], false),
    (["set", "dev.units.bar.period", ""], ["today", "week", "month"], false),
    (["set", "a=1", "dev.units.bar.period="], ["today", "week", "month"], true),
    (["cas", "dev.units.height.style", "decimal", ""], ["decimal", "feet-inches"], false),
  ])
  func `the declared keys are offered, and their words`(
    words: [String], expected: [String], areAssignments: Bool
  ) {
    let texts = complete(words).candidates.map(\.text)
    let prefix = areAssignments ? words.last ?? "" : ""
    #expect(texts.filter { !$0.hasSuffix("=") } == expected.map { prefix + $0 })
  }

  @Test(arguments: [
    ("unitsbar", ["--type", "hei"], ["height"]), ("unitsbar", ["wayb"], ["waybar"]),
    ("unitsbar", ["--scroll=u"], ["--scroll=up"]), ("unitsd", ["--idle"], ["--idle-exit"]),
    ("units-import", ["--fol"], ["--folder"]), ("units-bench", ["tai"], ["tail"]),
  ])
  func `every program is completed`(program: String, words: [String], expected: [String]) {
    let lines = session.run(["complete", program, "--"] + words).output.split(separator: "\n")
    #expect(lines.dropFirst().map { $0.split(separator: "\t")[0] } == expected.map { $0[...] })
  }

  @Test func `completing stores nothing, and a value cannot break out of its line`() {
    _ = session.run(["set", "k", "one\ttwo\nthree"])
    let before = session.content
    let outcome = session.run("complete unitsctl -- get k")
    #expect(outcome == .done("words\t\nk\tone\\ttwo\\nthree\n"))
    #expect(session.run("complete unitsctl -- set k ").status == 0)
    #expect(session.content == before)
    let fresh = Session()
    #expect(fresh.run(["complete", "unitsctl", "--", "get", ""]) == .done("words\t\n"))
    #expect(fresh.content == nil)
  }

  @Test func `records are completed by their ids, the newest first`() throws {
    let lines = ["2026-11-29T07:00:00Z", "2026-11-30T07:00:00Z"].map { time in
      session.run("log distance 5km --at \(time)").output
    }
    let ids = lines.compactMap { $0.split(whereSeparator: \.isWhitespace).last.map(String.init) }
    let words = ["complete", "unitsctl", "--", "records", "remove", ""]
    let candidates = session.run(words).output.split(separator: "\n").dropFirst()
    #expect(candidates.map { $0.split(separator: "\t")[0] } == ids.reversed().map { $0[...] })
    #expect(
      candidates.first?.hasSuffix("\tdistance 5000 m 2026-11-30T07:00:00Z") == true, "\(candidates)"
    )
  }

  @Test func `a group that is damaged has no candidates, and says nothing`() throws {
    try session.write("{")
    #expect(session.run(["complete", "unitsctl", "--", "get", ""]) == .done("words\t\n"))
  }
}
