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
  ///   - value: A ``PreferenceStorable``, an array or a dictionary of these, or the same of
  ///     Foundation's classes. What is read is exactly what was set; what cannot be kept so is refused.
  ///   - key: 1 to 255 bytes of UTF-8 without control characters and `=`.
  /// - Throws: ``AppGroupError``, and nothing was changed; only after
  ///   ``AppGroupError/outcomeUnknown(socket:)`` it may have been.
  public func set(_ value: Any?, forKey key: String) throws(AppGroupError) {
    try commit(try change(value, forKey: key))
  }

  /// Stores a value without blocking a thread of Swift's pool; otherwise as the blocking form. To
  /// cancel the task does not take it back.
  nonisolated(nonsending)
    public func set(_ value: Any?, forKey key: String) async throws(AppGroupError)
  {
    try await commitInBackground(try change(value, forKey: key))
  }

  /// Removes what is stored under the key; a registered value shows again. Durable as
  /// ``set(_:forKey:)-(Any?,_)`` is, and throws as it does.
  public func removeObject(forKey key: String) throws(AppGroupError) {
    try commit([key: .null])
  }

  /// As the blocking form, without blocking a thread of Swift's pool.
  nonisolated(nonsending)
    public func removeObject(forKey key: String) async throws(AppGroupError)
  {
    try await commitInBackground([key: .null])
  }

  /// As ``set(_:forKey:)-(Any?,_)``, for where nothing can be thrown: what goes wrong is written to
  /// standard error, and the old value stands.
  public func setOrLog(_ value: Any?, forKey key: String) {
    do throws(AppGroupError) { try set(value, forKey: key) } catch {
      GroupLog.warn("set \(key): \(error)")
    }
  }

  /// Adds values for keys under which nothing is stored. They are this program's own, are kept while
  /// it runs, and are seen by nobody else.
  ///
  /// - Parameter defaults: Values as in ``set(_:forKey:)-(Any?,_)``; another one is a programmer's
  ///   error.
  public func register(defaults: [String: Any]) {
    var values: [ByteKey: Preference] = [:]
    for (key, value) in defaults {
      do throws(UnstorableValue) {
        let stored = try Preference(any: value)
        _ = try stored.json()
        values[ByteKey(key)] = stored
      } catch {
        preconditionFailure("only values of a property list can be registered: \(key)")
      }
    }
    state.withLock { $0.register(values) }
    state.wakeAll()
  }

  /// Waits until this program sees every change that any program has committed before. Returns false
  /// if the group cannot be reached, and says why on standard error.
  ///
  /// Nothing has to be written: what ``set(_:forKey:)-(Any?,_)`` has accepted is durable.
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

  private func change(_ value: Any?, forKey key: String) throws(AppGroupError) -> JSONObject {
    guard let value else { return [key: .null] }
    do throws(UnstorableValue) {
      let stored = try Preference(any: value)
      return [key: stored == .null ? .null : try stored.json()]
    } catch {
      throw .invalidValue(key: key, reason: error.reason)
    }
  }
}
