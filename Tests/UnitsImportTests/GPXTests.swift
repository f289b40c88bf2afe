import Testing
import Units
import UnitsStore

@testable import UnitsImport

@Suite struct GPXTests {
  /// A degree of the equator in metres.
  private static let degree = 111_319.490_793

  private func read(_ text: String) throws(ActivityFileError) -> [Activity] {
    try ActivityFile.read(Array(text.utf8)).activities
  }

  private func gpx(_ content: String, version: String = "1.1") -> String {
    """
    <?xml version="1.0"?>
    <gpx version="\(version)" creator="Watch 7" xmlns="http://www.topografix.com/GPX/1/1">
    \(content)</gpx>
    """
  }

  private func point(_ longitude: Double, _ inner: String = "") -> String {
    "<trkpt lat=\"0\" lon=\"\(longitude)\">\(inner)</trkpt>"
  }

  @Test(arguments: ["1.0", "1.1"])
  func `a track is as long as its segments`(version: String) throws {
    let activities = try read(
      gpx(
        """
        <trk><name> Along the equator </name><type>running</type><trkseg>
          \(point(0, "<ele>3</ele><time>2026-11-30T07:15:00Z</time>"))
          \(point(0.5, "<time>2026-11-30T08:15:00+00:00</time>"))\(point(1))
        </trkseg><trkseg>\(point(3))\(point(3.5))</trkseg></trk>
        """, version: version))
    let activity = try #require(activities.first)
    #expect(activities.count == 1)
    // The gap of two degrees is not bridged.
    #expect(abs(activity.distance - 1.5 * Self.degree) < 0.001)
    #expect(activity.start == (try RFC3339.parse("2026-11-30T07:15:00Z").instant))
    #expect(activity.name == "Along the equator")
    #expect(activity.creator == "Watch 7")
    #expect(activity.format == .gpx)
    #expect(activity.offset == nil)
  }

  @Test func `each track is an activity, and what has no length is none`() throws {
    let activities = try read(
      gpx(
        """
        <trk><type>walk</type><trkseg>\(point(0))\(point(1))</trkseg></trk>
        <trk><trkseg>\(point(0))</trkseg></trk><trk><trkseg/></trk><trk/>
        <rte><rtept lat="0" lon="0"/><rtept lat="0" lon="5"/></rte><wpt lat="0" lon="9"/>
        <trk><trkseg>\(point(3))\(point(5))</trkseg></trk>
        """))
    #expect(activities.map(\.name) == ["walk", nil])
    #expect(abs(activities[1].distance - 2 * Self.degree) < 0.001)
    #expect(throws: ActivityFileError(.file, "no activity with a distance")) {
      try read(gpx("<rte><rtept lat='0' lon='0'/><rtept lat='0' lon='5'/></rte>"))
    }
  }

  @Test(arguments: [
    ("<metadata><time>2026-11-29T00:00:00Z</time></metadata>", "1.1"),
    ("<time>2026-11-29T00:00:00Z</time>", "1.0"),
  ])
  func `without a time of a point the file's is taken`(head: String, version: String) throws {
    let track = "<trk><trkseg>\(point(0))\(point(1))</trkseg></trk>"
    let activity = try #require(try read(gpx(head + track, version: version)).first)
    #expect(activity.start == (try RFC3339.parse("2026-11-29T00:00:00Z").instant))
    #expect(try read(gpx(track)).first?.start == nil)
  }

  @Test(arguments: [
    ("2026-11-30T07:15:00.123Z", "2026-11-30T07:15:00.123Z"),
    ("2026-11-30T07:15:00+01:00", "2026-11-30T06:15:00Z"),
    // Without an offset it is what most mean: UTC.
    ("2026-11-30T07:15:00", "2026-11-30T07:15:00Z"),
    (" 2026-11-30T07:15:00Z\n", "2026-11-30T07:15:00Z"),
  ])
  func `times are those of XML Schema`(text: String, time: String) throws {
    let track =
      "<trk><trkseg>\(point(0, "<time>\(text)</time>"))\(point(1))</trkseg></trk>"
    #expect(try read(gpx(track)).first?.start == (try RFC3339.parse(time).instant))
  }

  @Test func `extensions and elements of other names count nothing`() throws {
    let inner = """
      <extensions><a:TrackPointExtension><a:trkpt lat="0" lon="50"/><hr>120</hr>
      <time>not one</time></a:TrackPointExtension></extensions>
      """
    let track = "<trk><extensions><trkseg>\(point(7))\(point(9))</trkseg></extensions>"
    let activity = try #require(
      try read(gpx(track + "<trkseg>\(point(0, inner))\(point(1))</trkseg></trk>")).first)
    #expect(abs(activity.distance - Self.degree) < 0.001)
  }

  @Test func `prefixes, comments, encodings and a byte order mark make no difference`() throws {
    let plain = gpx("<trk><name>é</name><trkseg>\(point(0))\(point(1))</trkseg></trk>")
    let id = try read(plain).first?.id
    #expect(try read("\u{FEFF}" + plain).first?.id == id)
    let prefixed = """
      <g:gpx version='1.1' xmlns:g='http://www.topografix.com/GPX/1/1'><!-- <trk> --><g:trk>
      <g:name>é</g:name><g:trkseg><g:trkpt lon='0.0' lat='0'></g:trkpt>
      <g:trkpt lat='0e0' lon='+1.00'/></g:trkseg></g:trk></g:gpx>
      """
    #expect(try read(prefixed).first?.id == id)
    let latin = plain.replacing(
      "<?xml version=\"1.0\"?>", with: "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>")
    let activities = try ActivityFile.read(latin.unicodeScalars.map { UInt8($0.value) }).activities
    #expect(activities.first?.name == "é")
    #expect(activities.first?.id == id)
  }

  @Test func `what was measured makes the id, and nothing else`() throws {
    func id(_ middle: Double, _ time: String, segments: String = "", name: String = "a")
      throws -> RecordID?
    {
      let points =
        point(0, "<time>\(time)</time>") + point(middle) + segments + point(1)
      return try read(gpx("<trk><name>\(name)</name><trkseg>\(points)</trkseg></trk>"))
        .first?.id
    }
    let base = try id(0.5, "2026-11-30T07:15:00Z")
    #expect(try id(0.5, "2026-11-30T08:15:00+01:00", name: "b") == base)
    #expect(try id(0.5000001, "2026-11-30T07:15:00Z") != base)
    #expect(try id(0.5, "2026-11-30T07:15:01Z") != base)
    #expect(try id(0.5, "2026-11-30T07:15:00Z", segments: "</trkseg><trkseg>") != base)
  }

  @Test(arguments: [
    "lat=\"NaN\" lon=\"0\"", "lat=\"0\" lon=\"inf\"", "lat=\"1e999\" lon=\"0\"",
    "lat=\"0x1p3\" lon=\"0\"", "lat=\"\" lon=\"0\"", "lat=\"91\" lon=\"0\"",
    "lat=\"0\" lon=\"-180.5\"",
    "lat=\"0\"", "",
  ])
  func `a point that is none is left out and told`(attributes: String) throws {
    let track = "<trk><trkseg>\(point(1))<trkpt \(attributes)/>\(point(2))</trkseg></trk>"
    let content = try ActivityFile.read(Array(gpx(track).utf8))
    let distance = try #require(content.activities.first?.distance)
    #expect(abs(distance - Self.degree) < 0.001)
    #expect(content.leftOut.sentence == "1 point without a place left out")
  }

  @Test(arguments: ["soon", "2026-02-30T00:00:00Z", "2026-11-30", "1970-01-01T00:00:09Z", ""])
  func `a text that is no time is no time, and told`(text: String) throws {
    let points =
      point(1, "<time>\(text)</time>") + point(2, "<time>2026-11-30T07:15:00Z</time>")
    let content = try ActivityFile.read(Array(gpx("<trk><trkseg>\(points)</trkseg></trk>").utf8))
    #expect(content.activities.first?.start == (try RFC3339.parse("2026-11-30T07:15:00Z").instant))
    #expect(content.leftOut.sentence == "1 time that is none left out")
  }

  @Test func `what was left out is told in one sentence`() throws {
    let points = point(1) + "<trkpt/><trkpt/>" + point(2, "<time>x</time>")
    let content = try ActivityFile.read(Array(gpx("<trk><trkseg>\(points)</trkseg></trk>").utf8))
    #expect(
      content.leftOut.sentence == "2 points without a place and 1 time that is none left out")
    #expect(content.leftOut.total == 3)
    let nowhere = gpx("<trk><trkseg><trkpt/></trkseg></trk>")
    #expect(
      throws: ActivityFileError(
        .file, "no activity with a distance; 1 point without a place left out")
    ) { try read(nowhere) }
  }

  @Test(arguments: ["2.0", "5.8", "", "x"])
  func `what a file calls its version makes no difference`(version: String) throws {
    let track = "<trk><trkseg>\(point(1))\(point(2))</trkseg></trk>"
    #expect(try read(gpx(track, version: version)) == read(gpx(track)))
  }
}
