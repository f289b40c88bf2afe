import Foundation
import TestSupport
import Testing
import UnitsClient
import UnitsImport
import UnitsJSON
import UnitsLinux
import UnitsStore

/// The folder that is emptied, by the program in this process, with the store used directly.
@Suite(.timeLimit(.minutes(10))) struct ImportFolderTests {
  private let home = ImportHome()

  /// Puts a file into a folder.
  private func drop(_ name: String, _ text: String, in folder: String? = nil) throws {
    let folder = folder ?? home.inbox
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    try text.write(toFile: "\(folder)/\(name)", atomically: false, encoding: .utf8)
  }

  private func names(_ folder: String) throws -> [String] {
    guard FileManager.default.fileExists(atPath: folder) else { return [] }
    return try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
  }

  @Test func `what is complete is imported and moved, what is wrong moved aside with the reason`()
    throws
  {
    try drop("ride.gpx", ImportHome.gpx(degrees: 0.1))
    try drop("RIDE2.GPX", ImportHome.gpx(degrees: 0.2))
    try drop("broken.fit", "not a FIT file")
    try drop(".ride.gpx.part", "<gpx")
    try drop("notes.txt", "of somebody else")
    let outcome = try home.runFolder()
    #expect(outcome.status == 0)
    #expect(outcome.output.split(separator: "\n").count == 2)
    #expect(
      outcome.error == """
        units-import: not XML: syntax error: \(home.inbox)/broken.fit, line 1, column 1

        """)
    #expect(
      try names(home.inbox) == [".ride.gpx.part", "failed", "imported", "notes.txt"])
    #expect(try names("\(home.inbox)/imported") == ["RIDE2.GPX", "ride.gpx"])
    #expect(try names("\(home.inbox)/failed") == ["broken.fit", "broken.fit.reason"])
    let reason = try String(
      contentsOfFile: "\(home.inbox)/failed/broken.fit.reason", encoding: .utf8)
    #expect(reason.hasPrefix("not XML: syntax error: "))
    #expect(try home.records().count == 2)
    // Nothing is tried again.
    #expect(try home.runFolder() == .init(status: 0))
  }

  @Test func `what is packed is taken, and what is wrong in an archive is told beside it`() throws {
    guard Requirement.areMet(.file("/usr/bin/python3")) else { return }
    let sample = HealthTests.sample("HeartRate", "60", "count/min")
    try drop("export.xml", HealthTests.export(sample))
    _ = try Packing.file(
      "\(home.inbox)/RIDE.GPX.GZ", .init("", ImportHome.gpx(degrees: 0.1), isGzip: true))
    _ = try Packing.archive(
      "\(home.inbox)/all.zip",
      [.init("1.gpx", ImportHome.gpx(degrees: 0.2)), .init("2.gpx", "<gpx"), .init("3.tcx", "")])
    #expect(try home.runFolder().status == 0)
    #expect(try names("\(home.inbox)/imported") == ["RIDE.GPX.GZ", "export.xml"])
    #expect(try names("\(home.inbox)/failed") == ["all.zip", "all.zip.reason"])
    let reason = try String(contentsOfFile: "\(home.inbox)/failed/all.zip.reason", encoding: .utf8)
    #expect(reason.split(separator: "\n").count == 2)
    #expect(reason.contains("/all.zip, 2.gpx, line 1, column 1\n"))
    #expect(try home.records().count == 3)
  }

  @Test func `a name that is taken gets a number`() throws {
    for degrees in [0.1, 0.2, 0.3] {
      try drop("ride.gpx", ImportHome.gpx(degrees: degrees))
      #expect(try home.runFolder().status == 0)
    }
    #expect(
      try names("\(home.inbox)/imported") == ["2-ride.gpx", "3-ride.gpx", "ride.gpx"])
    #expect(try home.records().count == 3)
  }

  @Test func `a file that somebody writes is waited for`() throws {
    try drop("slow.gpx", "")
    let writer = try #require(FileHandle(forWritingAtPath: "\(home.inbox)/slow.gpx"))
    let halves = ImportHome.gpx(degrees: 0.1).split(separator: "\n", maxSplits: 2)
    try writer.write(contentsOf: Data((halves[0] + "\n" + halves[1]).utf8))
    let ended = DispatchSemaphore(value: 0)
    let home = home
    let result = Guarded<ImportHome.Outcome?>(nil)
    Thread.detachNewThread {
      let outcome = try? home.runFolder()
      result.withLock { $0 = outcome }
      ended.signal()
    }
    // It is not finished while the file is open, however long that has been.
    #expect(ended.wait(timeout: .now() + 2.5) == .timedOut)
    #expect(try home.records().isEmpty)
    try writer.write(contentsOf: Data(("\n" + halves[2]).utf8))
    try writer.close()
    #expect(ended.wait(timeout: .now() + 300) == .success)
    #expect(result.withLock { $0 }?.status == 0)
    #expect(try names("\(home.inbox)/imported") == ["slow.gpx"])
    #expect(try home.records().count == 1)
  }

  @Test func `a file that cannot be moved away is told once, and moved when it can be`() throws {
    try drop("ride.gpx", ImportHome.gpx(degrees: 0.1))
    try drop("broken.fit", "not a FIT file")
    // Where the folders are to be made, somebody has files of these names.
    try drop("imported", "")
    try drop("failed", "")
    let ended = DispatchSemaphore(value: 0)
    let home = home
    let result = Guarded<ImportHome.Outcome?>(nil)
    Thread.detachNewThread {
      let outcome = try? home.runFolder()
      result.withLock { $0 = outcome }
      ended.signal()
    }
    // Several passes find it stuck.
    #expect(ended.wait(timeout: .now() + 4.5) == .timedOut)
    try FileManager.default.removeItem(atPath: "\(home.inbox)/imported")
    try FileManager.default.removeItem(atPath: "\(home.inbox)/failed")
    #expect(ended.wait(timeout: .now() + 300) == .success)
    let outcome = try #require(result.withLock { $0 })
    #expect(outcome.status == 0)
    #expect(outcome.output.split(separator: "\n").count == 1)
    #expect(
      outcome.error == """
        units-import: not XML: syntax error: \(home.inbox)/broken.fit, line 1, column 1
        units-import: open \(home.inbox)/failed/broken.fit.reason: Not a directory
        units-import: rename \(home.inbox)/ride.gpx: Not a directory

        """)
    #expect(try names("\(home.inbox)/imported") == ["ride.gpx"])
    #expect(try names("\(home.inbox)/failed") == ["broken.fit", "broken.fit.reason"])
    #expect(try home.records().count == 1)
  }

  fileprivate struct Harm: Sendable, CustomTestStringConvertible {
    let script: String
    let reason: String
    var memory = UInt64.max
    var processorSeconds: UInt64 = 600
    var seconds: UInt64 = 600

    var testDescription: String { script }
  }

  @Test(
    arguments: [
      Harm(script: "kill -ILL $$", reason: "reading it ended with: Illegal instruction"),
      Harm(script: "kill -SEGV $$", reason: "reading it ended with: Segmentation fault"),
      Harm(script: "kill -KILL $$", reason: "reading it ended with: Killed"),
      Harm(script: "exit 3", reason: "reading it ended with status 3"),
      Harm(script: "exit 65", reason: "reading it ended with status 65"),
      Harm(
        script: "while :; do :; done", reason: "reading it took too long", processorSeconds: 1),
      Harm(script: "exec sleep 1000", reason: "reading it took too long", seconds: 1),
      Harm(
        script: "exec python3 -c 'bytearray(2 << 30)'", reason: "reading it ended with status 1",
        memory: 1 << 30),
      Harm(script: "yes | head -c 9000000; exit 4", reason: "reading it ended with status 4"),
    ])
  fileprivate func `whatever a file does to its reader, it leaves the folder`(harm: Harm) throws {
    try drop("poison.fit", "harm")
    let reader = try home.reader(
      harm.script,
      bounds: .init(
        memory: harm.memory, processorSeconds: harm.processorSeconds, seconds: harm.seconds))
    let outcome = home.run(["--folder"], reader: reader)
    #expect(outcome.status == 0)
    let message = "\(harm.reason): \(home.inbox)/poison.fit\n"
    #expect(outcome.error.hasSuffix("units-import: \(message)"), "\(outcome.error)")
    #expect(try names("\(home.inbox)/failed") == ["poison.fit", "poison.fit.reason"])
    let reason = try String(
      contentsOfFile: "\(home.inbox)/failed/poison.fit.reason", encoding: .utf8)
    #expect(reason.hasSuffix(message))
    // What is behind it is imported.
    try drop("ride.gpx", ImportHome.gpx(degrees: 0.1))
    #expect(try home.runFolder().status == 0)
    #expect(try home.records().count == 1)
  }

  @Test func `files that were made to harm are refused, and what is behind them is imported`()
    throws
  {
    // The numbers at the ends of 64 bits, and a record of no bytes again and again.
    var builder = FITBuilder()
    builder.add(34, [FITBuilder.Field(number: 253, type: 0x8E, bytes: Self.most)])
    builder.add(18, [FITBuilder.Field(number: 9, type: 0x8F, bytes: Self.most)])
    try drop("a.fit", "")
    try Data(builder.file()).write(to: URL(filePath: "\(home.inbox)/a.fit"))
    try drop("b.gpx", ImportHome.gpx(degrees: 0.1))
    #expect(try home.runFolder().status == 0)
    #expect(try names("\(home.inbox)/failed") == ["a.fit", "a.fit.reason"])
    #expect(try names("\(home.inbox)/imported") == ["b.gpx"])
  }

  private static let most = [UInt8](repeating: 0xFF, count: 7) + [0x7E]

  @Test(arguments: [74, 75, 77])
  func `what is the store's fault stays in the folder`(status: Int32) throws {
    try drop("ride.gpx", ImportHome.gpx(degrees: 0.1))
    // The second time it can be stored.
    let reader = try home.reader(
      """
      if [ -e \(home.root)/again ]; then \(ImportHome.readingScript); fi
      touch \(home.root)/again
      exit \(status)
      """)
    let outcome = home.run(["--folder"], reader: reader)
    let isTriedAgain = status == 75
    #expect(outcome.status == (isTriedAgain ? 0 : status))
    #expect(try names(home.inbox) == (isTriedAgain ? ["imported"] : ["ride.gpx"]))
    #expect(try home.records().count == (isTriedAgain ? 1 : 0))
  }

  @Test func `a reader that is not there is no fault of the file's`() throws {
    try drop("ride.gpx", ImportHome.gpx(degrees: 0.1))
    let reader = try ImportProgram.Reader(
      program: "\(home.root)/none", bounds: home.reader().bounds)
    let outcome = home.run(["--folder"], reader: reader)
    #expect(outcome.status == 74)
    #expect(outcome.error == "units-import: execv \(home.root)/none: No such file or directory\n")
    #expect(try names(home.inbox) == ["ride.gpx"])
  }

  @Test func `the folder of the preference is the one that the link leads to`() throws {
    #expect(try home.runFolder().status == 0)
    let link = "\(home.root)/home/.config/units/import-folder"
    func destination() throws -> String {
      try FileManager.default.destinationOfSymbolicLink(atPath: link)
    }
    #expect(try destination() == home.inbox)
    let other = "\(home.root)/home/Sync/activities"
    try home.client.set([PreferenceKey.importFolder: .string("~/Sync/activities")])
    // Nobody has made it yet.
    try drop("ride.gpx", ImportHome.gpx(degrees: 0.1), in: other)
    #expect(try home.runFolder().status == 0)
    #expect(try destination() == other)
    #expect(try names("\(other)/imported") == ["ride.gpx"])
  }

  @Test(arguments: ["Sync", "", "~ann/x", "../x"])
  func `a folder that depends on where one stands is refused`(path: String) {
    #expect(throws: ClientError.self) {
      try home.client.set([PreferenceKey.importFolder: .string(path)])
    }
  }
}
