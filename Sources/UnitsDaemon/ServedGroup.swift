// The loop's copy of a group: the last committed state, from which reads are answered.

internal import UnitsLinux
internal import UnitsProtocol
internal import UnitsStore

/// What the loop knows of one group. The preferences thread decides; this follows.
final class ServedGroup {
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
  /// What is wrong with the administrators' files; the log was told.
  var administratorProblems: [String] = []
  /// Why there is nothing to serve; nil while there is.
  var failure: PreferenceError?
  /// Whether every change of the file is noticed; else each read has the file looked at.
  var coverage = WatchSet<WatchedLayer>.Coverage.complete
  /// The file as it was last read or written.
  var identity: FileIdentity?
  /// The file that the preferences thread is about to rename into place.
  var announced: FileIdentity?
  /// Events of the file watch that announced commits cause and that have not come yet.
  var ownEvents = 0
  /// Connections whose call waits for the look under way, in the order of their coming.
  private(set) var waiting: [Connection.ID] = []
  /// Those that came after something stirred again: the look under way may have missed it.
  private var waitingForNext: [Connection.ID] = []
  var subscribers: [Connection] = []
  var recordSubscribers: [Connection] = []
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

  /// Whether the group can be forgotten without anybody noticing. While a look is under way it
  /// cannot: its report would be taken for one of the group opened next.
  var isIdle: Bool {
    guard case .current = knowledge else { return false }
    return subscribers.isEmpty && recordSubscribers.isEmpty && commitsUnderWay == 0
  }

  /// Whether a change of the file may go unnoticed: some of its directories cannot be watched, or
  /// what is wrong with it may be put right without an event.
  var needsLookForEachRead: Bool { coverage != .complete || failure != nil }

  /// Whether a read can be answered now.
  var canAnswer: Bool {
    if case .current = knowledge { return !needsLookForEachRead }
    return false
  }

  func wait(_ id: Connection.ID) {
    if stirredAgain { waitingForNext.append(id) } else { waiting.append(id) }
  }

  func stopWaiting(_ id: Connection.ID) {
    waiting.removeAll { $0 == id }
    waitingForNext.removeAll { $0 == id }
  }

  /// Takes those whom a look has satisfied; the others wait for the next.
  func takeWaiting() -> [Connection.ID] {
    defer {
      waiting = waitingForNext
      waitingForNext = []
    }
    return waiting
  }
}
