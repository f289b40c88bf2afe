public import UnitsJSON

extension InterfaceDescription {
  /// The first parameter that does not match its declaration: undeclared, missing, or of another
  /// type; nil if all match.
  ///
  /// ```swift
  /// if let name = lamp.invalidParameter(in: call.parameters, declared: dim.input) {
  ///   return .error(.invalidParameter(name))
  /// }
  /// ```
  ///
  /// A parameter inside another is named by its path: `records[2].value`.
  ///
  /// - Parameters:
  ///   - parameters: What was sent.
  ///   - fields: What this interface declares for it: a method's input or output, or an error's
  ///     parameters.
  /// - Returns: The parameter's name or path, nil if all match.
  public func invalidParameter(
    in parameters: JSONObject, declared fields: [ValueType.Field]
  ) -> String? {
    ParameterCheck(interface: self).mismatch(in: parameters, fields: fields, path: "")
  }

  /// What the interface declares under a type's name.
  public func type(named name: String) -> ValueType? {
    types.first { $0.name == name }?.type
  }
}

/// Compares values with the types that an interface declares.
private struct ParameterCheck {
  let interface: InterfaceDescription

  func mismatch(in members: JSONObject, fields: [ValueType.Field], path: String) -> String? {
    let prefix = path.isEmpty ? "" : path + "."
    let names = Set(fields.map(\.name))
    for member in members where !names.contains(member.key) { return prefix + member.key }
    for field in fields {
      if let path = mismatch(of: members[field.name], type: field.type, path: prefix + field.name) {
        return path
      }
    }
    return nil
  }

  /// The path of the first value that has another type than it should; nil if there is none.
  private func mismatch(of value: JSONValue?, type: ValueType, path: String) -> String? {
    switch (type, value) {
    case (.nullable, nil), (.nullable, .null): return nil
    case (.nullable(let inner), _): return mismatch(of: value, type: inner, path: path)
    case (_, nil), (_, .null): return path
    case (.named(let name), _):
      // The parser lets no undeclared name through.
      return interface.type(named: name).map { mismatch(of: value, type: $0, path: path) } ?? path
    case (.any, _), (.bool, .bool), (.int, .integer), (.float, .integer), (.float, .double),
      (.string, .string), (.object, .object):
      return nil
    case (.enumeration(let choices), .string(let text)):
      return choices.contains { $0.name == text } ? nil : path
    case (.structure(let fields), .object(let members)):
      return mismatch(in: members, fields: fields, path: path)
    case (.array(let element), .array(let values)):
      for (index, value) in values.enumerated() {
        if let path = mismatch(of: value, type: element, path: "\(path)[\(index)]") { return path }
      }
      return nil
    case (.map(let type), .object(let members)):
      for member in members {
        if let path = mismatch(of: member.value, type: type, path: "\(path).\(member.key)") {
          return path
        }
      }
      return nil
    default: return path
    }
  }
}
