// Walking through an array or an object where it lies. The text was checked, so what is stepped over
// is not looked at again more closely than finding its end takes.

/// The elements of an array or the members of an object, one after the other.
package struct JSONCursor: ~Escapable {
  private let text: Span<UInt8>
  private let hasKeys: Bool
  /// The opening bracket, then the value that the cursor stands at.
  private var place: Int
  private var keyPlace: Int
  private var isAtFirst = true

  /// Stands before the first element or member. Any other value is a programmer's error.
  @_lifetime(copy view)
  package init(_ view: JSONView) {
    precondition(view.isObject || view.isArray, "a cursor walks through an array or an object")
    text = view.text
    hasKeys = view.isObject
    place = view.offset
    keyPlace = view.offset
  }

  /// The value at which the cursor stands.
  package var value: JSONView {
    @_lifetime(copy self)
    get { JSONView(text, at: place) }
  }

  /// The key of the member at which the cursor stands.
  package var key: JSONView {
    @_lifetime(copy self)
    get { JSONView(text, at: keyPlace) }
  }

  /// The text of that key.
  package var name: String { key.string ?? "" }

  /// Goes on to the next value; tells whether there is one.
  @_lifetime(self: copy self)
  package mutating func next() -> Bool {
    var place = isAtFirst ? place + 1 : end(ofValueAt: place)
    isAtFirst = false
    skipWhiteSpace(&place)
    if text[place] == UInt8(ascii: ",") {
      place += 1
      skipWhiteSpace(&place)
    }
    self.place = place
    // The closing brace, or the closing bracket, which differs in this bit.
    guard text[place] | 0x20 != UInt8(ascii: "}") else { return false }
    if hasKeys {
      keyPlace = place
      place = end(ofStringAt: place)
      skipWhiteSpace(&place)
      place += 1
      skipWhiteSpace(&place)
      self.place = place
    }
    return true
  }

  private func skipWhiteSpace(_ place: inout Int) {
    while text[place] <= 0x20 { place += 1 }
  }

  private func end(ofStringAt place: Int) -> Int {
    var place = place + 1
    while true {
      place += plainLength(text, from: place)
      switch text[place] {
      case UInt8(ascii: "\""): return place + 1
      case UInt8(ascii: "\\"): place += 2
      default: place += 1
      }
    }
  }

  private func end(ofValueAt start: Int) -> Int {
    var place = start
    var depth = 0
    repeat {
      switch text[place] {
      case UInt8(ascii: "\""): place = end(ofStringAt: place)
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        place += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        place += 1
      case UInt8(ascii: ","), UInt8(ascii: ":"), 0...0x20: place += 1
      default: place = end(ofWordAt: place)
      }
    } while depth > 0
    return place
  }

  /// Where the number, `true`, `false` or `null` ends.
  private func end(ofWordAt start: Int) -> Int {
    var place = start + 1
    while place < text.count {
      switch text[place] {
      case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"), 0...0x20: return place
      default: place += 1
      }
    }
    return place
  }
}
