// Reading and changing in one.
//
// What was read is compared under the group's lock before anything is written, by the daemon or
// directly: so a transaction was alone with what it looked at, or it is done again on what is there
// by then. A failed comparison means that another one's change has succeeded, so of many that
// compete one always gets on.

internal import UnitsClient
internal import UnitsJSON
internal import UnitsLinux
internal import UnitsProtocol
internal import UnitsStore

/// A view of a group in which several keys are read and changed together:
/// ``GroupDefaults/transaction(_:)-((GroupTransaction)->Result)``.
public struct GroupTransaction {
  /// What was stored when it began.
  private let stored: SortedMembers
  private let registered: [ByteKey: Preference]
  /// What was read, as it was stored: the changes hold only while it still is so.
  private(set) var expected = JSONObject()
  private(set) var changes = JSONObject()
  private(set) var failure: AppGroupError?

  init(stored: SortedMembers, registered: [ByteKey: Preference]) {
    self.stored = stored
    self.registered = registered
  }

  /// The value of a key, as it is here by now. Setting a value that cannot be stored makes the whole
  /// transaction fail.
  public subscript<Value>(key: Key<Value>) -> Value {
    mutating get { key.value(of: read(key.name)) }
    set {
      do throws(UnstorableValue) {
        write(try key.stored(newValue)?.json() ?? .null, key.name)
      } catch {
        failure = failure ?? .invalidValue(key: key.name, reason: error.reason)
      }
    }
  }

  /// What is stored under a key, or registered, as ``GroupDefaults/object(forKey:)`` has it.
  public mutating func object(forKey key: String) -> Any? { read(key)?.any }

  /// Stores a value; nil removes it. A value that cannot be stored makes the whole transaction fail.
  public mutating func set(_ value: Any?, forKey key: String) {
    do throws(UnstorableValue) {
      let preference = try value.map { (value) throws(UnstorableValue) in
        try Preference(any: value)
      }
      write(preference == .null ? .null : try preference?.json() ?? .null, key)
    } catch {
      failure = failure ?? .invalidValue(key: key, reason: error.reason)
    }
  }

  /// Removes what is stored, so that the key's default shows again.
  public mutating func reset<Value>(_ key: Key<Value>) { write(.null, key.name) }

  private mutating func read(_ key: String) -> Preference? {
    if let changed = changes[key] { return Preference.stored(changed) ?? registered[ByteKey(key)] }
    let present = stored[key]
    expected[key] = present ?? .null
    return present.map { Preference($0) } ?? registered[ByteKey(key)]
  }

  private mutating func write(_ value: JSONValue, _ key: String) { changes[key] = value }
}

extension GroupDefaults {
  /// How long a transaction may find that others were faster. Each of these times another one has got
  /// on, so only a great many writers of one key, each of them faster, come near it.
  private static let patience: Duration = .seconds(30)

  /// Reads a value, changes it, and stores it, as if nobody else wrote meanwhile: what another program
  /// has changed in between is read, and the change made again.
  ///
  /// ```swift
  /// enum Diary {
  ///   static let pages = Key("diary.pages", default: 0)
  /// }
  ///
  /// let pages = try group.update(Diary.pages) { pages in
  ///   pages += 1
  ///   return pages
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - key: The key. Where nothing is stored, `body` gets what a read returns.
  ///   - body: Called once for each attempt. What it throws is thrown, and nothing is changed.
  /// - Returns: What `body` returned the last time.
  /// - Throws: As ``set(_:forKey:)-(Any?,_)``. Where the stored value cannot be read nothing is written.
  @discardableResult
  public func update<Value, Result: Sendable>(
    _ key: Key<Value>, _ body: (inout Value) throws -> Result
  ) throws -> Result {
    try transact([key.name]) { try body(&$0[key]) }
  }

  /// Updates a value without blocking a thread of Swift's pool.
  @discardableResult
  nonisolated(nonsending)
    public func update<Value, Result: Sendable>(
      _ key: Key<Value>, _ body: @escaping @Sendable (inout Value) throws -> Result
    ) async throws -> Result
  {
    try await inBackground { group in try group.transact([key.name]) { try body(&$0[key]) } }
  }

  /// Turns a bool over, and returns what it then is. Of two at once each sees the other's.
  @discardableResult
  public func toggle(_ key: Key<Bool>) throws -> Bool {
    try transact([key.name]) { transaction in
      transaction[key].toggle()
      return transaction[key]
    }
  }

  /// Turns a bool over without blocking a thread of Swift's pool.
  @discardableResult
  nonisolated(nonsending) public func toggle(_ key: Key<Bool>) async throws -> Bool {
    try await update(key) { value in
      value.toggle()
      return value
    }
  }

  /// Sets a key if a read returns `expected` at that moment, and tells whether it did.
  public func compareAndSet<Value: Equatable>(
    _ key: Key<Value>, expected: Value, new: Value
  ) throws -> Bool {
    try transact([key.name]) { transaction in
      guard transaction[key] == expected else { return false }
      transaction[key] = new
      return true
    }
  }

  /// Compares and sets without blocking a thread of Swift's pool.
  nonisolated(nonsending)
    public func compareAndSet<Value: Equatable>(
      _ key: Key<Value>, expected: Value, new: Value
    ) async throws -> Bool
  {
    try await inBackground { try $0.compareAndSet(key, expected: expected, new: new) }
  }

  /// Changes several keys together: all or none, in one commit, told in one notice.
  ///
  /// ```swift
  /// enum Window {
  ///   static let width = Key("window.width", default: 640)
  ///   static let title = Key("window.title", default: String?.none)
  /// }
  ///
  /// try group.transaction {
  ///   $0[Window.width] *= 2
  ///   $0[Window.title] = nil
  /// }
  /// ```
  ///
  /// What `body` has read is still so when its changes are made; otherwise it is called again, on what
  /// is there by then. Throws as ``update(_:_:)-(Key<Value>,_)``.
  @discardableResult
  public func transaction<Result: Sendable>(
    _ body: (inout GroupTransaction) throws -> Result
  ) throws -> Result {
    try transact(nil, body)
  }

  /// Changes several keys together without blocking a thread of Swift's pool.
  @discardableResult
  nonisolated(nonsending)
    public func transaction<Result: Sendable>(
      _ body: @escaping @Sendable (inout GroupTransaction) throws -> Result
    ) async throws -> Result
  {
    try await inBackground { group in try group.transact(nil, body) }
  }

  /// `keys` are those that may be read; nil for any.
  private func transact<Result: Sendable>(
    _ keys: [String]?, _ body: (inout GroupTransaction) throws -> Result
  ) throws -> Result {
    let deadline = MonotonicTime.now() + Self.patience
    while true {
      let stored = try clients.use { (client) throws(ClientError) in
        if let keys { try client.get(keys) } else { try client.list() }
      }
      let registered = state.withLock { $0.registered }
      var transaction = GroupTransaction(stored: stored, registered: registered)
      let result = try body(&transaction)
      if let failure = transaction.failure { throw failure }
      guard !transaction.changes.isEmpty else { return result }
      let (expected, changes) = (transaction.expected, transaction.changes)
      do throws(AppGroupError) {
        let outcome = try call { (client) throws(ClientError) in
          try client.compareAndSet(expected: expected, values: changes).outcome
        }
        if outcome == .applied { return result }
      } catch {
        // Others held the lock for all of a call's time, and nothing was done.
        guard case .busy = error, !deadline.isPast else { throw error }
      }
      if deadline.isPast { throw AppGroupError.busy(path: suiteName) }
    }
  }
}
