// The loop's copy of a group: the last reported state, from which reads are answered.

internal import UnitsLinux
internal import UnitsProtocol
internal import UnitsStore

/// What the loop knows of one group. The preferences thread decides; this follows its reports.
final class ServedGroup {
  let id: GroupID
  let name: GroupName
  private(set) var values = SortedMembers()
  private(set) var revision = 0
  /// The size of the file's text in bytes.
  private(set) var size = 0
  private(set) var damage: Damage?
  /// What is wrong with the administrators' files; the log was told.
  private(set) var administratorProblems: [String] = []
  private(set) var coverage = Coverage.complete
  private var isServing = false
  private var failure: PreferenceError?
  /// The file as it was last read or written.
  private var identity: FileIdentity?
  /// The file that the preferences thread is putting into place.
  private var expected: FileIdentity?
  /// The expected file is in its place, and the report of it has not come.
  private var awaitsReport = false
  /// How often something stirred the files, and which of these events the last report has seen.
  private var events = 0
  private var covered = 0
  private var reports = 0

  var subscribers: [Connection] = []
  var recordSubscribers: [Connection] = []
  /// What was asked of the preferences thread, until the caller is answered.
  var questions = 0
  var lastUse: MonotonicTime

  init(id: GroupID, name: GroupName, now: MonotonicTime) {
    self.id = id
    self.name = name
    lastUse = now
  }

  /// Whether nobody would notice if the group were forgotten.
  var isIdle: Bool { subscribers.isEmpty && recordSubscribers.isEmpty && questions == 0 }

  /// Whether the state is as the files were when the watch was drained last. Where some directory
  /// cannot be watched, or what is wrong may be put right without an event, it never is.
  var isFresh: Bool {
    isServing && covered == events && !awaitsReport && coverage == .complete && failure == nil
  }

  /// Whether some place is not watched. One that came a moment ago is about to be.
  var cannotBeWatched: Bool { if case .partial = coverage { true } else { false } }

  /// Takes note that something stirred the files; returns the event's number.
  func stir() -> Int {
    events += 1
    return events
  }

  /// Takes note of the file that is being put into place.
  func expect(_ identity: FileIdentity) { expected = identity }

  /// Whether the file that has come to the name is the one that the preferences thread has reported or
  /// is putting into place: then it needs no look.
  func recognises(_ present: FileIdentity?) -> Bool {
    if let expected, let present, present.isSameFile(as: expected) {
      awaitsReport = true
      return true
    }
    return reports > 0 && present == identity
  }

  /// Brings the copy up to a report, which follows the one before.
  func take(_ report: GroupReport) {
    precondition(report.number == reports + 1, "reports of a group come in their order, each once")
    reports = report.number
    if let complete = report.complete {
      values = complete
    } else {
      for change in report.changes { _ = values.apply(change.patch) }
    }
    revision = report.revision
    size = report.size
    damage = report.damage
    administratorProblems = report.administratorProblems
    isServing = report.isServing
    failure = report.failure
    identity = report.identity
    coverage = report.coverage
    covered = report.covers
    expected = nil
    awaitsReport = false
  }
}
