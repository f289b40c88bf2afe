// The preferences of a group.

package import UnitsJSON
internal import UnitsLinux
internal import UnitsProtocol
package import UnitsStore
internal import Varlink

extension GroupClient {
  /// What a comparison came to.
  package struct Comparison: Equatable, Sendable {
    package let outcome: CommitReceipt.Outcome
    /// What is now stored under the keys that were named; an absent key is left out.
    package let values: SortedMembers
  }

  /// The values of these keys; an absent one is left out.
  package func get(_ keys: [String]) throws(ClientError) -> SortedMembers {
    try read(keys, .harmless, deadline: deadline())
  }

  /// Every key with its value.
  package func list() throws(ClientError) -> SortedMembers {
    try read(nil, .harmless, deadline: deadline())
  }

  /// Every key that the user has set, without what administrators say.
  package func ownValues() throws(ClientError) -> SortedMembers {
    do throws(ClientError) {
      return try perform(.harmless, deadline: deadline()) {
        (connection, deadline) throws(ClientError) in
        let request = PreferencesGet(group: wireGroup, layers: .own)
        return SortedMembers(wire: try connection.call(request, deadline: deadline).values)
      } directly: { (store) throws(ClientError) in
        _ = try store.read()
        return store.preferences.ownValues
      }
    } catch {
      // A daemon from before there were administrators' values: what it has is the user's.
      guard case .service(.invalidParameter(PreferencesGet.Field.own.rawValue)) = error else {
        throw error
      }
      return try list()
    }
  }

  /// Which file decides about a key.
  package func explanation(of key: String) throws(ClientError) -> Explanation {
    do throws(PreferenceError) { try PreferenceKey.check(key) } catch { throw .preferences(error) }
    return try perform(.harmless, deadline: deadline()) {
      (connection, deadline) throws(ClientError) in
      let request = PreferencesExplain(group: wireGroup, key: key)
      let response = try connection.call(request, deadline: deadline)
      return Explanation(
        value: response.values[key], path: response.path, lockPath: response.lockedBy,
        ignored: response.ignored[key])
    } directly: { (store) throws(ClientError) in
      _ = try store.read()
      return store.preferences.explanation(of: key)
    }
  }

  /// Sets keys in one durable commit, all or none; null removes one.
  package func set(
    _ changes: JSONObject, extent: CommitRequest.Extent = .merge
  ) throws(ClientError) {
    let deadline = deadline()
    let request = try request(changes, extent: extent)
    try perform(.never, deadline: deadline) { (connection, deadline) throws(ClientError) in
      let response = try connection.call(
        PreferencesSet(
          group: wireGroup, values: changes, extent: extent),
        deadline: deadline)
      standing = .daemon(epoch: response.epoch, revision: response.revision)
    } directly: { (store) throws(ClientError) in
      _ = try store.commit(request, deadline: deadline)
      standing = .file
    }
  }

  /// Sets keys if every key of `expected` has that value, null meaning absent; decided under the
  /// group's lock. An automatic wish leaves a damaged file alone.
  package func compareAndSet(
    expected: JSONObject, values: JSONObject, origin: CommitRequest.Origin = .explicit
  ) throws(ClientError) -> Comparison {
    try compareAndSet(
      expected: expected, values: values, origin: origin, .never, deadline: deadline())
  }

  // MARK: With the caller's deadline

  func read(
    _ keys: [String]?, _ repetition: Repetition, deadline: MonotonicTime
  ) throws(ClientError) -> SortedMembers {
    try perform(repetition, deadline: deadline) { (connection, deadline) throws(ClientError) in
      let request = PreferencesGet(group: wireGroup, keys: keys)
      let response = try connection.call(request, deadline: deadline)
      standing = .daemon(epoch: response.epoch, revision: response.revision)
      return SortedMembers(wire: response.values)
    } directly: { (store) throws(ClientError) in
      let all = try store.read()
      standing = .file
      return keys.map(all.restricted(to:)) ?? all
    }
  }

  func compareAndSet(
    expected: JSONObject, values: JSONObject, origin: CommitRequest.Origin,
    _ repetition: Repetition, deadline: MonotonicTime
  ) throws(ClientError) -> Comparison {
    let request = try request(
      values, condition: .expecting(SortedMembers(expected)), origin: origin)
    return try perform(repetition, deadline: deadline) {
      (connection, deadline) throws(ClientError) in
      let response = try connection.call(
        PreferencesCompareAndSet(
          group: wireGroup, expected: expected, values: values,
          origin: origin),
        deadline: deadline)
      standing = .daemon(epoch: response.epoch, revision: response.revision)
      return Comparison(
        outcome: response.outcome,
        values: SortedMembers(wire: response.values))
    } directly: { (store) throws(ClientError) in
      let receipt = try store.commit(request, deadline: deadline)
      standing = .file
      return Comparison(outcome: receipt.outcome, values: receipt.values)
    }
  }

  /// What the store is asked for. Made on both ways, so that what cannot be stored is refused in the
  /// same words and nothing is sent for it.
  private func request(
    _ changes: JSONObject, condition: CommitRequest.Condition = .always,
    extent: CommitRequest.Extent = .merge, origin: CommitRequest.Origin = .explicit
  ) throws(ClientError) -> CommitRequest {
    do throws(PreferenceError) {
      return try CommitRequest(changes, condition: condition, extent: extent, origin: origin)
    } catch {
      throw .preferences(error)
    }
  }
}
