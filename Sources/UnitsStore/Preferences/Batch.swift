// Deciding gathered requests one after the other, each seeing those before it.

internal import UnitsJSON

/// The working state of one commit, between reading the file and writing it.
struct Batch {
  private(set) var document: GroupDocument
  private(set) var revision: Int
  /// Whether a request was accepted, with or without a change.
  private(set) var acceptedAny = false
  /// Leads back to the state before the first request.
  private var undo = Patch()
  private let damage: Damage?
  private let hasGoodState: Bool

  /// `serves` tells whether the document is a state that was once good.
  init(document: GroupDocument, revision: Int, damage: Damage?, serves hasGoodState: Bool) {
    self.document = document
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
    let step = document.apply(completePatch(of: request))
    guard document.size <= GroupDocument.maximumSize else {
      let size = document.size
      _ = document.apply(step)
      return .failure(.tooLarge(limit: GroupDocument.maximumSize, size: size))
    }
    acceptedAny = true
    if step.changes.members.contains(where: { (document.values[$0.key] ?? .null) != $0.value }) {
      revision += 1
      undo.underlay(step)
    }
    return .success(receipt(.applied, request))
  }

  /// Whether the file must be written: it differs, or it is damaged and an accepted request stands
  /// for the state that is not in it.
  var needsWriting: Bool {
    !effectivePatch.isEmpty || (damage != nil && acceptedAny)
  }

  /// What the accepted requests changed, taken together.
  var effectivePatch: Patch {
    var changes: [SortedMembers.Member] = []
    for old in undo.changes.members {
      let new = document.values[old.key] ?? .null
      if new != old.value { changes.append(SortedMembers.Member(key: old.key, value: new)) }
    }
    return Patch(SortedMembers(ascending: changes))
  }

  /// Goes back to the state before the first request.
  mutating func revert() {
    _ = document.apply(undo)
    undo = Patch()
  }

  private func holds(_ expected: SortedMembers) -> Bool {
    expected.members.allSatisfy { (document.values[$0.key] ?? .null) == $0.value }
  }

  private func completePatch(of request: CommitRequest) -> Patch {
    guard request.extent == .replace else { return request.patch }
    let wanted = request.patch.changes.members.filter { $0.value != .null }
    return Patch(from: document.values, to: SortedMembers(ascending: wanted))
  }

  private func receipt(
    _ outcome: CommitReceipt.Outcome, _ request: CommitRequest
  ) -> CommitReceipt {
    var values = SortedMembers()
    for key in request.namedKeys {
      if let value = document.values[key] { values.set(key, to: value) }
    }
    return CommitReceipt(outcome: outcome, values: values, revision: revision)
  }
}
