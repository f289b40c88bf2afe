// The messages of a FIT file, one by one.

/// A message with data, whose fields are looked up by number.
struct FITMessage {
  /// What it is about, by the numbers of FIT's profile.
  let number: Int
  fileprivate let fields: [FITMessages.Field]
  fileprivate let order: [UInt8].ByteOrder
  fileprivate let bytes: [UInt8]
  fileprivate let start: Int
  /// The time of a record whose header has one, in seconds of FIT's era.
  let headerTime: UInt32?

  /// When it was, in seconds of FIT's era.
  var time: UInt32? { headerTime ?? number(FITMessages.timeField) }

  /// A number of 32 bits, as times and distances are; nil if there is none, or a larger one, which
  /// only files have that were made to harm.
  func number(_ field: Int) -> UInt32? {
    integer(field).flatMap { UInt32(exactly: $0) }
  }

  /// The whole number in a field; nil if there is none, or it is marked as not measured.
  func integer(_ field: Int) -> Int? {
    guard let field = fields.first(where: { $0.number == field }),
      let base = field.base, field.size == base.size
    else { return nil }
    let raw = bytes.number(at: start + field.offset, size: field.size, order)
    guard raw != base.invalid else { return nil }
    guard base.isSigned else { return Int(exactly: raw) }
    let shift = 64 - base.size * 8
    return Int(Int64(bitPattern: raw << UInt64(shift)) >> Int64(shift))
  }

  /// The bytes of a field of so many bytes; nil if there is none of that size.
  func rawBytes(_ field: Int, count: Int) -> ArraySlice<UInt8>? {
    guard let field = fields.first(where: { $0.number == field }), field.size == count else {
      return nil
    }
    return bytes[(start + field.offset)..<(start + field.offset + count)]
  }
}

/// Reads messages from bytes whose checksum is right.
struct FITMessages {
  struct Field {
    let number: Int
    /// In bytes, behind the message's header.
    let offset: Int
    let size: Int
    /// Nil for texts, fractions and types that nobody knows.
    let base: BaseType?
  }

  /// A type of whole numbers.
  struct BaseType {
    let size: Int
    let isSigned: Bool
    /// What stands for "not measured".
    let invalid: UInt64

    /// The type of a number in a definition, by FIT's table of base types.
    init?(_ code: UInt8) {
      switch code & 0x1F {
      case 0, 2, 13: self.init(size: 1, isSigned: false, invalid: 0xFF)
      case 1: self.init(size: 1, isSigned: true, invalid: 0x7F)
      case 3: self.init(size: 2, isSigned: true, invalid: 0x7FFF)
      case 4: self.init(size: 2, isSigned: false, invalid: 0xFFFF)
      case 5: self.init(size: 4, isSigned: true, invalid: 0x7FFF_FFFF)
      case 6: self.init(size: 4, isSigned: false, invalid: 0xFFFF_FFFF)
      case 10: self.init(size: 1, isSigned: false, invalid: 0)
      case 11: self.init(size: 2, isSigned: false, invalid: 0)
      case 12: self.init(size: 4, isSigned: false, invalid: 0)
      case 14: self.init(size: 8, isSigned: true, invalid: 0x7FFF_FFFF_FFFF_FFFF)
      case 15: self.init(size: 8, isSigned: false, invalid: .max)
      case 16: self.init(size: 8, isSigned: false, invalid: 0)
      default: return nil
      }
    }

    private init(size: Int, isSigned: Bool, invalid: UInt64) {
      self.size = size
      self.isSigned = isSigned
      self.invalid = invalid
    }
  }

  /// What messages of one local number look like.
  private struct Definition {
    let message: Int
    let order: [UInt8].ByteOrder
    let fields: [Field]
    /// With the fields of developers, which nobody here reads.
    let size: Int
  }

  private let bytes: [UInt8]
  private var place: Int
  private let end: Int
  private var definitions = [Definition?](repeating: nil, count: 16)
  /// The last time that was said in full, which shorter ones count from.
  private var lastTime: UInt32?

  /// The messages between two places of a file.
  init(_ bytes: [UInt8], from start: Int, to end: Int) {
    self.bytes = bytes
    place = start
    self.end = end
  }

  /// The next message with data; nil at the end.
  mutating func next() throws(ActivityFileError) -> FITMessage? {
    while place < end {
      let start = place
      let header = bytes[place]
      place += 1
      if header & Self.shortHeader != 0 {
        return try data(Int(header >> 5 & 3), from: start, time: time(header & 0x1F))
      }
      let local = Int(header & 0x0F)
      guard header & Self.definitionHeader != 0 else {
        return try data(local, from: start, time: nil)
      }
      let developers = header & Self.developerFields != 0
      definitions[local] = try definition(withDeveloperFields: developers ? .some : .none)
    }
    return nil
  }

  private static let shortHeader: UInt8 = 0x80
  private static let definitionHeader: UInt8 = 0x40
  private static let developerFields: UInt8 = 0x20
  /// The field with the time, the same in every message.
  static let timeField = 253

  private enum DeveloperFields {
    case none
    case some
  }

  private mutating func data(
    _ local: Int, from start: Int, time: UInt32?
  ) throws(ActivityFileError) -> FITMessage {
    guard let definition = definitions[local] else {
      throw ActivityFileError(.byte(start), "FIT message of a kind that was not defined: \(local)")
    }
    try need(definition.size)
    let message = FITMessage(
      number: definition.message, fields: definition.fields, order: definition.order, bytes: bytes,
      start: place, headerTime: time)
    place += definition.size
    if let time = message.time { lastTime = time }
    return message
  }

  /// The five bits of a short header are the lowest of the time, which has run on since the last.
  private func time(_ bits: UInt8) -> UInt32? {
    // Round and round, as the counter of a device goes.
    lastTime.map { last in last &+ ((UInt32(bits) &- last) & 0x1F) }
  }

  private mutating func definition(
    withDeveloperFields developers: DeveloperFields
  ) throws(ActivityFileError) -> Definition {
    try need(5)
    let order: [UInt8].ByteOrder
    switch bytes[place + 1] {
    case 0: order = .little
    case 1: order = .big
    default:
      throw ActivityFileError(.byte(place + 1), "byte order is neither little nor big")
    }
    let message = Int(bytes.number(at: place + 2, size: 2, order))
    let count = Int(bytes[place + 4])
    place += 5
    try need(count * 3)
    var fields: [Field] = []
    var size = 0
    for _ in 0..<count {
      let length = Int(bytes[place + 1])
      let base = BaseType(bytes[place + 2])
      fields.append(Field(number: Int(bytes[place]), offset: size, size: length, base: base))
      size += length
      place += 3
    }
    if case .some = developers {
      try need(1)
      let count = Int(bytes[place])
      place += 1
      try need(count * 3)
      for _ in 0..<count {
        size += Int(bytes[place + 1])
        place += 3
      }
    }
    return Definition(message: message, order: order, fields: fields, size: size)
  }

  private func need(_ count: Int) throws(ActivityFileError) {
    guard count <= end - place else {
      throw ActivityFileError(.byte(place), "FIT message goes on behind the end of the data")
    }
  }
}
