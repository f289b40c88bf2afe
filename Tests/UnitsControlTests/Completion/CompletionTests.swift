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

  @Test func `a group that is damaged has no candidates, and says nothing`() throws {
    try session.write("{")
    #expect(session.run(["complete", "unitsctl", "--", "get", ""]) == .done("words\t\n"))
  }
}
