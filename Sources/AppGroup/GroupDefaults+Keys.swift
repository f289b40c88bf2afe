// Typed keys: reading, setting, removing.

internal import UnitsClient
internal import UnitsJSON
internal import UnitsProtocol
internal import UnitsStore

extension GroupDefaults {
  /// The value of a key: what is stored, else what was registered, else the key's default.
  public subscript<Value>(key: Key<Value>) -> Value {
    @inlinable get { key.value(of: preference(key.name)) }
  }

  /// Sets the value of a key, durably, as ``set(_:for:)`` does; what goes wrong is written to standard
  /// error, and the old value stands.
  ///
  /// `group[key] += 1` does not compile, and neither does any other change in place: between the read
  /// and the write another program may write, whose value would be lost. ``update(_:_:)-(Key<Value>,_)``
  /// reads and writes in one.
  public subscript<Value>(key: Key<Value>, _: AssignmentOnly = .assignment) -> Value {
    @available(*, unavailable, message: "a change in place loses others' writes: use update(_:_:)")
    get { self[key] }
    set {
      do throws(AppGroupError) { try set(newValue, for: key) } catch {
        GroupLog.warn("set \(key.name): \(error)")
      }
    }
  }

  /// Tells the subscript that sets from the one that reads.
  public enum AssignmentOnly: Sendable {
    /// The one value.
    case assignment
  }

  /// Stores the value of a key, as ``set(_:forKey:)`` does.
  public func set<Value>(_ value: Value, for key: Key<Value>) throws(AppGroupError) {
    try commit(try change(value, for: key))
  }

  /// Stores the value of a key without blocking a thread of Swift's pool.
  nonisolated(nonsending)
    public func set<Value>(_ value: Value, for key: Key<Value>) async throws(AppGroupError)
  {
    try await commitInBackground(try change(value, for: key))
  }

  /// Removes what is stored under these keys in one commit, all or none, so that their defaults show
  /// again.
  public func reset<each Value>(_ keys: repeat Key<each Value>) throws(AppGroupError) {
    var changes = JSONObject()
    for key in repeat each keys { changes[key.name] = .null }
    try commit(changes)
  }

  /// As the blocking form, without blocking a thread of Swift's pool.
  nonisolated(nonsending)
    public func reset<each Value>(_ keys: repeat Key<each Value>) async throws(AppGroupError)
  {
    var changes = JSONObject()
    for key in repeat each keys { changes[key.name] = .null }
    try await commitInBackground(changes)
  }

  /// Removes everything that this person's programs have stored in the group, in one commit. What
  /// administrators say, and what was registered, shows again.
  public func removeAll() throws(AppGroupError) {
    try call { (client) throws(ClientError) in try client.set([:], extent: .replace) }
  }

  /// Whether administrators fix the key, so that setting it is refused. Asked each time, of the daemon
  /// or of the files.
  public func isLocked(_ key: String) throws(AppGroupError) -> Bool {
    try clients.use { (client) throws(ClientError) in
      try client.explanation(of: key).lockPath != nil
    }
  }

  /// Whether administrators fix the key, so that setting it is refused.
  public func isLocked<Value>(_ key: Key<Value>) throws(AppGroupError) -> Bool {
    try isLocked(key.name)
  }

  func change<Value>(
    _ value: Value, for key: Key<Value>
  ) throws(AppGroupError) -> JSONObject {
    do throws(UnstorableValue) {
      return [key.name: try key.stored(value)?.json() ?? .null]
    } catch {
      throw .invalidValue(key: key.name, reason: error.reason)
    }
  }
}
