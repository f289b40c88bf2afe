// The life of a group: what is done next for it, and when. It decides and does nothing.
//
// Whoever drives it (`GroupWorker`) tells it what has happened: something stirred the files, work is
// wanted, this is what a look or a commit came to. It answers with the next step, or with the time at
// which to ask again. The daemon, a client that follows the files and a program that uses them
// directly all drive this machine; so does the simulation.
//
// Invariants
// - One list of readers, one of writers, one time to wake at. There is no other way to wait.
// - A reader is answered by a look that began after it came, or by a commit, whose look is one too. A
//   look answers every reader at once. Where the file is in doubt and nothing good is known, readers
//   wait until the doubt is over; where something good is known, they have that.
// - Writers wait for the lock, for the end of a doubt, and for the gap that is owed to writers of other
//   programs; each until its deadline, and each has at least one try.
// - An event that comes while a look is under way asks for another one: `covers` says which events the
//   last look has seen.
// - What is unsettled is looked at again when its time is over. When all is settled, nobody waits, and
//   every place is watched, there is no time to wake at.

package import UnitsLinux

/// Whoever waits for something of a group. Its meaning is the driver's.
package struct Caller: Hashable, Sendable {
  package let number: UInt64

  package init(number: UInt64) {
    self.number = number
  }
}

/// What a reader wants to know.
package enum Inquiry: Sendable {
  /// That the state is as the files are now.
  case state
  /// The values that the user has set, of these keys or of all.
  case ownValues(keys: [String]?)
  case explanation(key: String)
}

/// Whether every change of a group's files is told by the watch.
package enum Coverage: Equatable, Sendable {
  case complete
  case partial(SystemError)
  /// Nobody watches.
  case none
}

/// Decides what is done next for one group. A plain value.
package struct GroupLife: Sendable {
  package enum Step: Sendable {
    /// Watch the places that the files' paths lead through.
    case arm
    /// Look at the files.
    case look
    /// Try to commit these.
    case commit([CommitRequest])
  }

  package struct Reader: Sendable {
    package let inquiry: Inquiry
    package let caller: Caller
  }

  package struct Writer: Sendable {
    package let request: CommitRequest
    package let caller: Caller
    package let deadline: MonotonicTime
  }

  /// Commits of one program without a gap, at most so long: writers of other programs try the lock
  /// every 16 ms at most.
  private static let longestStreak: Duration = .milliseconds(250)
  private static let gap: Duration = .milliseconds(20)
  /// Commits closer than this belong to one streak.
  private static let streakPause: Duration = .milliseconds(5)
  /// How often the files are looked at for those who follow them where no watch can be had.
  private static let pollInterval: Duration = .seconds(1)

  /// Whether somebody is to be told of changes.
  package var isFollowed = false
  /// The events that the last look or commit has seen.
  package private(set) var covers = 0
  package private(set) var coverage: Coverage

  private let isWatching: Bool
  private var events = 0
  private var mustArm: Bool
  private var mustLook = true
  /// The last step was a look: then a commit that is due has its turn, however many readers come.
  private var hasLooked = false
  private var settlement = Settlement.settled
  /// Whether there is a state to serve.
  private var isServing = false
  private var lastLook: MonotonicTime?
  private var lastCommit: MonotonicTime?
  private var eventsAtCommit = 0
  private var readers: [Reader] = []
  private var writers: [Writer] = []
  /// No commit is tried before.
  private var nextCommit = MonotonicTime.start
  private var lockPause = Backoff(from: .milliseconds(1), to: .milliseconds(16))
  private var streak: (start: MonotonicTime, end: MonotonicTime)?

  /// The life of a group whose files have not been looked at.
  package init(watching: Watching) {
    isWatching = watching == .watched
    mustArm = isWatching
    coverage = .none
  }

  package enum Watching: Sendable {
    case watched
    case unwatched
  }

  /// Until when it is open whether a damaged or missing file is to be believed; nil where it is not.
  package var doubtEnd: MonotonicTime? { settlement.isDoubted ? settlement.until : nil }

  package var hasWriters: Bool { !writers.isEmpty }

  // MARK: What happens

  /// Something stirred where the files are; `number` counts such events.
  package mutating func stir(_ number: Int) {
    events = number
    mustLook = true
    mustArm = isWatching
  }

  package mutating func want(_ inquiry: Inquiry, by caller: Caller) {
    readers.append(Reader(inquiry: inquiry, caller: caller))
  }

  /// `deadline` is until when the lock and the end of a doubt are waited for.
  package mutating func want(
    _ request: CommitRequest, by caller: Caller, until deadline: MonotonicTime
  ) {
    writers.append(Writer(request: request, caller: caller, deadline: deadline))
  }

  /// Forgets what a writer wants, if it waits; what is under way is finished. Returns whether it waited.
  package mutating func withdraw(_ caller: Caller) -> Bool {
    let before = writers.count
    writers.removeAll { $0.caller == caller }
    return writers.count < before
  }

  // MARK: What is to be done

  /// The next step; nil if nothing is due before ``wakeTime``. What it says is to be done and told
  /// before it is asked again.
  package mutating func next(at now: MonotonicTime) -> Step? {
    if mustArm {
      mustArm = false
      return .arm
    }
    let commitIsDue = !writers.isEmpty && now >= commitTime
    if lookIsDue(at: now, commitIsDue: commitIsDue) {
      hasLooked = true
      mustLook = false
      covers = events
      lastLook = now
      // What could not be watched before may be by now.
      if coverage != .complete { mustArm = isWatching }
      return .look
    }
    guard commitIsDue else { return nil }
    hasLooked = false
    eventsAtCommit = events
    lastCommit = now
    return .commit(writers.map(\.request))
  }

  /// When to ask for the next step where none is due now; nil for never.
  package var wakeTime: MonotonicTime? {
    var times: [MonotonicTime] = []
    if let until = settlement.until { times.append(until) }
    if !writers.isEmpty { times.append(commitTime) }
    if let pollTime { times.append(pollTime) }
    return times.min()
  }

  private func lookIsDue(at now: MonotonicTime, commitIsDue: Bool) -> Bool {
    let isOver = settlement.until.map { now >= $0 } ?? false
    if commitIsDue {
      // Readers are quicker to answer than writers, and what they are told is the state before.
      return !readers.isEmpty && !hasLooked
    }
    if mustLook || isOver { return true }
    if !readers.isEmpty, !settlement.isDoubted || canServeInDoubt { return true }
    return pollTime.map { now >= $0 } ?? false
  }

  /// Where nobody watches, what is known may be older than the last good state of the file.
  private var canServeInDoubt: Bool { isServing && coverage != .none }

  private var commitTime: MonotonicTime {
    guard settlement.isDoubted, let until = settlement.until else { return nextCommit }
    return max(nextCommit, until)
  }

  private var pollTime: MonotonicTime? {
    guard isFollowed, coverage != .complete, let lastLook else { return nil }
    return lastLook + Self.pollInterval
  }

  // MARK: What came of it

  package mutating func armed(_ coverage: Coverage) {
    // What has changed before everything was watched is looked for.
    if coverage == .complete, self.coverage != .complete { mustLook = true }
    self.coverage = coverage
  }

  /// A look is over; `serving` tells whether there is a state to serve. Returns those who are answered
  /// by it.
  package mutating func looked(_ settlement: Settlement, serving isServing: Bool) -> [Reader] {
    self.settlement = settlement
    self.isServing = isServing
    if settlement.isDoubted, !canServeInDoubt { return [] }
    defer { readers = [] }
    return readers
  }

  /// A commit was tried. Returns the readers who are answered by its look.
  package mutating func tried(
    _ commit: PreferenceStore.Commit, serving isServing: Bool, at now: MonotonicTime
  ) -> [Reader] {
    switch commit.outcome {
    case .locked:
      nextCommit = now + lockPause.next()
      return []
    case .overtaken: nextCommit = now + lockPause.next()
    case .inDoubt, .decided, .failed: break
    }
    guard commit.hasLooked else {
      settlement = commit.settlement
      return []
    }
    covers = eventsAtCommit
    if commit.hasMadeFile { watchAnew() }
    // An event that came meanwhile is behind the commit's look.
    mustLook = events != eventsAtCommit || commit.hasMadeFile
    lastLook = lastCommit
    return looked(commit.settlement, serving: isServing)
  }

  /// The file's directory may be new and not be watched yet: what others did to it since is looked for
  /// when it is.
  private mutating func watchAnew() {
    mustArm = isWatching
    coverage = .none
  }

  /// Gives out all writers: their commit was decided, or has failed for a reason that is everybody's.
  package mutating func takeWriters(at now: MonotonicTime) -> [Writer] {
    defer { writers = [] }
    lockPause.reset()
    noteStreak(at: now)
    return writers
  }

  /// Gives out the writers whose time is over.
  package mutating func takeExpired(at now: MonotonicTime) -> [Writer] {
    let expired = writers.filter { $0.deadline <= now }
    if !expired.isEmpty { writers.removeAll { $0.deadline <= now } }
    return expired
  }

  /// Owes other programs a gap after commits in a row.
  private mutating func noteStreak(at end: MonotonicTime) {
    nextCommit = .start
    guard let begin = lastCommit, let streak, begin < streak.end + Self.streakPause else {
      streak = (lastCommit ?? end, end)
      return
    }
    guard end >= streak.start + Self.longestStreak else {
      self.streak = (streak.start, end)
      return
    }
    self.streak = nil
    nextCommit = end + Self.gap
  }
}
