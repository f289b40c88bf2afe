import Foundation
import Testing

@testable import UnitsImport

/// Files that were made to do harm, and files that are cut off.
@Suite struct HostileFileTests {
  private static let track =
    "<trk><trkseg><trkpt lat='0' lon='0'/><trkpt lat='0' lon='1'/></trkseg></trk>"

  private static let fit: [UInt8] = {
    var builder = FITBuilder()
    builder.addFile()
    builder.addRecord(second: 0, centimetres: 0)
    builder.addSession(centimetres: 123_456)
    return builder.file()
  }()

  private func refusal(_ text: String) -> ActivityFileError? {
    #expect(throws: ActivityFileError.self) { try ActivityFile.read(Array(text.utf8)) }
  }

  @Test(arguments: [
    // A billion laughs, a quadratic blow-up, a file, a parameter entity, and nothing at all.
    """
    <!DOCTYPE gpx [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">
    <!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;"><!ENTITY d "&c;&c;&c;&c;&c;&c;&c;&c;">]>
    <gpx version="1.1"><trk><name>&d;</name></trk></gpx>
    """,
    "<!DOCTYPE gpx [<!ENTITY a \"\(String(repeating: "x", count: 100_000))\">]><gpx>&a;&a;&a;</gpx>",
    "<!DOCTYPE gpx [<!ENTITY f SYSTEM \"file:///etc/passwd\">]><gpx><trk><name>&f;</name></trk></gpx>",
    "<!DOCTYPE gpx [<!ENTITY % p SYSTEM \"file:///dev/random\"> %p;]><gpx/>",
    "<!DOCTYPE gpx []><gpx/>",
  ])
  func `a document type that may declare something is refused`(text: String) {
    let error = refusal(text)
    #expect(error?.reason == "document type with declarations, which could be a bomb")
    guard case .line(1, _) = error?.position else {
      Issue.record("line 1 was to blame: \(error as Any)")
      return
    }
  }

  @Test func `an entity that nobody declared is refused`() {
    #expect(refusal("<gpx>&bomb;</gpx>")?.reason == "not XML: undefined entity")
  }

  @Test func `deep nesting is refused`() {
    let text = "<gpx>" + String(repeating: "<a>", count: 1_000_000)
    #expect(refusal(text)?.reason == "more than 64 elements in one another")
  }

  @Test func `a document type that declares nothing makes no difference`() throws {
    for type in ["<!DOCTYPE gpx>", "<!DOCTYPE gpx SYSTEM \"http://localhost:1/gpx.dtd\">"] {
      let text = "\(type)<gpx version='1.1'>\(Self.track)</gpx>"
      #expect(try ActivityFile.read(Array(text.utf8)).activities.count == 1)
      #expect(
        refusal("\(type)<gpx><trk><name>&bomb;</name></trk></gpx>")?.reason
          == "not XML: undefined entity")
    }
  }

  @Test func `a text without end is cut, and told where it is wanted`() throws {
    let long = String(repeating: "x", count: 70_000)
    let name = "<gpx><trk><name>\(long)</name>\(Self.track.dropFirst("<trk>".count))</gpx>"
    let content = try ActivityFile.read(Array(name.utf8))
    #expect(content.activities.first?.name?.utf8.count == 65_536)
    #expect(content.leftOut.sentence == "1 rest of a long text left out")
    let comment = "<gpx><desc>\(long)</desc>\(Self.track)</gpx>"
    #expect(try ActivityFile.read(Array(comment.utf8)).leftOut.isEmpty)
  }

  @Test(arguments: ["<gpx><a b='", "<gpx><!--", "<gpx><?x ", "<gpx><![CDATA[<"])
  func `a tag without end is refused before it takes long`(start: String) {
    let text = start + String(repeating: "x", count: 64 << 20)
    let duration = ContinuousClock().measure {
      let reason = refusal(text)?.reason
      // What is in CDATA is handed on as it comes, so that it costs nothing to wait for its end.
      let expected =
        start.hasSuffix("[<")
        ? "not XML: unclosed CDATA section" : "tag or comment of more than 1 MiB"
      #expect(reason == expected)
    }
    #expect(duration < .seconds(60))
  }

  @Test(arguments: [
    ("", "no element found"), ("not xml", "syntax error"), ("<gpx>", "no element found"),
    ("<gpx></trk>", "mismatched tag"), ("<gpx><trk a='1' a='2'/></gpx>", "duplicate attribute"),
    ("<gpx/><gpx/>", "junk after document element"), ("<gpx>\u{1}</gpx>", "not well-formed"),
    ("<?xml version='1.0' encoding='x-unknown'?><gpx/>", "no activity with a distance"),
    ("<gpx>\0</gpx>", "not well-formed"),
    ("<kml><body/></kml>", "neither GPX nor TCX: kml"), ("<!-- only -->", "no element found"),
  ])
  func `what is no XML is refused`(text: String, reason: String) {
    #expect(refusal(text)?.reason.contains(reason) == true, "\(text)")
  }

  @Test func `bytes that are no UTF-8 are refused`() {
    var bytes = Array("<gpx><trk><name>x</name></trk></gpx>".utf8)
    bytes[16] = 0xFF
    #expect(throws: ActivityFileError.self) { try ActivityFile.read(bytes) }
  }

  @Test func `a file that is cut off anywhere is refused`() {
    let gpx = Array("<gpx version='1.1'>\(Self.track)</gpx>".utf8)
    let lap = "<Lap StartTime='2026-11-30T07:15:00Z'><DistanceMeters>1000</DistanceMeters></Lap>"
    let tcx = Array(
      "<TrainingCenterDatabase><Activities><Activity>\(lap)</Activity></Activities></TrainingCenterDatabase>"
        .utf8)
    for file in [gpx, tcx, Self.fit] {
      #expect(throws: Never.self) { try ActivityFile.read(file) }
      for length in 0..<file.count {
        #expect(throws: ActivityFileError.self, "\(length) of \(file.count)") {
          try ActivityFile.read(Array(file[..<length])).activities
        }
      }
    }
  }

  @Test func `a FIT file of nothing but records is refused before it takes much room`() {
    var builder = FITBuilder()
    builder.define(20, local: 1, [])
    builder.append(raw: [UInt8](repeating: 1, count: FITRecords.limit + 1))
    #expect(throws: ActivityFileError(.file, "FIT file of more than 2000000 records")) {
      try ActivityFile.read(builder.file())
    }
    for (message, reason) in [
      (18, "FIT file of more than 1000 sessions"), (19, "FIT file of more than 20000 laps"),
    ] as [(UInt16, String)] {
      var builder = FITBuilder()
      builder.define(message, local: 1, [])
      builder.append(raw: [UInt8](repeating: 1, count: 20_001))
      #expect(throws: ActivityFileError(.file, reason)) { try ActivityFile.read(builder.file()) }
    }
  }

  @Test func `a FIT file with any bit turned is refused`() {
    for place in Self.fit.indices {
      for bit in 0..<8 {
        var file = Self.fit
        file[place] ^= 1 << bit
        #expect(throws: ActivityFileError.self, "\(place) \(bit)") { try ActivityFile.read(file) }
      }
    }
  }

  @Test func `a FIT file that says it is larger than it is is refused`() {
    for size: [UInt8] in [[0xFF, 0xFF, 0xFF, 0xFF], [0xFF, 0xFF, 0xFF, 0x7F], [0, 0, 1, 0]] {
      var file = Self.fit
      file.replaceSubrange(4..<8, with: size)
      let error = #expect(throws: ActivityFileError.self) { try ActivityFile.read(file) }
      #expect(error?.reason.hasPrefix("FIT file is cut off: ") == true)
      #expect(error?.position == .byte(file.count))
    }
  }

  @Test func `random bytes behind a FIT signature are refused, or read to their end`() {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<300 {
      var builder = FITBuilder()
      let bytes = (0..<Int.random(in: 1...300, using: &generator)).map { _ in
        UInt8.random(in: 0...255, using: &generator)
      }
      builder.append(raw: bytes)
      // Whatever they are, they are judged and nothing traps.
      do throws(ActivityFileError) {
        let activities = try ActivityFile.read(builder.file()).activities
        #expect(activities.allSatisfy { $0.distance > 0 && $0.distance.isFinite })
      } catch {
        #expect(!error.reason.isEmpty)
      }
    }
  }
}
