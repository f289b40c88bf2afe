import Foundation
import TestSupport
import Testing
import Units
import UnitsClient
import UnitsCommandLine
import UnitsImport
import UnitsJSON
import UnitsLinux
import UnitsStore

/// The program in this process, on a store of its own.
@Suite struct ImportProgramTests {
  private let home = ImportHome()

  @Test func `an activity is stored once, however often and under whatever name it is imported`()
    throws
  {
    let ride = try home.write("ride.gpx", ImportHome.gpx(degrees: 0.1))
    let copy = try home.write("copy of ride.gpx", ImportHome.gpx(degrees: 0.1, name: "other"))
    #expect(
      home.run(ride) == .init(status: 0, output: "\(ride): 6.9 mi in 1 activity, 1 added\n"))
    #expect(
      home.run(ride, copy)
        == .init(
          status: 0,
          output: """
            \(ride): 6.9 mi in 1 activity, 0 added
            \(copy): 6.9 mi in 1 activity, 0 added

            """))
    let records = try home.records()
    #expect(records.count == 1)
    let record = try #require(records.first)
    #expect(abs(record.value - 11_131.949) < 0.001)
    #expect(record.type == .distance)
    #expect(record.time.description == "2026-11-30T08:15:00+01:00")
    #expect(record.note == "morning")
    #expect(record.source == "Watch 7")
  }

  @Test func `a file that does not say when is refused, and taken with a time`() throws {
    let path = try home.write("track.gpx", ImportHome.gpx(degrees: 1, time: nil))
    #expect(
      home.run(path)
        == .init(
          status: 65,
          error: "units-import: nothing in it says when it was: --at TIME does: \(path)\n"))
    #expect(try home.records().isEmpty)
    #expect(home.run("--at", "2026-11-30T07:15:00+01:00", path).status == 0)
    // Another time is none of its content: it is the same activity.
    #expect(home.run("--at", "yesterday", path).output.hasSuffix(", 0 added\n"))
    #expect(try home.records().map(\.time.description) == ["2026-11-30T07:15:00+01:00"])
    // A file that says it is believed.
    let dated = try home.write("dated.gpx", ImportHome.gpx(degrees: 0.3))
    #expect(home.run("--at=2020-01-01T00:00:00Z", dated).status == 0)
    #expect(try home.records().map(\.time.description).contains("2026-11-30T08:15:00+01:00"))
  }

  @Test func `more activities than a batch are stored`() throws {
    let track = { (number: Int) in
      """
      <trk><trkseg><trkpt lat="\(Double(number) / 1000)" lon="0"/>
      <trkpt lat="1" lon="1"/></trkseg></trk>
      """
    }
    let count = RecordImport.batchSize * 2 + 7
    let path = try home.write(
      "many.gpx", "<gpx version=\"1.1\">\((0..<count).map(track).joined())</gpx>")
    let run = { home.run("--at", "2026-11-30T07:15", path).output }
    #expect(run().hasSuffix(" in \(count) activities, \(count) added\n"))
    #expect(try home.records().count == count)
    #expect(run().hasSuffix(", 0 added\n"))
  }

  @Test func `a refused file imports nothing, and keeps no other out`() throws {
    let good = try home.write("good.gpx", ImportHome.gpx(degrees: 0.1))
    let bad = try home.write(
      "bad.gpx", ImportHome.gpx(degrees: 0.2).replacing("lon=\"0.2\"", with: "lon=\"NaN\""))
    let cut = try home.write("cut.gpx", String(ImportHome.gpx(degrees: 0.3).dropLast(9)))
    let outcome = home.run(bad, cut, "/nonexistent.fit", "/dev/null", good)
    #expect(outcome.status == 65)
    #expect(outcome.output == "\(good): 6.9 mi in 1 activity, 1 added\n")
    #expect(
      outcome.error == """
        units-import: no activity with a distance; 2 points without a place left out: \(bad)
        units-import: not XML: unclosed token: \(cut), line 5, column 10
        units-import: open /nonexistent.fit: No such file or directory
        units-import: not a regular file: /dev/null

        """)
    #expect(try home.records().count == 1)
  }

  @Test func `a pipe is not waited for`() throws {
    let path = "\(home.root)/pipe.gpx"
    #expect(mkfifo(path, 0o600) == 0)
    #expect(home.run(path).error == "units-import: not a regular file: \(path)\n")
  }

  @Test func `a file of an absurd size is not read`() throws {
    let path = try home.write("large.gpx", "")
    #expect(truncate(path, 1 << 40) == 0)
    #expect(home.run(path).error == "units-import: file of more than 256 MiB: \(path)\n")
  }

  @Test func `what a file says of itself is made fit for a record`() throws {
    let name = String(repeating: "é", count: 3000) + "&#10;"
    let path = try home.write(
      "long.gpx", ImportHome.gpx(degrees: 1, name: "a&#10;b\u{9B}\(name)"))
    #expect(home.run(path).status == 0)
    let note = try #require(try home.records().first?.note)
    #expect(note.hasPrefix("a b é"))
    #expect(note.utf8.count <= NewRecord.noteLimit)
  }

  @Test func `programs get an object a file`() throws {
    let path = try home.write(
      "ride.gpx", ImportHome.gpx(degrees: 0.1).replacing("</trkseg>", with: "<trkpt/></trkseg>"))
    let line = home.run("--json", path).output
    #expect(line.hasPrefix(#"{"file":"\#(path)","activities":1,"added":1,"distance":11131.9"#))
    #expect(line.contains(#""left_out":1,"refused":0,"told":["1 point without a place"]}"#))
    #expect(home.run("--quiet", path) == .init(status: 0))
    let value = try JSONValue(parsing: Array(line.dropLast().utf8))
    guard case .object(let object) = value else {
      Issue.record("no object: \(line)")
      return
    }
    #expect(object.map(\.key) == Program.unitsImport.declaration.json.first?.members.map(\.name))
  }

  @Test func `the group and the way to it may be named`() throws {
    let path = try home.write("ride.gpx", ImportHome.gpx(degrees: 0.1))
    #expect(home.run("--group=g.other", path).status == 0)
    #expect(try home.records().isEmpty)
    let outcome = ImportHome.run(
      ["--socket", "\(home.root)/none", path], environment: home.environment)
    #expect(outcome.status == 69)
    #expect(outcome.error.hasPrefix("units-import: no daemon"))
  }

  @Test(arguments: [
    ([], "operand missing: FILE"), (["--folder", "x"], "unexpected operand: x"),
    (["--fold"], "unknown option: --fold"), (["--group"], "option needs a value: --group"),
    (["--group", ".x", "f"], "not a group's name: .x"),
    (["--timeout", "0", "f"], "not a timeout: 0"),
    (["--at", "tomorrow", "f"], "not a time: tomorrow"),
  ])
  func `a line that cannot be understood says why`(arguments: [String], message: String) {
    let outcome = ImportHome.run(arguments, environment: home.environment)
    #expect(outcome.status == 64)
    #expect(outcome.error.hasPrefix("units-import: \(message)\n"))
  }

  @Test func `help and version go to standard output`() {
    let help = home.run("--help")
    #expect(help.status == 0 && help.error.isEmpty)
    #expect(help.output.hasPrefix("usage: units-import"))
    #expect(help.output.contains("dev.units.import.folder"))
    for word in ["What is garbage", "--at", "--courses", "else the sum of its laps", "1,000 km/h"] {
      #expect(help.output.contains(word))
    }
    #expect(help.output.split(separator: "\n").allSatisfy { $0.count <= 100 })
    #expect(home.run("--version").output == "units-import \(Version.text)\n")
  }
}

/// A home of a test's own, and files in it.
final class ImportHome: Sendable {
  struct Outcome: Equatable {
    var status: Int32
    var output = ""
    var error = ""
  }

  private let home = TemporaryHome()

  var root: String { home.root }
  var environment: UnitsLinux.Environment {
    Environment(home.variables.merging(["LANG": "en_US.UTF-8"]) { $1 })
  }

  var inbox: String { "\(home.data)/import" }

  func write(_ name: String, _ text: String) throws -> String {
    let path = "\(root)/\(name)"
    try text.write(toFile: path, atomically: false, encoding: .utf8)
    return path
  }

  func run(_ arguments: String...) -> Outcome {
    Self.run(["--no-daemon"] + arguments, environment: environment)
  }

  /// Has the files of the folder imported.
  func runFolder() throws -> Outcome { try run(["--folder"], reader: reader()) }

  /// With somebody who sees standard error as it is written.
  func runOnTerminal(_ arguments: String...) -> Outcome {
    Self.run(["--no-daemon"] + arguments, environment: environment, isTerminal: true)
  }

  static func run(
    _ arguments: [String], environment: UnitsLinux.Environment, isTerminal: Bool = false,
    reader: ImportProgram.Reader? = nil
  ) -> Outcome {
    var outcome = Outcome(status: -1)
    outcome.status = ImportProgram.run(
      arguments: arguments, environment: environment,
      streams: ImportProgram.Streams(
        output: { outcome.output += $0 }, error: { outcome.error += $0 },
        isTerminal: { isTerminal }), reader: reader ?? .own)
    return outcome
  }

  /// The program as it was built, in this home, within these bounds or a script in its place. Under a
  /// sanitizer it takes all the address space there is.
  func reader(
    _ script: String? = nil,
    bounds: BoundedChild.Bounds = .init(memory: .max, processorSeconds: 600, seconds: 600)
  ) throws -> ImportProgram.Reader {
    let variables = ["HOME": home.home, "XDG_RUNTIME_DIR": home.runtime]
    let exports = variables.map { "export \($0)=\($1)\n" }.joined()
    let path = try write("reader", "#!/bin/sh\n\(exports)\(script ?? Self.readingScript)\n")
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
    return ImportProgram.Reader(program: path) { _ in bounds }
  }

  /// What reads a file as it should.
  static let readingScript = "exec \(BuiltProgram.unitsImport.path) \"$@\""

  func run(_ files: [String], options: [String]) -> Outcome {
    Self.run(["--no-daemon"] + options + files, environment: environment)
  }

  func run(_ arguments: [String], reader: ImportProgram.Reader) -> Outcome {
    Self.run(["--no-daemon"] + arguments, environment: environment, reader: reader)
  }

  var client: GroupClient {
    var options = ClientOptions(environment: environment)
    options.route = .directOnly
    return GroupClient(options: options)
  }

  func records() throws -> [Record] {
    let list = client.listRecords(RecordQuery())
    var records: [Record] = []
    while let page = try list.next() { records += page }
    return records
  }

  /// A track along the equator.
  static func gpx(
    degrees: Double, name: String = "morning", time: String? = "2026-11-30T08:15:00+01:00"
  ) -> String {
    """
    <?xml version="1.0"?>
    <gpx version="1.1" creator="Watch 7"><trk><name>\(name)</name><trkseg>
    <trkpt lat="0" lon="0">\(time.map { "<time>\($0)</time>" } ?? "")</trkpt>
    <trkpt lat="0" lon="\(degrees)"/>
    </trkseg></trk></gpx>
    """
  }
}
