/// How it is with a part of the set-up, in the words of `doctor`.
package enum FindingState: String, CaseIterable, Sendable {
  /// As it should be.
  case ok
  /// Worth knowing; nothing is lost by it.
  case note
  /// Something does not work, or soon will not.
  case problem
}
