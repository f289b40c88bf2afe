import Foundation
import TestSupport
import Testing

@testable import UnitsImport

/// Files that are packed, and archives of them.
@Suite(.timeLimit(.minutes(10))) struct PackedFileTests {
  private let home = ImportHome()

  private static let ride = ImportHome.gpx(degrees: 0.1)
  private static let isPythonThere = Requirement.areMet(.file("/usr/bin/python3"))

  @Test func `a packed file is the same activity as the file`() throws {
    guard Self.isPythonThere else { return }
    let plain = try home.write("ride.gpx", Self.ride)
    let packed = try Packing.file(
      "\(home.root)/ride.gpx.gz", .init("", Self.ride, isGzip: true))
    #expect(home.run(packed) == .init(status: 0, output: Self.line(packed, added: 1)))
    #expect(home.run(plain) == .init(status: 0, output: Self.line(plain, added: 0)))
    // Packed twice it is nothing that anybody writes.
    let twice = try Packing.file(
      "\(home.root)/twice.gpx.gz",
      .init("", try Data(contentsOf: URL(filePath: packed)), isGzip: true))
    #expect(home.run(twice).status == 65)
  }

  @Test func `packings one behind the other are one file, and zeros may follow`() throws {
    guard Self.isPythonThere else { return }
    var bytes = Data()
    for half in [Self.ride.prefix(70), Self.ride.dropFirst(70)] {
      bytes += try packed(String(half))
    }
    bytes += Data(count: 300_000)
    let path = "\(home.root)/two.gpx.gz"
    try bytes.write(to: URL(filePath: path))
    #expect(home.run(path) == .init(status: 0, output: Self.line(path, added: 1)))
    try (bytes + Data("more".utf8)).write(to: URL(filePath: path))
    #expect(
      home.run(path)
        == .init(
          status: 65,
          error: "units-import: gzip data are damaged: incorrect header check: \(path)\n"))
  }

  private func packed(_ text: String) throws -> Data {
    let path = try Packing.file("\(home.root)/part.gz", .init("", text, isGzip: true))
    return try Data(contentsOf: URL(filePath: path))
  }

  @Test func `a packed file that is cut off anywhere is refused`() throws {
    guard Self.isPythonThere else { return }
    let bytes = try packed(Self.ride)
    let path = "\(home.root)/cut.gpx.gz"
    for length in 0..<bytes.count {
      try bytes.prefix(length).write(to: URL(filePath: path))
      let outcome = home.run(path)
      #expect(outcome.status == 65, "\(length)")
      if length > 1 { #expect(outcome.error == "units-import: gzip data are cut off: \(path)\n") }
    }
    #expect(try home.records().isEmpty)
  }

  @Test func `what unpacks without end is refused`() throws {
    guard Self.isPythonThere else { return }
    let fit = try Packing.file(
      "\(home.root)/bomb.fit.gz",
      .init(
        "", Data([14, 32, 0, 0, 0, 0, 0, 64]) + Data(".FIT".utf8), isGzip: true, blanks: 65 << 20))
    #expect(
      home.run(fit) == .init(status: 65, error: "units-import: file of more than 64 MiB: \(fit)\n"))
    let archive = try Packing.archive(
      "\(home.root)/bomb.zip", [.init("a.gpx", Self.ride, blanks: 257 << 20)])
    #expect(
      home.run(archive)
        == .init(
          status: 65, error: "units-import: file of more than 256 MiB: \(archive), a.gpx\n"))
    // What is read in passing has the same bound, here a smaller one.
    let text = try Packing.file(
      "\(home.root)/bomb.gpx.gz", .init("", Self.ride, isGzip: true, blanks: 2 << 20))
    let error = #expect(throws: ActivityFileError.self) {
      let source = GzipSource(try ImportItem.file(text, name: text, size: 0).open())
      _ = try ActivityFile.content(of: LimitedSource(source, limit: 1 << 20), .refused)
    }
    #expect(error == .tooLarge(limit: 1 << 20))
  }

  @Test func `an entry is believed no size`() throws {
    guard Self.isPythonThere else { return }
    let path = try Packing.archive("\(home.root)/lies.zip", [.init("ride.gpx", Self.ride)])
    let bytes = try Data(contentsOf: URL(filePath: path))
    let size = withUnsafeBytes(of: UInt32(Self.ride.utf8.count).littleEndian) { Data($0) }
    for change in [-20, 20] {
      var lie = bytes
      let other = UInt32(Self.ride.utf8.count + change).littleEndian
      // In front of the entry and in the list at the end.
      while let place = lie.range(of: size) {
        lie.replaceSubrange(place, with: withUnsafeBytes(of: other) { Data($0) })
      }
      try lie.write(to: URL(filePath: path))
      let error = home.run(path).error
      #expect(error.hasPrefix("units-import: entry is "), "\(change): \(error)")
      #expect(error.hasSuffix(": \(path), ride.gpx\n"))
    }
    #expect(try home.records().isEmpty)
  }

  @Test func `an archive whose numbers have 64 bits is one`() throws {
    guard Self.isPythonThere else { return }
    let entries: [Packing.Entry] = [
      .init("a.gpx", Self.ride), .init("b.gpx.gz", ImportHome.gpx(degrees: 0.2), isGzip: true),
    ]
    let path = try Packing.archive("\(home.root)/large.zip", entries, isLarge: true)
    let outcome = home.run(path)
    #expect(outcome.status == 0 && outcome.output.hasSuffix(" in 2 activities, 2 added\n"))
    let bytes = try Data(contentsOf: URL(filePath: path))
    for length in 0..<bytes.count {
      try bytes.prefix(length).write(to: URL(filePath: path))
      #expect(home.run(path).status == 65, "\(length)")
    }
  }

  @Test func `an archive that is cut off anywhere is refused`() throws {
    guard Self.isPythonThere else { return }
    let path = try Packing.archive(
      "\(home.root)/cut.zip",
      [.init("a.gpx", Self.ride), .init("b.gpx.gz", Self.ride, isGzip: true)])
    let bytes = try Data(contentsOf: URL(filePath: path))
    for length in 0..<bytes.count {
      try bytes.prefix(length).write(to: URL(filePath: path))
      let outcome = home.run(path)
      #expect(outcome.status == 65 && outcome.output.isEmpty, "\(length)")
    }
    #expect(try home.records().count <= 1)
  }

  @Test func `an archive with any byte changed is refused, or holds what it held`() throws {
    guard Self.isPythonThere else { return }
    let path = try Packing.archive("\(home.root)/changed.zip", [.init("a.gpx", Self.ride)])
    let bytes = try Data(contentsOf: URL(filePath: path))
    #expect(home.run(path).status == 0)
    for place in bytes.indices {
      var changed = bytes
      changed[place] ^= 0xFF
      try changed.write(to: URL(filePath: path))
      let outcome = home.run(path)
      #expect(outcome.status == 0 || outcome.status == 65, "\(place)")
      #expect(outcome.status != 0 || outcome.output == Self.line(path, added: 0), "\(place)")
    }
    #expect(try home.records().count == 1)
  }

  @Test func `a bad entry is named and keeps no other out`() throws {
    guard Self.isPythonThere else { return }
    let path = try Packing.archive(
      "\(home.root)/export.zip",
      [
        .init("good.gpx", Self.ride), .init("bad\u{1B}[2J.gpx", "<gpx"),
        .init("cut.tcx.gz", try packed(Self.ride).prefix(40)), .init("empty.gpx", "<gpx/>"),
        .init("readme.txt", "not looked at"), .init("__MACOSX/._good.gpx", "rubbish"),
      ])
    let outcome = home.run(path)
    #expect(outcome.status == 65)
    #expect(outcome.output == Self.line(path, added: 1))
    #expect(
      outcome.error == """
        units-import: not XML: unclosed token: \(path), bad [2J.gpx, line 1, column 1
        units-import: gzip data are cut off: \(path), cut.tcx.gz

        """)
    #expect(home.run("--json", path).output.hasSuffix(#","refused":2,"told":[]}"# + "\n"))
  }

  @Test func `an archive of other things says so`() throws {
    guard Self.isPythonThere else { return }
    for (entries, reason) in [
      ([], "zip archive is empty, damaged or cut off"),
      (
        [Packing.Entry("readme.txt", "x"), .init("a.xml", "<a/>")],
        "neither activities nor a Health export in it"
      ),
    ] {
      let path = try Packing.archive("\(home.root)/other.zip", entries)
      #expect(home.run(path) == .init(status: 65, error: "units-import: \(reason): \(path)\n"))
    }
  }

  @Test func `a folder is what an archive of it is`() throws {
    let folder = "\(home.root)/export"
    try FileManager.default.createDirectory(
      atPath: "\(folder)/activities", withIntermediateDirectories: true)
    _ = try home.write("export/activities/1.gpx", Self.ride)
    // A link that leads round in a circle is no harm.
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder)/activities/again", withDestinationPath: folder)
    let outcome = home.run(folder)
    #expect(outcome.status == 0)
    #expect(outcome.output.hasSuffix(", 1 added\n"))
    #expect(try home.records().count == 1)
  }

  @Test func `a source gives what it was given, and no more than is allowed`() throws {
    let bytes = (0..<700_000).map { UInt8(truncatingIfNeeded: $0) }
    #expect(try ArraySource(bytes).rest() == bytes)
    #expect(try SourceWithHead(ArraySource(bytes), atLeast: 300_000).rest() == bytes)
    #expect(try SourceWithHead(ArraySource([]), atLeast: 4).rest() == [])
    #expect(try LimitedSource(ArraySource(bytes), limit: 700_000).rest() == bytes)
    #expect(throws: ActivityFileError.self) {
      try LimitedSource(ArraySource(bytes), limit: 699_999).rest()
    }
  }

  private static func line(_ path: String, added: Int) -> String {
    "\(path): 6.9 mi in 1 activity, \(added) added\n"
  }
}
