import Foundation
import TestSupport
import Testing
import Units
import UnitsStore

@testable import UnitsImport

/// What Strava exports of an account.
@Suite(.timeLimit(.minutes(10))) struct StravaTests {
  private let home = ImportHome()

  static let header = """
    Activity ID,Activity Date,Activity Name,Activity Type,Activity Description,Elapsed Time,\
    Distance,Activity Gear,Filename,Moving Time,Distance

    """
  static let list =
    header + """
      11,"Nov 30, 2026, 7:15:00 AM","Morning, early",Run,"a ""long""
      description",600,11.13,,activities/1.gpx.gz,600,11131.9
      12,"Nov 30, 2026, 8:15:00 AM",Lap,Run,,600,1.00,,activities/2.tcx.gz,600,1000.0
      13,"Nov 29, 2026, 5:15:00 PM",Treadmill,Run,,600,5.00,,,600,5000.5
      14,"Nov 28, 2026, 5:15:00 PM",Yoga,Yoga,,600,0,,,600,0

      """
  /// As Strava has it: with blanks where XML forbids them.
  static let tcx = """
              <?xml version="1.0"?><TrainingCenterDatabase><Activities><Activity Sport="Running">
    <Id>2026-11-30T08:15:00Z</Id><Lap StartTime="2026-11-30T08:15:00Z">
    <DistanceMeters>1000</DistanceMeters></Lap></Activity></Activities></TrainingCenterDatabase>
    """

  private func export(_ folder: String = "", list: String = list) throws -> String {
    try Packing.archive(
      "\(home.root)/strava.zip",
      [
        .init("\(folder)activities.csv", "\u{FEFF}" + list),
        .init("\(folder)activities/1.gpx.gz", ImportHome.gpx(degrees: 0.1), isGzip: true),
        .init("\(folder)activities/2.tcx.gz", Self.tcx, isGzip: true),
        .init("\(folder)profile.csv", "x"),
      ])
  }

  @Test(arguments: ["", "export_1/"])
  func `an export is imported once, with its names and what has no file`(folder: String) throws {
    guard Requirement.areMet(.file("/usr/bin/python3")) else { return }
    let path = try export(folder)
    #expect(
      home.run(path) == .init(status: 0, output: "\(path): 10.6 mi in 3 activities, 3 added\n"))
    #expect(
      home.run(path) == .init(status: 0, output: "\(path): 10.6 mi in 3 activities, 0 added\n"))
    let records = try home.records().sorted { $0.value < $1.value }
    #expect(records.map(\.note) == ["Lap", "Treadmill", "Morning, early"])
    #expect(records.map(\.source) == ["TCX", "Strava", "Watch 7"])
    #expect(records[1].value == 5000.5)
    #expect(RFC3339.format(records[1].time.instant) == "2026-11-29T17:15:00Z")
    // A file by itself is the activity that it is in the export.
    let ride = try home.write("1.gpx", ImportHome.gpx(degrees: 0.1))
    #expect(home.run(ride).output.hasSuffix(", 0 added\n"))
  }

  @Test func `a file that the list names and that is not there is told`() throws {
    guard Requirement.areMet(.file("/usr/bin/python3")) else { return }
    let path = try export(list: Self.list + "15,x,Gone,Run,,1,1,,activities/9.fit.gz,1,1\n")
    let outcome = home.run(path)
    #expect(outcome.status == 65)
    #expect(outcome.output.hasSuffix(", 3 added\n"))
    #expect(
      outcome.error == """
        units-import: 1 file that the list names are not there: activities/9.fit.gz: \
        \(path), activities.csv

        """)
  }

  @Test(arguments: [
    ("15,x,Walk,Walk,,1,1,,,1,100\n", "not a time: Activity Date x", 7),
    ("15,\"Nov 30, 2026, 7:15:00 AM\",Walk,Walk,,1,1,,,1,far\n", "not a number: Distance far", 7),
    (
      "15,\"Nov 30, 2026, 7:15:00 AM\",Walk,Walk,,1,1,,,1,1e308\n",
      "above 1e15 m: Distance 1e308", 7
    ),
    ("15,x\n", "2 fields, and more are needed", 7),
    ("15,\"x\"y\n", "text behind a quoted field", 7),
    ("15,\"x\n", "quoted field without an end", 7),
  ])
  func `a row that is wrong is told with its line, and costs no other`(
    line: String, reason: String, number: Int
  ) throws {
    guard Requirement.areMet(.file("/usr/bin/python3")) else { return }
    let path = try export(list: Self.list + line)
    let outcome = home.run(path)
    #expect(outcome.status == 65)
    #expect(outcome.output.hasSuffix("in 3 activities, 3 added\n"))
    #expect(
      outcome.error.hasPrefix("units-import: \(reason): \(path), activities.csv, line \(number), "))
  }

  @Test func `a list in another language is known by what is in it`() throws {
    guard Requirement.areMet(.file("/usr/bin/python3")) else { return }
    let header = "ID,Datum,Titel,Art,Text,Dauer,Distanz,Material,Datei,Zeit,Distanz\n"
    let path = try export(list: Self.list.replacing(Self.header, with: header))
    #expect(home.run(path).output.hasSuffix("in 3 activities, 3 added\n"))
    #expect(try home.records().map(\.note).contains("Morning, early"))
  }

  @Test func `of one column of distance the unit is the kilometre`() throws {
    let list = StravaList(
      Array(
        """
        Activity ID,Activity Date,Activity Name,Distance,Filename
        1,"Jan 5, 2014, 12:00:00 AM",Walk,2.5,

        """.utf8))
    #expect(list.rows.map(\.distance) == [2500])
  }

  @Test func `an absurd distance in the list alone is told with its line, and costs no other`()
    throws
  {
    let path = try home.write(
      "activities.csv",
      """
      Activity ID,Activity Date,Activity Name,Activity Type,Elapsed Time,Distance,Filename
      1,"Nov 30, 2026, 10:00:00 AM",x,Run,60,1e308,
      2,"Nov 30, 2026, 11:00:00 AM",x,Run,60,5,

      """)
    #expect(
      home.run(path)
        == .init(
          status: 65, output: "\(path): 3.1 mi in 1 activity, 1 added\n",
          error: "units-import: above 1e15 m: Distance 1e308: \(path), line 2, column 1\n"))
    #expect(try home.records().map(\.value) == [5000])
  }

  @Test(arguments: [
    ("Nov 30, 2026, 7:15:00 AM", "2026-11-30T07:15:00Z"),
    ("Nov 30, 2026, 12:15:00 AM", "2026-11-30T00:15:00Z"),
    ("Nov 30, 2026, 12:15:00\u{202F}PM", "2026-11-30T12:15:00Z"),
    ("30 Nov 2026, 19:15:00", "2026-11-30T19:15:00Z"),
    ("9 Sept 2026, 19:15:00", "2026-09-09T19:15:00Z"),
    ("Nov 31, 2026, 7:15:00 AM", nil), ("Nov 30, 2026, 13:15:00 PM", nil), ("", nil),
    ("30 Nov 2026, 24:15:00", nil), ("Nov Nov 2026 1 2 3", nil),
    ("2018-09-12 15:02:23", "2018-09-12T15:02:23Z"),
    ("2026-11-30T07:15:00Z", "2026-11-30T07:15:00Z"),
    ("05.11.2026, 07:15:00", "2026-11-05T07:15:00Z"),
    ("11/05/2026, 7:15:00 PM", "2026-11-05T19:15:00Z"),
    ("13/11/2026, 07:15", "2026-11-13T07:15:00Z"), ("05/11/2026, 07:15:00", nil),
    ("13/13/2026, 07:15:00", nil), ("5 nov. 2026, 07:15:00", "2026-11-05T07:15:00Z"),
    ("5 août 2026, 07:15:00", nil), ("99999999999999999999.1.2026, 07:15:00", nil),
  ])
  func `times are read as Strava writes them`(text: String, time: String?) {
    #expect(StravaDate.parse(text, .unknown).map { RFC3339.format($0) } == time)
  }

  @Test(arguments: [
    (["05/11/2026, 07:15", "13/11/2026, 07:15"], StravaDate.Order.dayFirst),
    (["05/11/2026, 07:15", "11/13/2026, 07:15"], .monthFirst),
    (["13/11/2026, 07:15", "11/13/2026, 07:15"], .unknown), (["05/11/2026, 07:15"], .unknown),
  ])
  func `dates without doubt tell what the others of a list mean`(
    texts: [String], order: StravaDate.Order
  ) {
    #expect(StravaDate.order(of: texts) == order)
  }

  @Test(
    arguments: [
      ("5000.0", [5000]), ("5000", [5000]), ("5,00", [5]), ("5,000", [5000, 5]),
      ("1.205.000,0", [1_205_000]), ("1,205,000.0", [1_205_000]), ("5'000", [5000]),
      ("5\u{A0}000,5", [5000.5]), ("1,205,000", [1_205_000]), ("1.2,3.4", []), ("abc", []),
      ("", []),
      ("1e3", [1000]), ("-5", [-5]), ("٣", []),
    ] as [(String, [Double])])
  func `numbers are read in each language, in two ways where they can be`(
    text: String, readings: [Double]
  ) {
    #expect(StravaNumber.readings(of: text) == readings)
  }
}
