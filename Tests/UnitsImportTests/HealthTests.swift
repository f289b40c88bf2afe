import Foundation
import TestSupport
import Testing
import Units
import UnitsStore

@testable import UnitsImport

/// What Apple's Health app exports.
@Suite(.timeLimit(.minutes(10))) struct HealthTests {
  private let home = ImportHome()

  /// With the syntax errors of some versions.
  static let prologue = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE HealthData [
    <!-- HealthKit Export Version: 12 -->
    <!ELEMENT HealthData (ExportDate,Me,(Record|Workout)*)>
    <!ATTLIST VisionPrescription
      brand CDATA #IMPLIED
    <!ELEMENT >>
    ]>

    """

  static func sample(
    _ type: String, _ value: String, _ unit: String, at time: String = "2026-11-30 08:15:00 +0100",
    source: String = "Watch"
  ) -> String {
    """
    <Record type="HKQuantityTypeIdentifier\(type)" sourceName="\(source)" unit="\(unit)" \
    creationDate="\(time)" startDate="\(time)" endDate="\(time)" value="\(value)"/>

    """
  }

  static func workout(
    _ kind: String, attributes: String = "", statistics: String = "",
    at time: String = "2026-11-30 08:15:00 +0100"
  ) -> String {
    """
    <Workout workoutActivityType="HKWorkoutActivityType\(kind)" sourceName="Watch" \
    startDate="\(time)" endDate="\(time)" \(attributes)>\(statistics)</Workout>

    """
  }

  static let statistics = """
    <WorkoutStatistics type="HKQuantityTypeIdentifierActiveEnergyBurned" sum="300" unit="kcal"/>
    <WorkoutStatistics type="HKQuantityTypeIdentifierDistanceWalkingRunning" sum="3.1" unit="mi"/>
    """

  static func export(_ body: String) -> String {
    prologue + "<HealthData locale=\"en_US\">\n<ExportDate value=\"x\"/>\n\(body)</HealthData>\n"
  }

  private func records(_ body: String) throws -> [Record] {
    let path = try home.write("export.xml", Self.export(body))
    let outcome = home.run(path)
    #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome)")
    return try home.records()
  }

  @Test(arguments: [
    ("HeartRate", "62", "count/min", MeasurementType.heartRate, 62),
    ("HeartRate", "1.5", "count/s", .heartRate, 90),
    ("BodyMass", "70.5", "kg", .weight, 70.5), ("BodyMass", "150", "lb", .weight, 68.038_855_5),
    ("BodyMass", "11", "st", .weight, 69.853_224_98), ("BodyMass", "900", "g", .weight, 0.9),
    ("Height", "180", "cm", .height, 1.8), ("Height", "1.8", "m", .height, 1.8),
    ("Height", "6", "ft", .height, 1.8288), ("Height", "71", "in", .height, 1.8034),
    ("BodyTemperature", "37", "degC", .temperature, 37),
    ("BodyTemperature", "98.6", "degF", .temperature, 37),
  ])
  func `a sample is a record in the base unit`(
    type: String, value: String, unit: String, own: MeasurementType, base: Double
  ) throws {
    let records = try records(Self.sample(type, value, unit, source: "Ann&#8217;s&#x9;Watch"))
    #expect(records.count == 1)
    let record = try #require(records.first)
    #expect(record.type == own)
    #expect(abs(record.value - base) < 1e-9)
    #expect(record.time.description == "2026-11-30T08:15:00+01:00")
    #expect(record.source == "Ann’s Watch")
  }

  @Test func `a workout has the distance, and the samples of it count nothing`() throws {
    let records = try records(
      Self.workout("Running", statistics: Self.statistics)
        + Self.workout(
          "TraditionalRowing", attributes: "totalDistance=\"2\" totalDistanceUnit=\"km\"")
        + Self.workout(
          "Cycling", attributes: "totalDistance=\"9\" totalDistanceUnit=\"km\"",
          statistics: Self.statistics)
        + Self.workout("Yoga", attributes: "totalDistance=\"0\" totalDistanceUnit=\"km\"")
        + Self.sample("DistanceWalkingRunning", "1", "km") + Self.sample("StepCount", "9", "count")
        + "<Correlation>\(Self.sample("HeartRate", "1", "count/min"))</Correlation>\n")
    let distances = records.sorted { ($0.note ?? "") > ($1.note ?? "") }
    #expect(distances.map(\.note) == ["traditional rowing", "running", "cycling"])
    #expect(distances.first?.value == 2000)
    #expect(distances.dropFirst().allSatisfy { abs($0.value - 4988.9664) < 1e-6 })
    #expect(records.allSatisfy { $0.type == .distance })
  }

  @Test func `another export of the same, in other units and names, adds nothing`() throws {
    let body = { (unit: String, value: String, time: String, name: String) in
      Self.sample("BodyMass", value, unit, at: time, source: name)
        + Self.workout(
          "Running", attributes: "totalDistance=\"5\" totalDistanceUnit=\"km\"", at: time)
    }
    #expect(try records(body("kg", "68.0388555", "2026-11-30 08:15:00 +0100", "A")).count == 2)
    #expect(try records(body("lb", "150", "2026-11-30 07:15:00 +0000", "B")).count == 2)
    #expect(try records(body("lb", "151", "2026-11-30 07:15:00 +0000", "B")).count == 3)
  }

  @Test func `the ids of samples rise with their times`() throws {
    let times = (10..<40).map { "2026-11-30 08:15:\($0) +0100" }
    let records = try records(
      times.map { Self.sample("HeartRate", "60", "count/min", at: $0) }.joined())
    let ordered = records.sorted { $0.time.instant < $1.time.instant }
    #expect(records.count == times.count)
    #expect(ordered.map(\.id) == records.map(\.id).sorted())
  }

  @Test func `what cannot be is left out and counted`() throws {
    let path = try home.write(
      "export.xml",
      Self.export(
        Self.sample("HeartRate", "0", "count/min") + Self.sample("HeartRate", "60", "count/min")))
    #expect(
      home.run(path)
        == .init(
          status: 0,
          output: """
            \(path): 1 measurement, 1 added; 1 sample that cannot be left out

            """))
    #expect(
      home.run("--json", path).output.hasSuffix(
        #","measurements":1,"left_out":1,"refused":0,"told":["1 sample that cannot be"]}"# + "\n"))
  }

  @Test(arguments: [
    (sample("HeartRate", "x", "count/min"), "1 sample that cannot be"),
    (sample("HeartRate", "60", "furlong"), "1 sample that cannot be"),
    (sample("BodyMass", "60", "m"), "1 sample that cannot be"),
    (sample("HeartRate", "60", "count/min", at: "30.11.2026"), "1 sample that cannot be"),
    ("<Record type=\"HKQuantityTypeIdentifierHeartRate\"/>", "1 sample that cannot be"),
    (
      workout("Running", attributes: "totalDistance=\"1\" totalDistanceUnit=\"parsec\""),
      "1 distance that is none"
    ),
    (workout("Running", at: "soon"), "1 time that is none"),
  ])
  func `what is garbage is left out and told, and the rest is kept`(
    line: String, told: String
  ) throws {
    let good = Self.sample("HeartRate", "60", "count/min")
    let path = try home.write("export.xml", Self.export(good + line))
    #expect(
      home.run(path)
        == .init(status: 0, output: "\(path): 1 measurement, 1 added; \(told) left out\n"))
  }

  @Test func `exports of iOS 8 are read, with the means of their hours`() throws {
    let body = """
      <Record type="HKQuantityTypeIdentifierHeartRate" source="Watch" unit="count/min"
       startDate="20140916130000-0700" endDate="20140916140000-0700" min="58" max="66" average="62"
       recordCount="9"/>
      <Record type="HKQuantityTypeIdentifierBodyMass" source="Health" unit="kg" value="70"
       startDate="201409161300-0700" endDate="201409161300-0700"/>
      <Record type="HKQuantityTypeIdentifierStepCount" source="Phone" unit="count" sum="9"
       startDate="20140916130000-0700" endDate="20140916140000-0700" recordCount="1"/>

      """
    let records = try records(body)
    #expect(Set(records.map(\.value)) == [62, 70])
    #expect(records.allSatisfy { $0.time.description == "2014-09-16T13:00:00-07:00" })
    #expect(Set(records.map(\.source)) == ["Watch", "Health"])
  }

  @Test(arguments: [
    "<!DOCTYPE HealthData>", "<!DOCTYPE HealthData [\n<!ELEMENT HealthData (x)>\n] >",
    "<!DOCTYPE HealthData [<!ELEMENT HealthData (x)>\n]\n>",
    "<!DOCTYPE HealthData SYSTEM 'HealthData.dtd'>", "<!DOCTYPE HealthData [<!-- ]> -->]>",
    "<!DOCTYPE HealthData [ <!ATTLIST x y CDATA #IMPLIED",
  ])
  func `a document type is passed over however it ends`(type: String) throws {
    let text = Self.export(Self.sample("HeartRate", "60", "count/min"))
    let body = try #require(text.range(of: "<HealthData locale"))
    let whole = "<?xml version=\"1.0\"?>\n\(type)\n" + text[body.lowerBound...]
    let path = try home.write("export.xml", whole)
    #expect(home.run(path).output == "\(path): 1 measurement, 1 added\n")
  }

  @Test func `an export in UTF-16 is read`() throws {
    let text = Self.export(Self.sample("HeartRate", "60", "count/min", source: "Ann’s"))
    for encoding in [String.Encoding.utf16, .utf16LittleEndian, .utf16BigEndian] {
      let path = "\(home.root)/export.xml"
      try #require(text.data(using: encoding)).write(to: URL(filePath: path))
      #expect(home.run(path).status == 0)
    }
    #expect(try home.records().map(\.source) == ["Ann’s"])
  }

  @Test(arguments: [
    ("<Record>", "not XML: mismatched tag"), ("&laugh;", "not XML: undefined entity"),
    ("<!DOCTYPE x>", "not XML: not well-formed (invalid token)"),
  ])
  func `an export that is wrong is refused whole, with the line`(
    line: String, reason: String
  ) throws {
    let good = Self.sample("HeartRate", "60", "count/min")
    let path = try home.write("export.xml", Self.export(good + line))
    let outcome = home.run(path)
    #expect(outcome.status == 65)
    let isMismatch = reason.hasSuffix("mismatched tag")
    let number = isMismatch ? (line.hasSuffix("\n") ? 13 : 12) : 12
    #expect(
      outcome.error.hasPrefix("units-import: \(reason): \(path), line \(number), column "),
      "\(outcome.error)")
    #expect(try home.records().isEmpty)
  }

  @Test func `a distance that overflows is left out, counted and told`() throws {
    let path = try home.write(
      "export.xml",
      Self.export(
        Self.workout("Running", statistics: Self.statistics)
          + Self.workout(
            "Running", attributes: "totalDistance=\"1e308\" totalDistanceUnit=\"km\"",
            at: "2026-11-30 09:15:00 +0100")
          + Self.workout(
            "Running",
            statistics: String(
              repeating: """
                <WorkoutStatistics type="HKQuantityTypeIdentifierDistanceCycling" sum="9e14" \
                unit="m"/>
                """, count: 2), at: "2026-11-30 10:15:00 +0100")
          + Self.sample("BodyMass", "1e308", "st") + Self.sample("HeartRate", "1e308", "count/s")))
    let told = "2 distances that are none and 2 samples that cannot be left out"
    #expect(
      home.run(path)
        == .init(status: 0, output: "\(path): 3.1 mi in 1 activity, 1 added; \(told)\n"))
    #expect(try home.records().map(\.value) == [4988.9664])
    #expect(home.run("--json", path).output.contains("\"distance\":4988.9664,"))
  }

  @Test func `no document type reaches the parser`() throws {
    let bomb = "<!DOCTYPE HealthData [<!ENTITY a \"x\">\n]><HealthData a='&a;'/>"
    let path = try home.write("export.xml", bomb)
    #expect(
      home.run(path).error.hasPrefix("units-import: not XML: undefined entity: \(path), line 2, "))
    let endless =
      "<!DOCTYPE HealthData [" + String(repeating: " ", count: 70_000) + "]><HealthData/>"
    let other = try home.write("export.xml", endless)
    #expect(
      home.run(other).error
        == "units-import: document type that does not end within 64 KiB: \(other)\n")
  }

  @Test func `control characters are blanks, and the end must be there`() throws {
    let text = Self.export(Self.sample("HeartRate", "60", "count/min", source: "W\u{0B}X"))
    let path = try home.write("export.xml", text)
    #expect(home.run(path).status == 0)
    #expect(try home.records().map(\.source) == ["W X"])
    for length in stride(from: 0, to: text.utf8.count - 1, by: 7) {
      _ = try home.write("cut.xml", String(decoding: text.utf8.prefix(length), as: UTF8.self))
      #expect(home.run("\(home.root)/cut.xml").status == 65, "\(length)")
    }
  }

  @Test func `the archive has the export, and the ways of its workouts count nothing`() throws {
    guard Requirement.areMet(.file("/usr/bin/python3")) else { return }
    let path = try Packing.archive(
      "\(home.root)/export.zip",
      [
        .init("apple_health_export/export_cda.xml", "<ClinicalDocument/>"),
        .init(
          "apple_health_export/Export.xml",
          Self.export(Self.workout("Running", statistics: Self.statistics))),
        .init("apple_health_export/workout-routes/r.gpx", ImportHome.gpx(degrees: 1)),
      ])
    #expect(home.run(path) == .init(status: 0, output: "\(path): 3.1 mi in 1 activity, 1 added\n"))
    #expect(home.run(path).output.hasSuffix(", 0 added\n"))
  }

  @Test func `a long export is told on a terminal while it is read, and the line is gone`() throws {
    let time = RFC3339.parseable
    let body = (0..<6_000).map { number in
      Self.sample("HeartRate", "60", "count/min", at: time(number))
    }.joined()
    let path = try home.write("export.xml", Self.export(body))
    let terminal = home.runOnTerminal(path)
    #expect(terminal.output.hasSuffix(": 6000 measurements, 6000 added\n"))
    // Where it is over before anybody has read a line, there is none.
    #expect(terminal.error.isEmpty || terminal.error.hasSuffix("\r\u{1B}[K"))
    #expect(home.run(path).error.isEmpty)
  }
}

extension RFC3339 {
  /// As Health writes it, so many seconds into a day.
  fileprivate static func parseable(_ seconds: Int) -> String {
    let two = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
    return "2026-11-30 \(two(seconds / 3600)):\(two(seconds / 60 % 60)):\(two(seconds % 60)) +0100"
  }
}
