import Testing
import UnitsJSON
import UnitsProtocol
import Varlink

extension UnitsMethod {
  /// What the interface's text says of the method.
  var declaration: InterfaceDescription.Method {
    guard let method = interface.description.methods.first(where: { $0.name == name }) else {
      preconditionFailure("\(fullName) is not described")
    }
    return method
  }
}

/// Values made after an interface's text, right and wrong.
struct Specimen {
  let interface: InterfaceDescription

  /// Members with a value for every field, those of nested structures too.
  func members(of fields: [ValueType.Field]) -> JSONObject {
    JSONObject(members: fields.map { .init(key: $0.name, value: value(of: $0.type, $0.name)) })
  }

  private func value(of type: ValueType, _ name: String) -> JSONValue {
    switch type {
    case .bool: .bool(true)
    case .int: .integer(name.utf8.count)
    case .float: .double(Double(name.utf8.count) + 0.5)
    case .string: .string("the \(name)")
    case .object: .object(["dev.units.system": .string("metric"), "gone": .null])
    case .any: .array([])
    case .named(let name): interface.type(named: name).map { value(of: $0, name) } ?? .null
    case .structure(let fields): .object(members(of: fields))
    case .enumeration(let choices): .string(choices[0].name)
    case .array(let element): .array([value(of: element, "one"), value(of: element, "another")])
    case .map(let element): .object(["a": value(of: element, name)])
    case .nullable(let inner): value(of: inner, name)
    }
  }

  /// One way in which members can differ from their declaration.
  struct Fault {
    let path: String
    let members: JSONObject
  }

  /// Every single way to drop a field that is needed, to make one null, to give one another type,
  /// and to add one that is not declared, in nested structures too.
  func faults(of fields: [ValueType.Field]) -> [Fault] {
    faults(of: members(of: fields), fields: fields, path: "") { $0 }
  }

  /// The members without one of the fields that may be absent, and with null in its place.
  func omissions(of fields: [ValueType.Field]) -> [JSONObject] {
    let whole = members(of: fields)
    return fields.filter(\.isNullable).flatMap { field in
      var without = whole
      without[field.name] = nil
      var withNull = whole
      withNull[field.name] = .null
      return [without, withNull]
    }
  }

  private func faults(
    of members: JSONObject, fields: [ValueType.Field], path: String,
    rebuild: (JSONObject) -> JSONObject
  ) -> [Fault] {
    let prefix = path.isEmpty ? "" : path + "."
    var faults: [Fault] = []
    func add(_ name: String, _ change: (inout JSONObject) -> Void) {
      var changed = members
      change(&changed)
      faults.append(Fault(path: prefix + name, members: rebuild(changed)))
    }
    add("undeclared") { $0["undeclared"] = .null }
    for field in fields {
      if !field.isNullable {
        add(field.name) { $0[field.name] = nil }
        add(field.name) { $0[field.name] = .null }
      }
      for wrong in wrongValues(for: field.type) { add(field.name) { $0[field.name] = wrong } }

      let inner: ValueType =
        if case .nullable(let inner) = field.type { inner } else { field.type }
      switch (resolve(inner), members[field.name]) {
      case (.structure(let nested), .object(let object)):
        faults += self.faults(of: object, fields: nested, path: prefix + field.name) {
          var changed = members
          changed[field.name] = .object($0)
          return rebuild(changed)
        }
      case (.array(let element), .array(let values)):
        faults += elementFaults(of: values, element: element, path: prefix + field.name) {
          var changed = members
          changed[field.name] = .array($0)
          return rebuild(changed)
        }
      default: break
      }
    }
    return faults
  }

  private func elementFaults(
    of values: [JSONValue], element: ValueType, path: String,
    rebuild: ([JSONValue]) -> JSONObject
  ) -> [Fault] {
    let last = values.count - 1
    let place = "\(path)[\(last)]"
    func replacing(_ value: JSONValue) -> JSONObject {
      var changed = values
      changed[last] = value
      return rebuild(changed)
    }
    var faults = (wrongValues(for: element) + [.null]).map {
      Fault(path: place, members: replacing($0))
    }
    if case .structure(let fields) = resolve(element), case .object(let object) = values[last] {
      faults += self.faults(of: object, fields: fields, path: place) { replacing(.object($0)) }
    }
    return faults
  }

  private func resolve(_ type: ValueType) -> ValueType {
    if case .named(let name) = type { interface.type(named: name) ?? type } else { type }
  }

  /// Values of every JSON type that the declared type does not take.
  private func wrongValues(for type: ValueType) -> [JSONValue] {
    let all: [JSONValue] = [
      .bool(false), .integer(1), .double(1.5), .string("x"), .array([.null]), .object([:]),
    ]
    return all.filter { value in
      switch (type, value) {
      case (.nullable(let inner), _): wrongValues(for: inner).contains(value)
      case (.bool, .bool), (.int, .integer), (.float, .integer), (.float, .double),
        (.string, .string), (.object, .object), (.any, _):
        false
      case (.named, .object), (.structure, .object):
        // An empty object lacks the structure's fields, which is another fault.
        false
      case (.array, .array): false
      default: true
      }
    }
  }
}

extension ValueType.Field {
  var isNullable: Bool {
    if case .nullable = type { true } else { false }
  }
}
