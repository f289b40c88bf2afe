// What the threads of a program share about a group.
//
// - `values` is always a state that the group was in at some moment, and never goes back to an
//   earlier one: it is changed by what the follower hears, in the order of revisions, and by nothing
//   else but a whole state that was asked for.
// - A writer does not put its own change there. It waits until the follower has come to the revision
//   that holds it: so it reads its own writes, and never one of its own without those of others that
//   came before.
// - The follower can stay behind a revision for good: when changes in one commit undo each other,
//   nobody is told. So a writer that has waited for a while asks for the whole state.

internal import UnitsClient
internal import UnitsJSON
internal import UnitsLinux
internal import UnitsStore

/// The snapshot of a group, where it stands, and how it is kept true. Used under its lock.
struct GroupState: Sendable {
  enum Phase: Equatable, Sendable {
    /// Nothing was read yet, so nobody follows the group.
    case idle
    /// A follower is under way to its first state.
    case starting
    case ready
    /// The first state is late: reads ask the source meanwhile.
    case late
    /// No follower could be started: reads ask the source, and one is tried again at that time.
    case unfollowed(until: MonotonicTime)
  }

  var phase = Phase.idle
  /// What each read asks.
  var isReady: Bool { if case .ready = phase { true } else { false } }
  /// The way to the follower's thread.
  var commands: HandOverQueue<FollowerCommand>?
  private(set) var values: [ByteKey: Preference] = [:]
  private(set) var registered: [ByteKey: Preference] = [:]
  var connection = ConnectionState.connecting
  /// When storing the first default failed.
  var firstDefaultFailure: MonotonicTime?
  var observers = Observers()
  /// The source itself was asked, whether or not it answered.
  var wasAsked = false
  /// The group has gone: its threads are to end.
  var isOver = false
  /// Why no follower could be started the last time.
  private var followerFailure: SystemError?
  /// How often records were heard to change.
  var recordsChanges = 0

  private var standing: Standing?
  /// Runs of the daemon that are over: whatever they committed is known.
  private var pastEpochs: [String] = []
  /// The values are newer than what the follower told last.
  private var isAhead = false
  private var asked = 0
  private var looked = 0

  /// A daemon that is restarted more often within the time of one call is none.
  private static let keptEpochs = 16

  // MARK: Reading

  /// What a read of the key sees: what is stored, else what was registered.
  func value(_ key: String) -> Preference? {
    let key = ByteKey(key)
    if let value = values[key] { return value }
    // Most programs register nothing: a key without a value is looked up once.
    return registered.isEmpty ? nil : registered[key]
  }

  /// What is stored under the key, whatever was registered.
  func storedValue(_ key: String) -> Preference? { values[ByteKey(key)] }

  /// Every key that a read of would find something.
  var effectiveValues: [ByteKey: Preference] { registered.merging(values) { $1 } }

  mutating func register(_ defaults: [ByteKey: Preference]) {
    registered.merge(defaults) { $1 }
  }

  // MARK: Following

  var isFollowerDue: Bool {
    switch phase {
    case .idle: true
    case .unfollowed(let moment): moment.isPast
    case .starting, .ready, .late: false
    }
  }

  /// Notes that no follower could be started, and tells whether that is new.
  mutating func followerFailed(_ error: SystemError) -> Bool {
    commands = nil
    phase = .unfollowed(until: .now() + GroupCore.followerPause)
    defer { followerFailure = error }
    return followerFailure != error
  }

  /// Takes what the follower has heard. `patch` is what is different from what it told before, `all`
  /// the whole; nil for a patch that does not matter, since all is to be taken.
  mutating func follow(_ standing: Standing?, patch: Patch?, all: SortedMembers) {
    if isAhead, let standing, let present = self.standing, standing.isOlder(than: present) {
      return
    }
    if let patch, !isAhead, phase == .ready {
      apply(patch)
    } else {
      replace(by: all)
    }
    isAhead = false
    if let standing { move(to: standing) }
    phase = .ready
    followerFailure = nil
  }

  /// Takes a whole state that was asked for.
  mutating func take(_ all: SortedMembers, _ standing: Standing) {
    if let present = self.standing, standing.isOlder(than: present) { return }
    replace(by: all)
    isAhead = true
    move(to: standing)
  }

  private mutating func apply(_ patch: Patch) {
    for change in patch.changes.members {
      values[ByteKey(change.key)] = Preference.stored(change.value)
    }
  }

  private mutating func replace(by all: SortedMembers) {
    values = Dictionary(minimumCapacity: all.count)
    for member in all.members { values[ByteKey(member.key)] = Preference.stored(member.value) }
  }

  private mutating func move(to standing: Standing) {
    if case .daemon(let past, _) = self.standing, !standing.isOf(epoch: past) {
      pastEpochs = [past] + pastEpochs.filter { $0 != past }.prefix(Self.keptEpochs - 1)
    }
    if case .daemon(let present, _) = standing { pastEpochs.removeAll { $0 == present } }
    self.standing = standing
  }

  // MARK: Waiting

  /// A number for a look at the file that is asked for now; nil where no file is followed and the
  /// daemon's word is awaited.
  mutating func ask(for wanted: Standing) -> Int? {
    guard wanted == .file || standing == .file else { return nil }
    asked += 1
    return asked
  }

  /// The file was looked at after this look was asked for.
  mutating func didLook(_ number: Int) { looked = max(looked, number) }

  /// Whether the values hold what was committed up to there. A look at the file that began later
  /// holds everything, whoever committed it.
  func hasSeen(_ wanted: Standing, look: Int?) -> Bool {
    if let look, looked >= look, standing == .file { return true }
    guard case .daemon(let epoch, let revision) = wanted else { return false }
    if case .daemon(epoch, let present) = standing { return present >= revision }
    return pastEpochs.contains(epoch)
  }
}

extension Standing {
  func isOf(epoch: String) -> Bool {
    if case .daemon(epoch, _) = self { true } else { false }
  }

  /// Whether both are of one run of the daemon and this one comes first.
  func isOlder(than other: Standing) -> Bool {
    guard case .daemon(let epoch, let revision) = self,
      case .daemon(epoch, let otherRevision) = other
    else { return false }
    return revision < otherRevision
  }
}
