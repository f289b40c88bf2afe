internal import UnitsClient
internal import UnitsJSON
internal import UnitsLinux

extension GroupDefaults {
  /// Stores a value; nil removes it.
  ///
  /// When this returns the value is on the disk, on its way to every program that watches, and seen
  /// by every read of this one. It waits for that: mostly about a millisecond, 2 s at most.
  ///
  /// - Parameters:
  ///   - value: A `String`, `Bool`, `Int`, `Double`, `Float`, `Data`, `Date`, `URL`, an array or a
  ///     dictionary of these. Dates are kept to the microsecond.
  ///   - key: 1 to 255 bytes of UTF-8 without control characters and `=`.
  /// - Throws: ``AppGroupError``, and nothing was changed; only after
  ///   ``AppGroupError/outcomeUnknown(socket:)`` it may have been.
  public func set(_ value: Any?, forKey key: String) throws(AppGroupError) {
    guard let value else { return try removeObject(forKey: key) }
    guard let stored = StoredValue(any: value) else {
      throw .invalidValue(key: key, reason: "\(type(of: value)) has no place in a property list")
    }
    try store(stored, forKey: key)
  }

  /// Removes what is stored under the key; a registered value shows again. Durable as
  /// ``set(_:forKey:)`` is, and throws as it does.
  public func removeObject(forKey key: String) throws(AppGroupError) {
    try store(nil, forKey: key)
  }

  /// As ``set(_:forKey:)``, for where nothing can be thrown: what goes wrong is written to standard
  /// error, and the old value stands.
  public func setOrLog(_ value: Any?, forKey key: String) {
    do throws(AppGroupError) { try set(value, forKey: key) } catch {
      GroupLog.warn("set \(key): \(error)")
    }
  }

  /// Adds values for keys under which nothing is stored. They are this program's own, are kept while
  /// it runs, and are seen by nobody else.
  ///
  /// - Parameter defaults: Values as in ``set(_:forKey:)``; another one is a programmer's error.
  public func register(defaults: [String: Any]) {
    var values: [ByteKey: StoredValue] = [:]
    for (key, value) in defaults {
      guard let stored = StoredValue(any: value) else {
        preconditionFailure("only values of a property list can be registered: \(key)")
      }
      values[ByteKey(key)] = stored
    }
    state.withLock { $0.register(values) }
    state.wakeAll()
  }

  /// Waits until this program sees every change that any program has committed before. Returns false
  /// if the group cannot be reached, and says why on standard error.
  ///
  /// Nothing has to be written: what ``set(_:forKey:)`` has accepted is durable.
  @discardableResult public func synchronize() -> Bool {
    do throws(AppGroupError) {
      // Which state it is says the reply to a question about no key.
      _ = try call { (client) throws(ClientError) in try client.get([]) }
      return true
    } catch {
      GroupLog.warn("synchronize: \(error)")
      return false
    }
  }

  /// Stores a value, or removes it where it is nil.
  func store(_ value: StoredValue?, forKey key: String) throws(AppGroupError) {
    try commit([key: value?.json ?? .null])
  }
}
