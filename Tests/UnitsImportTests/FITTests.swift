import Testing
import Units
import UnitsStore

@testable import UnitsImport

@Suite struct FITTests {
  private static let notMeasured: UInt32 = 0xFFFF_FFFF

  private func distances(_ bytes: [UInt8]) throws -> [Double] {
    try ActivityFile.read(bytes).activities.map(\.distance)
  }

  @Test(arguments: [[UInt8].ByteOrder.little, .big], [12, 14, 16])
  func `a session says its distance, in either byte order`(
    order: [UInt8].ByteOrder, headerSize: Int
  ) throws {
    var builder = FITBuilder(order)
    builder.addFile()
    builder.addRecord(second: 0, centimetres: 0)
    builder.addRecord(second: 600, centimetres: 123_400)
    builder.addSession(centimetres: 123_456)
    let activity = try #require(
      try ActivityFile.read(builder.file(headerSize: headerSize)).activities.first)
    #expect(activity.distance == 1234.56)
    #expect(activity.start?.seconds == Int64(FITBuilder.start) + 631_065_600)
    #expect(activity.name == "running")
    #expect(activity.format == .fit)
  }

  @Test func `a header's checksum may be left out`() throws {
    var builder = FITBuilder()
    builder.addSession(centimetres: 100)
    #expect(try distances(builder.file(headerChecksum: false)) == [1])
  }

  @Test func `every session is an activity`() throws {
    var builder = FITBuilder()
    builder.addSession(sport: 5, centimetres: 150_000)
    builder.addSession(start: FITBuilder.start + 700, seconds: 60, sport: 3, centimetres: 0)
    builder.addSession(start: FITBuilder.start + 800, sport: 2, centimetres: 4_000_000)
    let activities = try ActivityFile.read(builder.file()).activities
    #expect(activities.map(\.distance) == [1500, 40_000])
    #expect(activities.map(\.name) == ["swimming", "cycling"])
    #expect(Set(activities.map(\.id)).count == 2)
  }

  @Test func `files one behind the other are all read`() throws {
    var first = FITBuilder(.big)
    first.addSession(centimetres: 100)
    var second = FITBuilder()
    second.add(2, [text("settings")])
    var third = FITBuilder()
    third.addSession(start: FITBuilder.start + 9000, centimetres: 300)
    #expect(try distances(first.file() + second.file() + third.file()) == [1, 3])
  }

  private func text(_ value: String) -> FITBuilder.Field { FITBuilder().text(0, value) }

  @Test func `developers' fields are skipped`() throws {
    for order in [[UInt8].ByteOrder.little, .big] {
      var builder = FITBuilder(order)
      builder.add(
        20, local: 5, [builder.long(253, FITBuilder.start), builder.long(5, 100)],
        developer: [[0xFF, 0xFF, 0xFF], Array(".FIT".utf8)])
      builder.append(
        5, [builder.long(253, FITBuilder.start + 1), builder.long(5, 250)],
        developer: [[1, 2, 3], [0x40, 0, 0, 0]])
      #expect(try distances(builder.file()) == [1.5])
    }
  }

  @Test func `without a session the records say it`() throws {
    var builder = FITBuilder()
    builder.addFile()
    for second in 0..<100 {
      builder.addRecord(second: UInt32(second), centimetres: UInt32(second * 321))
    }
    let activity = try #require(try ActivityFile.read(builder.file()).activities.first)
    #expect(activity.distance == 99 * 3.21)
    #expect(activity.start?.seconds == Int64(FITBuilder.start) + 631_065_600)
  }

  @Test func `a session without a distance has that of its records`() throws {
    var builder = FITBuilder()
    for second in 0..<100 {
      builder.addRecord(second: UInt32(second * 10), centimetres: UInt32(second * 1000))
    }
    builder.addSession(seconds: 495, centimetres: Self.notMeasured)
    builder.addSession(start: FITBuilder.start + 496, seconds: 495, centimetres: Self.notMeasured)
    // The records count on through the file: the second begins where the first has ended.
    #expect(try distances(builder.file()) == [490, 500])
  }

  @Test func `places tell where there is no distance`() throws {
    var builder = FITBuilder(.big)
    // A hundredth of a degree of the equator at each step of ten seconds, 100 steps.
    for step in 0...100 {
      let semicircles = Int32((Double(step) * 0.01 * 2_147_483_648 / 180).rounded())
      builder.add(
        20,
        [
          builder.long(253, FITBuilder.start + UInt32(step * 10)), builder.signed(0, 0),
          builder.signed(1, semicircles),
        ])
    }
    let distance = try #require(try distances(builder.file()).first)
    #expect(abs(distance - 111_319.490_793) < 0.1)
  }

  @Test func `places that were not measured are left out`() throws {
    var builder = FITBuilder()
    for longitude: Int32 in [11_930_465, 11_930_465 * 2, .max, 11_930_465 * 3] {
      builder.add(20, [builder.signed(0, 0), builder.signed(1, longitude)])
    }
    let distance = try #require(try distances(builder.file()).first)
    #expect(abs(distance - 2 * 111_319.490_793) < 1)
  }

  @Test func `short headers have the time`() throws {
    var builder = FITBuilder()
    let field = [builder.long(5, 0)]
    builder.add(20, local: 1, [builder.long(253, FITBuilder.start), builder.long(5, 0)])
    builder.define(20, local: 2, field)
    for second in 1...100 {
      builder.append(
        2, timeBits: FITBuilder.start + UInt32(second), [builder.long(5, UInt32(second * 100))])
    }
    // Sessions without a distance of their own, told apart by these times.
    builder.addSession(seconds: 40, centimetres: Self.notMeasured)
    builder.addSession(start: FITBuilder.start + 41, seconds: 59, centimetres: Self.notMeasured)
    #expect(try distances(builder.file()) == [40, 60])
  }

  @Test func `the short distance of old devices counts round and round`() throws {
    var builder = FITBuilder()
    let type: UInt8 = 13
    func field(_ sixteenths: Int) -> FITBuilder.Field {
      let bits = sixteenths & 0xFFF
      return FITBuilder.Field(
        number: 8, type: type, bytes: [0x34, UInt8(bits & 0xF) << 4 | 2, UInt8(bits >> 4)])
    }
    builder.define(20, local: 0, [field(0)])
    for step in 0...100 { builder.append(0, [field(step * 1000)]) }
    builder.append(0, [FITBuilder.Field(number: 8, type: type, bytes: [0xFF, 0xFF, 0xFF])])
    #expect(try distances(builder.file()) == [100 * 1000 / 16])
  }

  @Test func `the offset of local time is the activity's`() throws {
    for (minutes, expected) in [(-300, -300), (60, 60), (345, 345), (9000, nil)] as [(Int, Int?)] {
      var builder = FITBuilder()
      builder.addSession(centimetres: 100)
      let local = UInt32(Int(FITBuilder.start) + minutes * 60 + 1)
      builder.add(34, [builder.long(253, FITBuilder.start), builder.long(5, local)])
      #expect(try ActivityFile.read(builder.file()).activities.first?.offset?.minutes == expected)
    }
  }

  @Test func `the uptime of a device is no time`() throws {
    var builder = FITBuilder()
    builder.addSession(start: 5000, centimetres: 100)
    #expect(try ActivityFile.read(builder.file()).activities.first?.start == nil)
  }

  @Test func `fields of an unexpected size are not measured`() throws {
    var builder = FITBuilder()
    builder.add(
      18, [FITBuilder.Field(number: 9, type: 0x86, bytes: [1]), builder.enumeration(5, 1)])
    for second in 0...7 {
      builder.addRecord(second: UInt32(second), centimetres: UInt32(second * 100))
    }
    #expect(try distances(builder.file()) == [7])
  }

  @Test func `what was measured makes the id`() throws {
    func id(serial: UInt32 = 1, centimetres: UInt32 = 100, record: UInt32 = 50) throws
      -> RecordID?
    {
      var builder = FITBuilder()
      builder.addFile(serial: serial)
      builder.addRecord(second: 1, centimetres: record)
      builder.addSession(centimetres: centimetres)
      return try ActivityFile.read(builder.file()).activities.first?.id
    }
    let base = try id()
    #expect(try id() == base)
    #expect(try id(serial: 2) != base)
    #expect(try id(centimetres: 101) != base)
    #expect(try id(record: 51) != base)
  }

  @Test func `a message of a kind that was not defined is refused by its place`() {
    var builder = FITBuilder()
    builder.addSession(centimetres: 100)
    let place = 14 + builder.data.count
    builder.append(header: 7, [])
    #expect(
      throws: ActivityFileError(
        .byte(place), "FIT message of a kind that was not defined: 7")
    ) { try ActivityFile.read(builder.file()) }
  }

  @Test(
    arguments: [
      [0x00], [0x40], [0x40, 0, 0, 20, 0], [0x40, 0, 0, 20, 0, 255], [0x60, 0, 0, 20, 0, 0],
      [0x60, 0, 0, 20, 0, 0, 255], [0x40, 0, 0, 20, 0, 1, 5, 255, 0x86, 0x00],
    ] as [[UInt8]])
  func `a message that goes on behind the data is refused`(tail: [UInt8]) {
    var builder = FITBuilder()
    builder.addSession(centimetres: 100)
    builder.append(raw: tail)
    let error = #expect(throws: ActivityFileError.self) { try ActivityFile.read(builder.file()) }
    guard case .byte = error?.position else {
      Issue.record("no byte: \(error as Any)")
      return
    }
    #expect(error?.reason.hasPrefix("FIT message") == true)
  }

  @Test func `a byte order that is none is refused`() {
    var builder = FITBuilder()
    builder.append(raw: [0x40, 0, 2, 20, 0, 0])
    #expect(throws: ActivityFileError(.byte(16), "byte order is neither little nor big")) {
      try ActivityFile.read(builder.file()).activities
    }
  }

  @Test func `wrong checksums and versions are refused by their places`() {
    var builder = FITBuilder()
    builder.addSession(centimetres: 100)
    let file = builder.file()
    func refusal(_ place: Int) -> ActivityFileError? {
      var file = file
      file[place] ^= 1
      return #expect(throws: ActivityFileError.self) { try ActivityFile.read(file) }
    }
    #expect(refusal(12) == ActivityFileError(.byte(12), "checksum of the FIT header is wrong"))
    #expect(
      refusal(20)
        == ActivityFileError(.byte(file.count - 2), "checksum of the FIT file is wrong"))
    var future = file
    future[1] = 0x30
    #expect(throws: ActivityFileError(.byte(1), "version 3 of FIT is not known")) {
      try ActivityFile.read(future).activities
    }
    #expect(throws: ActivityFileError(.file, "no activity with a distance")) {
      try ActivityFile.read(FITBuilder().file())
    }
  }
}
