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
    // A billion laughs, a quadratic blow-up, a file, a parameter entity, and a type alone.
    """
    <!DOCTYPE gpx [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">
    <!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;"><!ENTITY d "&c;&c;&c;&c;&c;&c;&c;&c;">]>
    <gpx version="1.1"><trk><name>&d;</name></trk></gpx>
    """,
    "<!DOCTYPE gpx [<!ENTITY a \"\(String(repeating: "x", count: 100_000))\">]><gpx>&a;&a;&a;</gpx>",
    "<!DOCTYPE gpx [<!ENTITY f SYSTEM \"file:///etc/passwd\">]><gpx><trk><name>&f;</name></trk></gpx>",
    "<!DOCTYPE gpx SYSTEM \"http://localhost:1/gpx.dtd\"><gpx version=\"1.1\"/>",
    "<!DOCTYPE gpx [<!ENTITY % p SYSTEM \"file:///dev/random\"> %p;]><gpx/>",
    "<!DOCTYPE gpx><gpx/>",
  ])
  func `a document type is refused, whatever it declares`(text: String) {
    let error = refusal(text)
    #expect(error?.reason == "document type declaration, which could be a bomb")
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

  @Test func `a text without end is refused`() {
    let text = "<gpx><trk><name>" + String(repeating: "x", count: 70_000)
    #expect(refusal(text)?.reason == "text longer than 65536 bytes")
    // Where nobody wants it, it costs nothing.
    let comment = "<gpx><desc>\(String(repeating: "x", count: 70_000))</desc>\(Self.track)</gpx>"
    #expect(throws: Never.self) { try ActivityFile.read(Array(comment.utf8)) }
  }

  @Test(arguments: [
    ("", "no element found"), ("not xml", "syntax error"), ("<gpx>", "no element found"),
    ("<gpx></trk>", "mismatched tag"), ("<gpx><trk a='1' a='2'/></gpx>", "duplicate attribute"),
    ("<gpx/><gpx/>", "junk after document element"), ("<gpx>\u{1}</gpx>", "not well-formed"),
    ("<?xml version='1.0' encoding='x-unknown'?><gpx/>", "unknown encoding"),
    ("<gpx>\0</gpx>", "not well-formed"),
    ("<html><body/></html>", "neither GPX nor TCX: html"), ("<!-- only -->", "no element found"),
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
          try ActivityFile.read(Array(file[..<length]))
        }
      }
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
        let activities = try ActivityFile.read(builder.file())
        #expect(activities.allSatisfy { $0.distance > 0 && $0.distance.isFinite })
      } catch {
        #expect(!error.reason.isEmpty)
      }
    }
  }
}
