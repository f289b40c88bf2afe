@testable import UnitsImport

/// Writes FIT files, message by message.
struct FITBuilder {
  /// A field of a message: its number, its base type, and its value.
  struct Field {
    let number: UInt8
    let type: UInt8
    let bytes: [UInt8]
  }

  let order: [UInt8].ByteOrder
  private(set) var data: [UInt8] = []

  init(_ order: [UInt8].ByteOrder = .little) { self.order = order }

  func bytes(_ value: UInt64, _ size: Int) -> [UInt8] {
    let little = (0..<size).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    return order == .little ? little : little.reversed()
  }

  func enumeration(_ number: UInt8, _ value: UInt8) -> Field {
    Field(number: number, type: 0x00, bytes: [value])
  }

  func short(_ number: UInt8, _ value: UInt16) -> Field {
    Field(number: number, type: 0x84, bytes: bytes(UInt64(value), 2))
  }

  func long(_ number: UInt8, _ value: UInt32) -> Field {
    Field(number: number, type: 0x86, bytes: bytes(UInt64(value), 4))
  }

  func signed(_ number: UInt8, _ value: Int32) -> Field {
    Field(number: number, type: 0x85, bytes: bytes(UInt64(UInt32(bitPattern: value)), 4))
  }

  func text(_ number: UInt8, _ value: String) -> Field {
    Field(number: number, type: 0x07, bytes: Array(value.utf8) + [0])
  }

  /// A definition and a message of it; `developer` bytes stand behind the fields.
  mutating func add(
    _ message: UInt16, local: UInt8 = 0, _ fields: [Field], developer: [[UInt8]] = []
  ) {
    define(message, local: local, fields, developer: developer.map(\.count))
    append(local, fields, developer: developer)
  }

  mutating func define(
    _ message: UInt16, local: UInt8, _ fields: [Field], developer: [Int] = []
  ) {
    data.append(0x40 | (developer.isEmpty ? 0 : 0x20) | local)
    data += [0, order == .little ? 0 : 1] + bytes(UInt64(message), 2) + [UInt8(fields.count)]
    for field in fields { data += [field.number, UInt8(field.bytes.count), field.type] }
    if !developer.isEmpty {
      data.append(UInt8(developer.count))
      for (number, size) in developer.enumerated() { data += [UInt8(number), UInt8(size), 0] }
    }
  }

  mutating func append(_ local: UInt8, _ fields: [Field], developer: [[UInt8]] = []) {
    append(header: local, fields, developer: developer)
  }

  /// With a header that has the lowest bits of the time in it.
  mutating func append(_ local: UInt8, timeBits: UInt32, _ fields: [Field]) {
    append(header: 0x80 | local << 5 | UInt8(timeBits & 0x1F), fields)
  }

  mutating func append(header: UInt8, _ fields: [Field], developer: [[UInt8]] = []) {
    data.append(header)
    for field in fields { data += field.bytes }
    for bytes in developer { data += bytes }
  }

  mutating func append(raw bytes: [UInt8]) { data += bytes }

  /// The file: header, data, checksum. FIT's header is little-endian whatever the messages are.
  func file(headerSize: Int = 14, headerChecksum: Bool = true) -> [UInt8] {
    func little(_ value: Int, _ size: Int) -> [UInt8] {
      (0..<size).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
    var file: [UInt8] = [UInt8(headerSize), 0x20] + little(2132, 2) + little(data.count, 4)
    file += Array(".FIT".utf8)
    if headerSize >= 14 {
      file += headerChecksum ? little(Int(FITChecksum.of(file)), 2) : [0, 0]
    }
    file += [UInt8](repeating: 0, count: headerSize - file.count)
    file += data
    return file + little(Int(FITChecksum.of(file)), 2)
  }

  /// 2026-11-30T07:15:00Z.
  static let start: UInt32 = 1_164_957_300 - 1

  mutating func addFile(serial: UInt32 = 77) {
    add(0, [enumeration(0, 4), short(1, 1), long(3, serial), long(4, Self.start)])
  }

  mutating func addSession(
    start: UInt32 = Self.start, seconds: UInt32 = 600, sport: UInt8 = 1, centimetres: UInt32
  ) {
    add(
      18, local: 3,
      [long(253, start + seconds), long(2, start), enumeration(5, sport), long(9, centimetres)])
  }

  mutating func addRecord(second: UInt32, centimetres: UInt32) {
    add(20, local: 1, [long(253, Self.start + second), long(5, centimetres)])
  }
}
