import Testing
import Units
import UnitsStore

@testable import UnitsImport

@Suite struct TCXTests {
  private func read(_ content: String) throws(ActivityFileError) -> [Activity] {
    let text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <TrainingCenterDatabase
        xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2">\(content)
      </TrainingCenterDatabase>
      """
    return try ActivityFile.read(Array(text.utf8)).activities
  }

  private func lap(_ distance: String, start: String = "2026-11-30T07:15:00Z") -> String {
    """
    <Lap StartTime="\(start)"><TotalTimeSeconds>60</TotalTimeSeconds>
    <DistanceMeters>\(distance)</DistanceMeters><Track><Trackpoint>
    <Time>\(start)</Time><DistanceMeters>77777</DistanceMeters></Trackpoint></Track></Lap>
    """
  }

  @Test func `an activity is as long as its laps`() throws {
    let activities = try read(
      """
      <Activities><Activity Sport="Biking"><Id>2026-11-30T07:15:00Z</Id>\(lap("1000.5"))
      \(lap("0", start: "2026-11-30T07:20:00Z"))\(lap("2e3", start: "2026-11-30T07:25:00Z"))
      <Notes>windy</Notes><Creator><Name>Edge</Name></Creator></Activity></Activities>
      """)
    let activity = try #require(activities.first)
    #expect(activities.count == 1)
    #expect(activity.distance == 3000.5)
    #expect(activity.start == (try RFC3339.parse("2026-11-30T07:15:00Z").instant))
    #expect(activity.name == "windy")
    #expect(activity.creator == "Edge")
    #expect(activity.format == .tcx)
  }

  @Test func `several sports of one session are several activities`() throws {
    let activities = try read(
      """
      <Activities><MultiSportSession><Id>2026-11-30T07:15:00Z</Id>
      <FirstSport><Activity Sport="Running">\(lap("1000"))</Activity></FirstSport>
      <NextSport><Activity Sport="Biking">\(lap("2000", start: "2026-11-30T08:00:00Z"))</Activity>
      </NextSport></MultiSportSession>
      <Activity Sport="Other">\(lap("0"))</Activity></Activities>
      """)
    #expect(activities.map(\.distance) == [1000, 2000])
    #expect(activities.map(\.name) == ["Running", "Biking"])
  }

  @Test func `a course, which nobody has gone, is no activity`() {
    #expect(throws: ActivityFileError.course) {
      try read("<Courses><Course><Name>x</Name>\(lap("5000"))</Course></Courses>")
    }
  }

  @Test func `what was measured makes the id, and nothing else`() throws {
    func id(_ distance: String, _ rest: String = "") throws -> RecordID? {
      try read(
        "<Activities><Activity Sport='Running'>\(lap(distance))\(rest)</Activity></Activities>"
      ).first?.id
    }
    #expect(try id("1000") == id("1000.0", "<Notes>later</Notes>"))
    #expect(try id("1000") != id("1001"))
    #expect(try id("1000") != id("500", lap("500")))
  }

  @Test func `an activity of more than anybody goes is told, and costs no other`() throws {
    let home = ImportHome()
    let path = try home.write(
      "laps.tcx",
      """
      <TrainingCenterDatabase><Activities><Activity Sport="Running">\(lap("9e14"))\(lap("9e14"))
      </Activity><Activity Sport="Running">\(lap("5000"))</Activity></Activities>
      </TrainingCenterDatabase>
      """)
    #expect(
      home.run(path)
        == .init(
          status: 65, output: "\(path): 3.1 mi in 1 activity, 1 added\n",
          error: """
            units-import: distance must not be above 1e15 m: 1800000000000000.0: \(path)

            """))
    #expect(try home.records().map(\.value) == [5000])
  }

  @Test(arguments: ["-1", "NaN", "", "1e999", "1e308", "1,5"])
  func `a lap that says no distance has that of its points, and is told`(distance: String) throws {
    let point = { (meters: Int) in
      "<Trackpoint><DistanceMeters>\(meters)</DistanceMeters></Trackpoint>"
    }
    let text = """
      <TrainingCenterDatabase><Activities><Activity Sport="Running">
      <Lap><DistanceMeters>\(distance)</DistanceMeters><Track>\(point(100))\(point(350))</Track></Lap>
      </Activity></Activities></TrainingCenterDatabase>
      """
    let content = try ActivityFile.read(Array(text.utf8))
    #expect(content.activities.map(\.distance) == [250])
    #expect(content.leftOut.sentence == "1 distance that is none left out")
  }
}
