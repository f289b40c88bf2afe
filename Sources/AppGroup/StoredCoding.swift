internal import FoundationEssentials
internal import UnitsJSON
internal import UnitsStore

/// Codable values in the store's JSON: data and dates have the store's forms at any depth.
enum StoredCoding {
  static func encode(_ value: some Encodable) throws(Unstorable) -> StoredValue? {
    let encoder = JSONEncoder()
    encoder.dataEncodingStrategy = .custom { data, encoder in
      try [PreferenceValue.dataMember: data.base64EncodedString()].encode(to: encoder)
    }
    encoder.dateEncodingStrategy = .custom { date, encoder in
      try [PreferenceValue.dateMember: date.rfc3339].encode(to: encoder)
    }
    do {
      return StoredValue(try JSONValue(parsing: Array(encoder.encode(value))))
    } catch {
      throw Unstorable(reason: "\(error)")
    }
  }

  /// Nil where the stored value is none of this type.
  static func decode<Value: Decodable>(_: Value.Type, from stored: StoredValue) -> Value? {
    let decoder = JSONDecoder()
    decoder.dataDecodingStrategy = .custom { decoder in
      let members = try [String: String](from: decoder)
      guard let data = members[PreferenceValue.dataMember].flatMap({ Data(base64Encoded: $0) })
      else { throw Unstorable(reason: "not data") }
      return data
    }
    decoder.dateDecodingStrategy = .custom { decoder in
      let members = try [String: String](from: decoder)
      guard let date = members[PreferenceValue.dateMember].flatMap(Date.init(rfc3339:)) else {
        throw Unstorable(reason: "not a date")
      }
      return date
    }
    var bytes: [UInt8] = []
    stored.json.write(into: &bytes)
    do {
      return try decoder.decode(Value.self, from: Data(bytes))
    } catch {
      // What another program stored under the key is its own business; the default shows.
      return nil
    }
  }
}
