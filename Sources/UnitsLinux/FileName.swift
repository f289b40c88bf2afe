// The names of files as text, and back.
//
// To the kernel a name is bytes. Nearly all are UTF-8, and those are what they are. A byte that belongs
// to no UTF-8 is carried as one of the last 128 scalars, U+10FF80 to U+10FFFF, for 0x80 to 0xFF; where
// a name has these scalars themselves, which are nobody's letters, their bytes are carried so. Each name
// has one text, and each text of a name leads back to it. Python's "surrogateescape" does the same with
// scalars that Swift's strings do not have.

internal import Glibc

/// Turns the bytes of names into text and back.
package enum FileName {
  private static let firstCarrier: UInt32 = 0x10_FF00
  /// What every scalar of those begins with in UTF-8, and few others.
  private static let lead: CInt = 0xF4

  /// The text of a name.
  package static func text(_ bytes: some Collection<UInt8>) -> String {
    if let text = String(validating: bytes, as: UTF8.self), !hasCarriers(text) { return text }
    var text = String.UnicodeScalarView()
    var rest = Array(bytes)[...]
    while let byte = rest.first {
      let length = scalarLength(byte)
      let scalar = String(validating: rest.prefix(length), as: UTF8.self)?.unicodeScalars
      if let scalar, let first = scalar.first, scalar.count == 1, carried(first) == nil {
        text.append(first)
        rest = rest.dropFirst(length)
      } else {
        text.append(carrier(byte))
        rest = rest.dropFirst()
      }
    }
    return String(text)
  }

  /// The text of a name that ends with NUL. Nearly all are UTF-8, which costs no more than reading them.
  package static func text(_ name: UnsafePointer<CChar>) -> String {
    if let text = unsafe String(validatingCString: name), !hasCarriers(text) { return text }
    return unsafe text(UnsafeRawBufferPointer(start: name, count: strlen(name)))
  }

  /// Whether the text is of a name with bytes that belong to no UTF-8.
  package static func hasCarriers(_ text: String) -> Bool {
    guard unsafe text.withCString({ unsafe strchr($0, lead) }) != nil else { return false }
    return text.unicodeScalars.contains { carried($0) != nil }
  }

  /// The text as people see it: `caf\xE9.gpx`.
  package static func shown(_ text: String) -> String {
    guard hasCarriers(text) else { return text }
    return text.unicodeScalars.map { scalar in
      carried(scalar).map { "\\x" + String($0, radix: 16, uppercase: true) } ?? String(scalar)
    }.joined()
  }

  /// Calls with the name, as the kernel takes it.
  static func withName<Result>(
    _ text: String, _ body: (UnsafePointer<CChar>) -> Result
  ) -> Result {
    guard hasCarriers(text) else { return unsafe text.withCString { unsafe body($0) } }
    var bytes: [CChar] = []
    for scalar in text.unicodeScalars {
      if let byte = carried(scalar) {
        bytes.append(CChar(bitPattern: byte))
      } else {
        bytes += UTF8.encode(scalar).map { $0.map { CChar(bitPattern: $0) } } ?? []
      }
    }
    bytes.append(0)
    // An array is handed to C as the address of its first element, and there is one.
    return unsafe withPointer(bytes, body)
  }

  /// A copy of the name for a list of words, to be freed. strdup(3)
  package static func duplicate(_ text: String) -> UnsafeMutablePointer<CChar>? {
    unsafe withName(text) { unsafe strdup($0) }
  }

  private static func withPointer<Result>(
    _ bytes: UnsafePointer<CChar>, _ body: (UnsafePointer<CChar>) -> Result
  ) -> Result {
    unsafe body(bytes)
  }

  private static func carrier(_ byte: UInt8) -> Unicode.Scalar {
    Unicode.Scalar(firstCarrier + UInt32(byte)) ?? "\u{FFFD}"
  }

  private static func carried(_ scalar: Unicode.Scalar) -> UInt8? {
    scalar.value >= firstCarrier + 0x80 ? UInt8(truncatingIfNeeded: scalar.value) : nil
  }

  private static func scalarLength(_ byte: UInt8) -> Int {
    switch byte {
    case 0xC2...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...0xF4: 4
    default: 1
    }
  }
}
