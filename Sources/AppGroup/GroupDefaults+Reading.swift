public import FoundationEssentials

// Reading. Each method sees what is stored, else what was registered, else what its documentation
// says, and costs a lock and a look-up.

extension GroupDefaults {
  /// What is stored: a `Bool`, `Int`, `Double`, `String`, `Data`, `Date`, `[Any]` or `[String: Any]`;
  /// nil of nothing.
  public func object(forKey key: String) -> Any? { stored(key)?.any }

  /// A text, or a number's: `7`, `3.7`, `1.0`, and `1` or `0` for a bool; nil of anything else.
  public func string(forKey key: String) -> String? { stored(key)?.coercedString }

  /// A bool, whether a number is not zero, or whether a text begins like `yes`, `true` or a number
  /// other than zero; false of anything else.
  public func bool(forKey key: String) -> Bool { stored(key)?.coercedBool ?? false }

  /// An integer, the whole part of a double, 1 or 0 for a bool, or the whole number that a text
  /// begins with; 0 of anything else. What is out of range is the nearest that is in it.
  public func integer(forKey key: String) -> Int { stored(key)?.coercedInteger ?? 0 }

  /// A number, 1 or 0 for a bool, or the number that a text begins with; 0 of anything else.
  public func double(forKey key: String) -> Double { stored(key)?.coercedDouble ?? 0 }

  /// As ``double(forKey:)``, rounded to a float.
  public func float(forKey key: String) -> Float { Float(double(forKey: key)) }

  /// Data; nil of anything else.
  public func data(forKey key: String) -> Data? { stored(key)?.asData }

  /// A text as a URL: the whole of one where it begins with a scheme, otherwise a file's path, `~`
  /// being the home directory; nil of anything else.
  public func url(forKey key: String) -> URL? { stored(key)?.asURL }

  /// An array, its elements as in ``object(forKey:)``; nil of anything else.
  public func array(forKey key: String) -> [Any]? { stored(key)?.asArray?.map(\.any) }

  /// An array that holds only texts; nil of anything else.
  public func stringArray(forKey key: String) -> [String]? { stored(key)?.asStrings }

  /// A dictionary, its values as in ``object(forKey:)``; nil of anything else.
  public func dictionary(forKey key: String) -> [String: Any]? {
    stored(key)?.asDictionary?.mapValues(\.any)
  }

  /// Every key with what ``object(forKey:)`` says of it, registered ones included.
  public func dictionaryRepresentation() -> [String: Any] {
    Dictionary(
      read(\.effectiveValues).map { ($0.key.text, $0.value.any) }, uniquingKeysWith: { $1 })
  }

  /// The same for a typed key.
  @usableFromInline func preference(_ key: String) -> Preference? { stored(key) }

  /// What is in effect under a key.
  func stored(_ key: String) -> Preference? { read { $0.value(key) } }
}
