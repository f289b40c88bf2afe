import Testing
import UnitsLinux

@Suite struct LogTests {
  @Test func `a line bears its level under the journal and the program's name elsewhere`() {
    let journal = Log(program: "unitsd", environment: Environment(["JOURNAL_STREAM": "8:1"]))
    #expect(journal.line(.warning, "damaged file") == "<4>damaged file\n")
    let terminal = Log(program: "unitsd", environment: Environment([:]))
    #expect(terminal.line(.error, "damaged file") == "unitsd: damaged file\n")
  }

  @Test func `a message cannot begin a line of its own making`() {
    let log = Log(program: "unitsd", environment: Environment(["JOURNAL_STREAM": "8:1"]))
    #expect(log.line(.notice, "a\n<0>b\u{1b}\r\n") == "<5>a\u{FFFD}<0>b\u{FFFD}\u{FFFD}\u{FFFD}\n")
  }
}
