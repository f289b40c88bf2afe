// The loop's copy of a group: the last committed state, from which reads are answered.

internal import UnitsLinux
internal import UnitsStore

/// What the loop knows of one group. The preferences thread decides; this follows.
struct ServedGroup {
  enum Knowledge {
    /// The file has not been read yet.
    case opening
    /// As the file was when it was last looked at, and nothing has stirred since.
    case current
    /// Something stirred: a look is under way.
    case stale
  }

  let name: GroupName
  var knowledge = Knowledge.opening
  var values = SortedMembers()
  var revision = 0
  /// The size of the file's text in bytes.
  var size = 0
  var damage: Damage?
  /// Why there is nothing to serve; nil while there is.
  var failure: PreferenceError?
  /// Whether every change of the file is noticed; else each read has the file looked at.
  var coverage = WatchSet<GroupName>.Coverage.complete
  /// The file as it was last read or written.
  var identity: FileIdentity?
  /// The file that the preferences thread is about to rename into place.
  var announced: FileIdentity?
  /// Connections whose call waits for `current`, in the order of their coming.
  var waiting: [Connection.ID] = []
  var subscribers: [Connection.ID] = []
  var recordSubscribers: [Connection.ID] = []
  /// Commits handed over and not yet answered.
  var commitsUnderWay = 0
  /// Something stirred again while a look was under way.
  var stirredAgain = false
  /// A later look is planned, for a change within one tick of the clock.
  var hasPlannedLook = false
  var lastUse: MonotonicTime

  init(name: GroupName, now: MonotonicTime) {
    self.name = name
    lastUse = now
  }

  /// Whether the group can be forgotten without anybody noticing.
  var isIdle: Bool {
    subscribers.isEmpty && recordSubscribers.isEmpty && waiting.isEmpty && commitsUnderWay == 0
  }

  /// Whether a read can be answered now.
  var canAnswer: Bool {
    if case .current = knowledge, coverage == .complete, failure == nil { return true }
    return false
  }
}
