internal import UnitsJSON

/// Writes the fields of a structure as the members of an object.
package struct FieldWriter<Field: RawRepresentable<String>>: ~Copyable {
  private var output: [UInt8] = []
  private var separator = UInt8(ascii: "{")

  /// Takes over the bytes behind which the object comes, without a copy.
  init(behind bytes: inout [UInt8]) {
    swap(&output, &bytes)
  }

  mutating func put(_ value: some WireValue, _ field: Field) {
    output.append(separator)
    separator = UInt8(ascii: ",")
    JSONText.writeName(field.rawValue, into: &output)
    value.write(into: &output)
  }

  /// Leaves the field out if there is no value.
  mutating func put(_ value: (some WireValue)?, _ field: Field) {
    if let value { put(value, field) }
  }

  /// Ends the object, and gives the bytes back.
  consuming func finish(_ bytes: inout [UInt8]) {
    if separator == UInt8(ascii: "{") { output.append(separator) }
    output.append(UInt8(ascii: "}"))
    swap(&output, &bytes)
  }
}
