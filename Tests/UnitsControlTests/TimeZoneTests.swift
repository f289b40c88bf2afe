import Foundation
import TestSupport
import Testing
import UnitsLinux

/// The program in other time zones than this process has. Rules of zones can be written, so that the
/// clock is moved today, whenever the test runs.
@Suite(.timeLimit(.minutes(10))) struct TimeZoneTests {
  let session = Session(["LANG": "de_DE.UTF-8"])

  private func run(_ line: String, zone: String) throws -> String {
    let process = Foundation.Process()
    process.executableURL = URL(fileURLWithPath: BuiltProgram.unitsctl.path)
    process.arguments = line.split(separator: " ").map(String.init)
    process.environment = [
      "HOME": "\(session.root)/home", "XDG_RUNTIME_DIR": "\(session.root)/run",
      "LANG": "de_DE.UTF-8", "TZ": zone,
    ]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(line)")
    return String(decoding: data, as: UTF8.self)
  }

  @Test(arguments: [23, 24, 25])
  func `today is as long as the clock has it`(hours: Int) throws {
    // A zone in which it is around noon, so that no midnight comes while the test runs.
    let now = Int(Date().timeIntervalSince1970)
    let ahead = 12 - now / 3600 % 24
    let day = (now + ahead * 3600) / 86_400
    let start = day * 86_400 - ahead * 3600
    let date = Calendar(identifier: .gregorian)
    var utc = date
    utc.timeZone = .gmt
    let noon = Date(timeIntervalSince1970: Double(day * 86_400 + 43_200))
    let number = try #require(utc.ordinality(of: .day, in: .year, for: noon))
    let isLeap = utc.range(of: .day, in: .year, for: noon)?.count == 366
    // In these rules the 29th of February has no number.
    let today = isLeap && number > 59 ? number - 1 : number
    let other = today > 200 ? 100 : 300
    // Signs are those of POSIX: behind Greenwich is positive. Summer time is an hour ahead.
    let zone =
      switch hours {
      case 23: "XST\(-ahead)XDT\(-ahead - 1),J\(today)/2,J\(other)/3"
      case 25: "XST\(-ahead + 1)XDT\(-ahead),J\(other)/2,J\(today)/3"
      default: "XST\(-ahead)"
      }
    let end = start + hours * 3600
    for (kilometers, moment) in [(1, start - 1), (2, start), (4, end - 1), (8, end)] {
      let time = Date(timeIntervalSince1970: Double(moment)).formatted(.iso8601)
      _ = try run("log distance \(kilometers)km --at \(time)", zone: zone)
    }
    let summary = try run("summary distance", zone: zone)
    #expect(summary.hasPrefix("distance\t2\ttotal\t6.0 km\t"), "\(zone)")
    let since = try run("records --since today --until today --json", zone: zone)
    #expect(since.split(separator: "\n").count == 2, "\(zone)")
    let yesterday = try run("records --since yesterday --until yesterday --json", zone: zone)
    #expect(yesterday.contains(#""value":1000.0"#), "\(zone)")
  }

  @Test(arguments: [
    ("Europe/Berlin", "2026-03-29T02:30", "2026-03-29T03:30:00+02:00"),
    ("America/New_York", "2026-03-08T02:30", "2026-03-08T03:30:00-04:00"),
    ("Australia/Lord_Howe", "2026-10-04T02:15", "2026-10-04T02:45:00+11:00"),
    ("America/Sao_Paulo", "2018-11-04T00:30", "2018-11-04T01:30:00-02:00"),
    // A day that its islands never had.
    ("Pacific/Apia", "2011-12-30T12:00", "2011-12-31T12:00:00+14:00"),
    ("Europe/Berlin", "2026-10-25T02:30", "2026-10-25T02:30:00+02:00"),
    ("America/New_York", "2026-11-01T01:30", "2026-11-01T01:30:00-04:00"),
    ("Australia/Lord_Howe", "2026-04-05T01:45", "2026-04-05T01:45:00+11:00"),
    ("Europe/Berlin", "2026-03-29T01:59", "2026-03-29T01:59:00+01:00"),
    ("Europe/Berlin", "2026-03-29T03:00", "2026-03-29T03:00:00+02:00"),
    ("Pacific/Kiritimati", "2026-11-30T07:15", "2026-11-30T07:15:00+14:00"),
  ])
  func `a time that the clock skips goes forward, and one that comes twice is the first`(
    zone: String, typed: String, time: String
  ) throws {
    #expect(try run("log distance 5km --at \(typed)", zone: zone).contains(" \(time) "))
  }

  @Test func `a record keeps the offset where it was taken, and is seen by the day where one is`()
    throws
  {
    _ = try run("log distance 5km --at 2026-11-29T20:00", zone: "America/New_York")
    let here = "2026-11-29T20:00:00-05:00\tdistance\t5.0 km\t"
    for zone in ["America/New_York", "Asia/Tokyo", "UTC"] {
      #expect(try run("records", zone: zone).hasPrefix(here), "\(zone)")
    }
    // In Tokyo it was ten in the morning of the next day.
    let day = "records --since 2026-11-29 --until 2026-11-29"
    #expect(try run(day, zone: "America/New_York").hasPrefix(here))
    #expect(try run(day, zone: "Asia/Tokyo") == "")
    #expect(
      try run("records --since 2026-11-30 --until 2026-11-30", zone: "Asia/Tokyo").hasPrefix(here))
    // The offset goes with an export.
    let exported = try run("records export", zone: "Asia/Tokyo")
    let other = Session()
    #expect(other.run("records import -", input: exported) == .done("1 record added\n"))
    #expect(other.run("records export").output == exported)
  }

  @Test func `a day that a change of the clock shortens is listed in full`() throws {
    let zone = "Europe/Berlin"
    for time in [
      "2026-03-28T23:00:00Z", "2026-03-29T21:59:59Z", "2026-03-29T22:00:00Z",
      "2026-10-24T22:00:00Z", "2026-10-25T22:59:59Z", "2026-10-25T23:00:00Z",
    ] { _ = try run("log distance 1km --at \(time)", zone: zone) }
    for day in ["2026-03-29", "2026-10-25"] {
      let lines = try run("records --since \(day) --until \(day)", zone: zone)
      #expect(lines.split(separator: "\n").count == 2, "\(day)")
    }
  }
}
