import Testing

@testable import UnitsControl

@Suite struct TextTableTests {
  @Test(arguments: [
    ("", 0), ("abc", 3), ("héllo", 5), ("e\u{301}", 1), ("東京", 4), ("ﾊﾝｶｸ", 4), ("ＡＢ", 4),
    ("한국", 4), ("\u{1112}\u{1161}\u{11ab}", 2), ("👍", 2), ("👍🏽", 2), ("👨‍👩‍👧", 2), ("🇩🇪", 2),
    ("☀", 1), ("☀️", 2), ("a\u{200b}b", 2), ("नि", 1), ("…→°", 3),
  ])
  func `a text is as wide as a terminal shows it`(text: String, columns: Int) {
    #expect(TextWidth.columns(of: text) == columns)
  }

  @Test func `cells stand below each other for people, and are parted by tabs for programs`() {
    var table = TextTable()
    table.add(["a", "1", "last"])
    table.add(["東京", "12", ""])
    table.add(["é", "a\u{1b}[2J\tb", "x"])
    #expect(
      table.aligned
        == "a     1              last\n東京  12\né     a\\u001b[2J\\tb  x\n")
    #expect(table.tabbed == "a\t1\tlast\n東京\t12\t\né\ta\\u001b[2J\\tb\tx\n")
  }

  @Test func `one very long cell does not push the others out of sight`() {
    var table = TextTable()
    table.add([String(repeating: "k", count: 200), "v"])
    table.add(["short", "v"])
    #expect(table.aligned.split(separator: "\n").last?.count == 43)
  }

  @Test func `list, status and watch are tables`() {
    let session = Session()
    _ = session.run(["set", "a=1", "wider.key=x", "名=東京"])
    #expect(session.run("list") == .done("a\t1\nwider.key\tx\n名\t東京\n"))
    #expect(
      session.run("list", reader: .terminal)
        == .done("a          1\nwider.key  x\n名         東京\n"))
    let status = session.run("status", reader: .terminal).output.split(separator: "\n")
    #expect(status.first == "daemon          not running")
    #expect(status.last == "failed imports  none")
  }
}
