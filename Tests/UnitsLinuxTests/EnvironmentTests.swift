import Foundation
import Testing
import UnitsLinux

@Suite(.serialized) struct EnvironmentTests {
  @Test func `an empty variable is an unset one`() {
    let environment = Environment(["A": "1", "B": ""])
    #expect(environment["A"] == "1")
    #expect(environment["B"] == nil)
    #expect(environment["C"] == nil)
  }

  @Test func `this process's variables are read when they are asked for`() {
    let name = "UNITS_TEST_VARIABLE"
    defer { unsetenv(name) }
    #expect(Environment.process[name] == nil)
    setenv(name, "ümlaut", 1)
    #expect(Environment.process[name] == "ümlaut")
    setenv(name, "", 1)
    #expect(Environment.process[name] == nil)
  }

  @Test func `a variable that is not UTF-8 is not repaired into another`() {
    let name = "UNITS_TEST_BYTES"
    defer { unsetenv(name) }
    setenv(name, [0x2f, -1, 0] as [CChar], 1)
    #expect(Environment.process[name] == nil)
  }

  @Test func `tokens are sixteen digits and differ`() {
    let tokens = Set((0..<100).map { _ in UnitsLinux.Process.randomToken() })
    #expect(tokens.count == 100)
    #expect(tokens.allSatisfy { $0.count == 16 && $0.allSatisfy(\.isHexDigit) })
  }

  @Test func `the process knows itself`() {
    #expect(UnitsLinux.Process.user == geteuid())
    #expect(UnitsLinux.Process.identifier == getpid())
  }
}
