// Deciding gathered requests one after the other, each seeing those before it.

internal import UnitsJSON
internal import UnitsProtocol

/// The working state of one commit, between reading the file and writing it.
struct Batch {
  private(set) var document: GroupDocument
  private(set) var revision: Int
  /// Whether a request was accepted, with or without a change.
  private(set) var acceptedAny = false
  /// Leads back to the state before the first request.
  private var undo = Patch()
  private let layer: AdministratorLayer
  private let damage: Damage?
  private let hasGoodState: Bool

  /// `serves` tells whether the document is a state that was once good.
  init(
    document: GroupDocument, layer: AdministratorLayer, revision: Int, damage: Damage?,
    serves hasGoodState: Bool
  ) {
    self.document = document
    self.layer = layer
    self.revision = revision
    self.damage = damage
    self.hasGoodState = hasGoodState
  }

  /// Decides one request and, if it is accepted, applies it.
  mutating func decide(_ request: CommitRequest) -> Result<CommitReceipt, PreferenceError> {
    if let damage, request.origin == .automatic || !hasGoodState {
      return .failure(.damaged(damage))
    }
    if case .expecting(let expected) = request.condition, !holds(expected) {
      return .success(receipt(.comparisonFailed, request))
    }
    for key in request.patch.changes.keys {
      if let path = layer.lock(of: key) { return .failure(.locked(key: key, path: path)) }
    }
    let step = document.apply(completePatch(of: request))
    guard document.size <= GroupDocument.maximumSize else {
      let size = document.size
      _ = document.apply(step)
      return .failure(.tooLarge(limit: GroupDocument.maximumSize, size: size))
    }
    acceptedAny = true
    if step.changes.members.contains(where: { (document.values[$0.key] ?? .null) != $0.value }) {
      undo.underlay(step)
      // A change that an administrators' value hides is no new revision.
      if !layer.effective(step, in: document.values).isEmpty { revision += 1 }
    }
    return .success(receipt(.applied, request))
  }

  /// Whether the file must be written: it differs, or it is damaged and an accepted request stands
  /// for the state that is not in it.
  var needsWriting: Bool {
    undo.changes.members.contains { (document.values[$0.key] ?? .null) != $0.value }
      || (damage != nil && acceptedAny)
  }

  /// What the accepted requests changed, taken together, for those who read.
  var effectivePatch: Patch { layer.effective(undo, in: document.values) }

  /// Goes back to the state before the first request.
  mutating func revert() {
    _ = document.apply(undo)
    undo = Patch()
  }

  private func holds(_ expected: SortedMembers) -> Bool {
    expected.members.allSatisfy { value(of: $0.key) == $0.value }
  }

  /// What those who read see under a key; `null` for nothing.
  private func value(of key: String) -> JSONValue {
    layer.effective(key, own: document.values[key] ?? .null)
  }

  private func completePatch(of request: CommitRequest) -> Patch {
    guard request.extent == .replace else { return request.patch }
    let wanted = request.patch.changes.members.filter { $0.value != .null }
    // What a lock hides stays as it is: it is not the user's to remove.
    return Patch(from: document.values, to: SortedMembers(ascending: wanted))
      .filtered { layer.lock(of: $0) == nil }
  }

  private func receipt(
    _ outcome: CommitReceipt.Outcome, _ request: CommitRequest
  ) -> CommitReceipt {
    var members: [SortedMembers.Member] = []
    for key in request.namedKeys {
      let value = value(of: key)
      if value != .null { members.append(SortedMembers.Member(key: key, value: value)) }
    }
    SortedMembers.sort(&members)
    let values = SortedMembers(ascending: members)
    return CommitReceipt(outcome: outcome, values: values, revision: revision)
  }
}
