import Foundation
import Testing
import UnitsControl

/// What the user of a machine with administrators meets.
@Suite struct AdministratorCommandTests {
  let session = Session()

  @Test func `a locked key is refused with 77, and told by file`() throws {
    try session.administer("json", #"{"dev.units.system":"metric","theme":"dark"}"#)
    try session.administer("mandatory", "dev.units.system\n")
    let lock = "\(session.root)/xdg/units/group.dev.units.mandatory"
    let refusal = Session.Outcome(
      status: 77, error: "unitsctl: locked by \(lock): dev.units.system\n")
    #expect(session.run("get") == .done("metric\n"))
    for line in ["set imperial", "toggle", "unset dev.units.system", "set dev.units.system=metric"]
    {
      #expect(session.run(line) == refusal, "\(line)")
    }
    #expect(session.run(["load", "-"], input: #"{"dev.units.system":"metric"}"#) == refusal)
    #expect(session.content == nil || session.content == "{}\n")
    #expect(session.run("get") == .done("metric\n"))
  }

  @Test func `get --explain names the file that decides`() throws {
    try session.administer("json", #"{"theme":"dark","size":10}"#)
    let defaults = "\(session.root)/xdg/units/group.dev.units.json"
    let lock = "\(session.root)/xdg/units/group.dev.units.mandatory"
    #expect(session.run("get --explain theme") == .done("value: dark\nfile: \(defaults)\n"))
    #expect(session.run("set theme light") == .done())
    #expect(session.run("get --explain theme") == .done("value: light\nfile: \(session.file)\n"))
    try session.administer("mandatory", "theme\n")
    #expect(
      session.run("get --explain theme")
        == .done("value: dark\nfile: \(defaults)\nlocked by: \(lock)\nignored: light\n"))
    #expect(
      session.run("get --explain theme --json")
        == .done(
          #"{"value":"dark","file":"\#(defaults)","locked_by":"\#(lock)","#
            + #""ignored":"light"}"# + "\n"))
    #expect(
      session.run("get --explain") == .init(status: 1), "no unit system anywhere, none stored")
    #expect(session.run("get --explain absent") == .init(status: 1))
    #expect(session.run("get") == .done("imperial\n"))
    #expect(
      session.run("get --explain") == .done("value: imperial\nfile: \(session.file)\n"))
  }

  @Test func `a dump has what the user has set, and loads again`() throws {
    try session.administer("json", #"{"theme":"dark","size":10}"#)
    #expect(session.run("dump") == .done("{}\n"))
    #expect(session.run("list") == .done("size\t10\ntheme\tdark\n"))
    #expect(session.run("set theme=light n=1") == .done())
    let dump = session.run("dump").output
    #expect(dump == "{\n  \"n\": 1,\n  \"theme\": \"light\"\n}\n")
    #expect(session.run("set size 11") == .done())
    #expect(session.run(["load", "--replace", "-"], input: dump) == .done())
    #expect(session.run("list") == .done("n\t1\nsize\t10\ntheme\tlight\n"))
    #expect(session.content == dump)
  }
}
