internal import FoundationEssentials
internal import Units
internal import UnitsJSON
internal import UnitsStore

/// What is stored under a key: the types of UserDefaults.
///
/// The JSON of the store is turned into these once, when it is heard of, so that a read of data or
/// of a date costs no more than that of a number.
enum StoredValue: Sendable {
  case bool(Bool)
  case integer(Int)
  case double(Double)
  case string(String)
  case data(Data)
  case date(Date)
  case array([StoredValue])
  case dictionary([String: StoredValue])
}

// MARK: The store's JSON

extension StoredValue {
  /// The value that JSON stands for; nil for null, which is none.
  init?(_ json: JSONValue) {
    switch json {
    case .null: return nil
    case .bool(let value): self = .bool(value)
    case .integer(let value): self = .integer(value)
    case .double(let value): self = .double(value)
    case .string(let value): self = .string(value)
    case .array(let elements): self = .array(elements.compactMap(StoredValue.init))
    case .object(let object): self = Self.reserved(object) ?? Self.dictionary(of: object)
    }
  }

  /// The JSON that is stored for the value.
  var json: JSONValue {
    switch self {
    case .bool(let value): .bool(value)
    case .integer(let value): .integer(value)
    case .double(let value): .double(value)
    case .string(let value): .string(value)
    case .data(let value):
      .object([PreferenceValue.dataMember: .string(value.base64EncodedString())])
    case .date(let value): .object([PreferenceValue.dateMember: .string(value.rfc3339)])
    case .array(let elements): .array(elements.map(\.json))
    case .dictionary(let members):
      .object(JSONObject(members: members.map { .init(key: $0.key, value: $0.value.json) }))
    }
  }

  private static func reserved(_ object: JSONObject) -> StoredValue? {
    guard object.count == 1 else { return nil }
    if let text = object[PreferenceValue.dataMember]?.stringValue {
      return Data(base64Encoded: text).map(StoredValue.data)
    }
    if let text = object[PreferenceValue.dateMember]?.stringValue {
      return Date(rfc3339: text).map(StoredValue.date)
    }
    return nil
  }

  private static func dictionary(of object: JSONObject) -> StoredValue {
    // Two keys that only differ in how an accent is composed are one to Swift: the later stands.
    .dictionary(
      Dictionary(
        object.compactMap { member in StoredValue(member.value).map { (member.key, $0) } },
        uniquingKeysWith: { $1 }))
  }
}

// MARK: Values of a program

extension StoredValue {
  /// The value as UserDefaults hands it out: `Bool`, `Int`, `Double`, `String`, `Data`, `Date`,
  /// `[Any]` or `[String: Any]`.
  var any: Any {
    switch self {
    case .bool(let value): value
    case .integer(let value): value
    case .double(let value): value
    case .string(let value): value
    case .data(let value): value
    case .date(let value): value
    case .array(let elements): elements.map(\.any)
    case .dictionary(let members): members.mapValues(\.any)
    }
  }

  /// What is stored for a program's value; nil for one that has no place in a property list.
  init?(any value: Any) {
    switch value {
    case let value as Bool: self = .bool(value)
    case let value as any BinaryInteger:
      guard let integer = Int(exactly: value) else { return nil }
      self = .integer(integer)
    case let value as Double: self = .double(value)
    case let value as Float: self = .double(Self.widened(value))
    case let value as String: self = .string(value)
    case let value as Substring: self = .string(String(value))
    case let value as Data: self = .data(value)
    case let value as Date: self = .date(value)
    case let value as URL: self = .string(value.storedText)
    case let values as [Any]:
      var elements: [StoredValue] = []
      for value in values {
        guard let element = StoredValue(any: value) else { return nil }
        elements.append(element)
      }
      self = .array(elements)
    case let values as [String: Any]:
      var members: [String: StoredValue] = [:]
      for (key, value) in values {
        guard let member = StoredValue(any: value) else { return nil }
        members[key] = member
      }
      self = .dictionary(members)
    default: return nil
    }
  }

  /// The double that people would write for a float: 0.1, not 0.10000000149011612. It rounds to the
  /// same float.
  static func widened(_ value: Float) -> Double {
    Double(value.description) ?? Double(value)
  }
}

extension StoredValue: Equatable {
  /// Whether both are the same value; text is compared by its bytes, as it is stored.
  static func == (left: StoredValue, right: StoredValue) -> Bool {
    switch (left, right) {
    case (.bool(let left), .bool(let right)): left == right
    case (.integer(let left), .integer(let right)): left == right
    case (.double(let left), .double(let right)): left == right
    case (.string(let left), .string(let right)): left.utf8.elementsEqual(right.utf8)
    case (.data(let left), .data(let right)): left == right
    case (.date(let left), .date(let right)): left == right
    case (.array(let left), .array(let right)): left == right
    case (.dictionary(let left), .dictionary(let right)): left == right
    default: false
    }
  }
}

// MARK: Dates and URLs

extension Date {
  /// The moment of an RFC 3339 text.
  init?(rfc3339 text: String) {
    do throws(RFC3339Error) {
      let instant = try RFC3339.parse(text).instant
      self.init(timeIntervalSince1970: Double(instant.microseconds) / 1_000_000)
    } catch {
      return nil
    }
  }

  /// The moment to the microsecond; nil outside of the years 0000 to 9999.
  var instant: Instant? {
    Int64(exactly: (timeIntervalSince1970 * 1_000_000).rounded()).flatMap {
      Instant(microseconds: $0)
    }
  }

  /// The RFC 3339 text in UTC; one that the store refuses, with the date in it, where RFC 3339 has
  /// none.
  var rfc3339: String { instant.map { RFC3339.format($0) } ?? "\(timeIntervalSince1970) s" }
}

extension URL {
  /// A file's path, or the whole of any other URL.
  var storedText: String { isFileURL ? path : absoluteString }

  /// The URL of a stored text: the whole of one where it has a scheme, a file's path otherwise.
  init?(stored text: String) {
    if let first = text.utf8.first, first != UInt8(ascii: "/"), first != UInt8(ascii: "~"),
      let url = URL(string: text), let scheme = url.scheme, !scheme.isEmpty
    {
      self = url
    } else if text == "~" || text.hasPrefix("~/") {
      self = URL.homeDirectory.appending(path: String(text.dropFirst(2)))
    } else {
      self = URL(filePath: text)
    }
  }
}
