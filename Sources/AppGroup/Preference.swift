// What a preference can be: the types of UserDefaults, and nil inside of a container.
//
// A value that is set is read back as exactly the same one, or it is refused when it is set and the
// reason told. So there is one way from a value to the store's JSON and one back, and what JSON
// cannot tell apart, nil and nothing, data and text, a date and text, has a form of its own:
// an object with one reserved member.

public import FoundationEssentials
internal import UnitsCoding
internal import UnitsJSON
internal import UnitsStore

extension GroupDefaults {
  /// What is stored under a key.
  ///
  /// ```swift
  /// let size: GroupDefaults.Preference = .array([.integer(640), .integer(480)])
  /// ```
  public enum Preference: Sendable {
    /// Nil, inside of an array or a dictionary, or for an optional whose default is something.
    case null
    /// A bool.
    case bool(Bool)
    /// A whole number.
    case integer(Int)
    /// Any other number, which is finite.
    case double(Double)
    /// A text.
    case string(String)
    /// Data.
    case data(Data)
    /// A moment, exactly.
    case date(Date)
    /// An ordered list.
    case array([Preference])
    /// Members by their names.
    case dictionary([String: Preference])
  }
}

typealias Preference = GroupDefaults.Preference

/// A value that cannot be stored so that it is read back as the same, and why.
public struct UnstorableValue: Error, Equatable {
  /// The fact: `number that is not finite`.
  public let reason: String

  /// An error for that reason.
  public init(reason: String) {
    self.reason = reason
  }
}

// MARK: The store's JSON

/// The reserved members of the store's objects.
enum ReservedMember {
  static let data = PreferenceValue.dataMember
  static let date = PreferenceValue.dateMember
  static let null = "$null"
  static let all = [data, date, null]
}

extension Preference {
  /// The value that JSON stands for.
  init(_ json: JSONValue) {
    switch json {
    case .null: self = .null
    case .bool(let value): self = .bool(value)
    case .integer(let value): self = .integer(value)
    case .double(let value): self = .double(value)
    case .string(let value): self = .string(value)
    case .array(let elements): self = .array(elements.map(Preference.init))
    case .object(let object): self = Self.reserved(object) ?? Self.dictionary(of: object)
    }
  }

  /// What is stored under a key, where null stands for nothing.
  static func stored(_ json: JSONValue) -> Preference? {
    if case .null = json { nil } else { Preference(json) }
  }

  /// The JSON that is stored for the value.
  func json() throws(UnstorableValue) -> JSONValue {
    switch self {
    case .null: return .object([ReservedMember.null: .bool(true)])
    case .bool(let value): return .bool(value)
    case .integer(let value): return .integer(value)
    case .double(let value): return .double(value)
    case .string(let value): return .string(value)
    case .data(let value):
      return .object([ReservedMember.data: .string(value.base64EncodedString())])
    case .date(let value):
      return .object([ReservedMember.date: .string(try DateText.text(of: value))])
    case .array(let elements):
      var values: [JSONValue] = []
      for element in elements { values.append(try element.json()) }
      return .array(values)
    case .dictionary(let members):
      var object: [JSONObject.Member] = []
      for (key, value) in members {
        guard !ReservedMember.all.contains(key) else {
          throw UnstorableValue(reason: "\(key) is a reserved name")
        }
        object.append(.init(key: key, value: try value.json()))
      }
      return .object(JSONObject(members: object))
    }
  }

  private static func reserved(_ object: JSONObject) -> Preference? {
    guard object.count == 1 else { return nil }
    if let text = object[ReservedMember.data]?.stringValue {
      return Data(base64Encoded: text).map(Preference.data)
    }
    if let text = object[ReservedMember.date]?.stringValue {
      return DateText.date(of: text).map(Preference.date)
    }
    return object[ReservedMember.null] == .bool(true) ? .null : nil
  }

  private static func dictionary(of object: JSONObject) -> Preference {
    // Two keys that only differ in how an accent is composed are one to Swift: the later stands.
    .dictionary(
      Dictionary(
        object.map { ($0.key, Preference($0.value)) }, uniquingKeysWith: { $1 }))
  }
}

// MARK: Codable

extension Preference: CodingTree {
  static func object(_ members: [(key: String, value: Preference)]) -> Preference {
    .dictionary(Dictionary(members.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 }))
  }

  var shape: TreeShape<Preference> {
    switch self {
    case .null: .null
    case .bool(let value): .bool(value)
    case .integer(let value): .integer(value)
    case .double(let value): .double(value)
    case .string(let value): .string(value)
    case .data, .date: .leaf
    case .array(let elements): .array(elements)
    case .dictionary(let members): .object(keys: Array(members.keys), member: { members[$0] })
    }
  }

  static func leaf(of value: any Encodable) throws(Uncodable) -> Preference? {
    do throws(UnstorableValue) {
      switch value {
      case let value as Date: return try value.stored()
      case let value as Data: return .data(value)
      case let value as URL: return try value.stored()
      case let value as Decimal: return try value.stored()
      default: return nil
      }
    } catch {
      throw Uncodable(reason: error.reason)
    }
  }

  static func isLeaf(_ type: any Decodable.Type) -> Bool {
    type == Date.self || type == Data.self || type == URL.self || type == Decimal.self
  }

  func leaf(as type: any Decodable.Type) -> Any? {
    if type == Date.self { return asDate }
    if type == Data.self { return asData }
    return type == URL.self ? asURL : Decimal.read(self)
  }
}

extension Preference: Equatable {
  /// Whether both are the same value; text is compared by its bytes, as it is stored.
  public static func == (
    left: GroupDefaults.Preference, right: GroupDefaults.Preference
  ) -> Bool {
    switch (left, right) {
    case (.null, .null): true
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
