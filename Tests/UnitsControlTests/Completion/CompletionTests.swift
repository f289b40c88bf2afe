import Testing

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
    let completion = Completion(controlWords: words, environment: session.environment)
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
    let completion = Completion(controlWords: words, environment: session.environment)
    #expect(completion.files == files)
    #expect(completion.kept == kept)
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
