import Foundation
import Testing

@testable import UnitsImport

/// Distances beside those that the libraries of others measure in the same files.
@Suite(.timeLimit(.minutes(10))) struct PeerTests {
  /// A tenth of a percent, as much as two honest devices differ.
  private static let tolerance = 0.001

  @Test func `generated files are as long as other libraries have them`() throws {
    guard let judge = Judge() else { return }
    let files = try Self.makeFiles(in: judge.folder)
    let verdicts = try judge.measure(files)
    #expect(verdicts.count >= files.count)
    try check(verdicts)
    let judges = Set(verdicts.map(\.judge))
    #expect(
      judges == [
        "gpxpy, geographiclib", "gpxpy on a sphere", "ElementTree", "fitparse", "fit-tool",
      ])
  }

  @Test func `files that another library writes are read`() throws {
    guard let judge = Judge() else { return }
    let made = try judge.run(["--make", judge.folder])
    #expect(made.count == 3)
    try check(made)
    try check(try judge.measure(made.map(\.path)))
  }

  private func check(_ verdicts: [Judge.Verdict]) throws {
    for verdict in verdicts {
      let bytes = [UInt8](try Data(contentsOf: URL(filePath: verdict.path)))
      let ours = try ActivityFile.read(bytes).activities.map(\.distance)
      try #require(ours.count == verdict.distances.count, "\(verdict)")
      // A sphere is no ellipsoid: that it comes near is all that can be asked.
      let tolerance = verdict.judge.hasSuffix("sphere") ? 0.007 : Self.tolerance
      for (our, their) in zip(ours, verdict.distances) {
        #expect(abs(our - their) <= tolerance * their, "\(verdict.path) \(verdict.judge)")
      }
    }
  }

  // MARK: Files

  private static func makeFiles(in folder: String) throws -> [String] {
    var random = Numbers(state: 42)
    var files: [String] = []
    func write(_ name: String, _ bytes: [UInt8]) throws {
      let path = "\(folder)/\(name)"
      try Data(bytes).write(to: URL(filePath: path))
      files.append(path)
    }
    for (number, latitude) in [0.0, 37, 47.5, 60, -33, -78, 85].enumerated() {
      let tracks = (0..<3).map { _ in
        "<trk>\((0..<3).map { _ in segment(around: latitude, &random) }.joined())</trk>"
      }
      let version = number % 2 == 0 ? "1.1" : "1.0"
      let schema = version.split(separator: ".").joined(separator: "/")
      try write(
        "track-\(number).gpx",
        Array(
          """
          <?xml version="1.0"?>
          <gpx version="\(version)" creator="test" xmlns="http://www.topografix.com/GPX/\(schema)">
          \(tracks.joined())</gpx>
          """.utf8))
    }
    for number in 0..<3 { try write("laps-\(number).tcx", laps(&random)) }
    for (name, order) in [("little", [UInt8].ByteOrder.little), ("big", .big)] {
      var builder = FITBuilder(order)
      builder.addFile()
      var total: UInt32 = 0
      for session in 0..<3 {
        let start = FITBuilder.start + UInt32(session) * 1000
        for second in 0..<100 {
          total += UInt32(random.next(below: 900))
          builder.addRecord(second: UInt32(session * 1000 + second), centimetres: total)
        }
        builder.addSession(
          start: start, seconds: 99, centimetres: 1 + UInt32(random.next(below: 9_000_000)))
      }
      try write("sessions-\(name).fit", builder.file())
    }
    return files
  }

  private static func segment(around latitude: Double, _ random: inout Numbers) -> String {
    var (north, east) = (latitude, 10.0)
    let points = (0..<40).map { _ in
      north = min(max(north + random.next(upTo: 0.002) - 0.001, -89.9), 89.9)
      east += random.next(upTo: 0.004) - 0.002
      return "<trkpt lat=\"\(north)\" lon=\"\(east)\"><ele>1</ele></trkpt>"
    }
    return "<trkseg>\(points.joined())</trkseg>"
  }

  private static func laps(_ random: inout Numbers) -> [UInt8] {
    let activities = (0..<2).map { activity in
      let laps = (0..<5).map { lap in
        """
        <Lap StartTime="2026-11-30T0\(activity):0\(lap):00Z"><TotalTimeSeconds>60</TotalTimeSeconds>
        <DistanceMeters>\(random.next(upTo: 2000))</DistanceMeters></Lap>
        """
      }
      return "<Activity Sport=\"Running\"><Id>2026-11-30T0\(activity):00:00Z</Id>\(laps.joined())"
        + "</Activity>"
    }
    let text = """
      <TrainingCenterDatabase
        xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2">
      <Activities>\(activities.joined())</Activities></TrainingCenterDatabase>
      """
    return Array(text.utf8)
  }

  /// The same numbers in every run.
  private struct Numbers {
    var state: UInt64

    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state >> 33
    }

    mutating func next(below limit: UInt64) -> UInt64 { next() % limit }

    mutating func next(upTo limit: Double) -> Double { Double(next()) / Double(1 << 31) * limit }
  }
}

/// Python with the libraries of others, which `.ci/peers` fetches, and a folder for files.
private final class Judge {
  struct Verdict: Decodable {
    let path: String
    let judge: String
    let distances: [Double]
  }

  let folder: String
  private let python: String

  private static let root: String = {
    var folder = URL(filePath: #filePath).deletingLastPathComponent()
    while folder.path != "/",
      !FileManager.default.fileExists(atPath: folder.appending(path: "Package.swift").path)
    {
      folder.deleteLastPathComponent()
    }
    return folder.path
  }()

  /// Nil where there is none, which is said, and is a failure in CI.
  init?() {
    let variables = ProcessInfo.processInfo.environment
    python = "\(variables["UNITS_PEERS"] ?? "\(Self.root)/.build/peers")/bin/python3"
    folder = "/tmp/units-judge-\(UUID().uuidString.prefix(8))"
    let modules = "import gpxpy, geographiclib, fitparse, fit_tool"
    guard FileManager.default.isExecutableFile(atPath: python),
      (try? Self.run(python, ["-c", modules])) != nil
    else {
      print("skipped: gpxpy, geographiclib, fitparse or fit-tool is missing: \(python)")
      if variables["CI"] != nil { Issue.record("the judges are missing in CI: \(python)") }
      return nil
    }
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
    } catch {
      Issue.record("a test needs a directory: \(error)")
      return nil
    }
  }

  deinit {
    // What a test leaves in /tmp is a nuisance, and no failure.
    try? FileManager.default.removeItem(atPath: folder)
  }

  func measure(_ files: [String]) throws -> [Verdict] { try run(files) }

  func run(_ arguments: [String]) throws -> [Verdict] {
    let script = "\(Self.root)/Tests/Peers/activity-distances.py"
    let lines = try Self.run(python, [script] + arguments).split(separator: "\n")
    return try lines.map { try JSONDecoder().decode(Verdict.self, from: Data($0.utf8)) }
  }

  struct Failure: Error {
    let status: Int32
  }

  private static func run(_ program: String, _ arguments: [String]) throws -> String {
    let process = Foundation.Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failure(status: process.terminationStatus) }
    return String(decoding: output, as: UTF8.self)
  }
}
