// The groups that are open: what is known of each, whether it is fresh, and what is asked of the
// preferences thread.

internal import UnitsLinux
internal import UnitsProtocol
internal import UnitsStore

/// The loop's side of the groups. Owned by the loop thread.
final class GroupTable {
  private(set) var groups: [GroupName: ServedGroup] = [:]

  private let kernel: any Kernel
  private let log: Log
  private let room: Int
  private var byID: [GroupID: ServedGroup] = [:]
  private var nextID: UInt64 = 0
  private var watchSet: WatchSet<WatchedLayer>
  /// What the preferences thread is to do, until the end of the turn; commits apart.
  private var requests: [PreferencesRequest] = []
  private var commits: [(group: GroupID, request: CommitRequest, caller: Caller)] = []

  init(watch: FileWatch?, kernel: any Kernel, log: Log) {
    self.kernel = kernel
    self.log = log
    watchSet = WatchSet(watch: watch)
    room = Limits.groupRoom(descriptors: kernel.descriptorLimit)
  }

  subscript(id: GroupID) -> ServedGroup? { byID[id] }

  // MARK: Opening

  enum Opening {
    case open(ServedGroup)
    /// As many groups are in use as there may be.
    case full(limit: Int)
    /// As many are followed by the one program as it may follow.
    case programFull(limit: Int)
  }

  /// The group of this name, opened if it was not. One program follows at most half of what there may
  /// be, and the standard group, which every desktop has, is always let in.
  func open(_ name: GroupName, for process: Int32, at now: MonotonicTime) -> Opening {
    if let group = groups[name] {
      group.lastUse = now
      return .open(group)
    }
    let share = max(1, room / 2)
    if name != .standard, groups.count >= share, followed(by: process) >= share {
      return .programFull(limit: share)
    }
    guard groups.count < room || closeIdle() || name == .standard else {
      return .full(limit: room)
    }
    let group = ServedGroup(id: GroupID(number: nextID), name: name, now: now)
    nextID += 1
    groups[name] = group
    byID[group.id] = group
    requests.append(.open(group.id, name))
    return .open(group)
  }

  private func followed(by process: Int32) -> Int {
    groups.values.count { group in
      group.subscribers.contains { $0.process == process }
        || group.recordSubscribers.contains { $0.process == process }
    }
  }

  /// The names of groups that were closed since, for the records thread.
  func takeClosed() -> [GroupName] {
    defer { closed = [] }
    return closed
  }

  private var closed: [GroupName] = []

  private func closeIdle() -> Bool {
    let idle = groups.values.filter(\.isIdle)
    guard let oldest = idle.min(by: { ($0.lastUse, $0.id.number) < ($1.lastUse, $1.id.number) })
    else { return false }
    groups[oldest.name] = nil
    byID[oldest.id] = nil
    requests.append(.close(oldest.id))
    closed.append(oldest.name)
    return true
  }

  // MARK: Asking

  func ask(_ inquiry: Inquiry, of group: ServedGroup, for caller: Caller) {
    group.questions += 1
    requests.append(.inquire(group.id, inquiry, caller))
  }

  func ask(_ commit: CommitRequest, of group: ServedGroup, for caller: Caller) {
    group.questions += 1
    commits.append((group.id, commit, caller))
  }

  /// Has a commit not begun whose caller has left. Returns its group if it was not handed over yet;
  /// otherwise the preferences thread says what became of it.
  func withdraw(_ caller: Caller) -> GroupID? {
    guard let index = commits.firstIndex(where: { $0.caller == caller }) else {
      requests.append(.withdraw(caller))
      return nil
    }
    return commits.remove(at: index).group
  }

  /// Takes note that a commit was not begun.
  func withdrawn(from id: GroupID) { byID[id]?.questions -= 1 }

  func ask(_ request: PreferencesRequest) { requests.append(request) }

  /// Takes note of who follows a group.
  func subscribersChanged(of group: ServedGroup, from before: Int) {
    guard (before == 0) != group.subscribers.isEmpty else { return }
    requests.append(.follow(group.id, !group.subscribers.isEmpty))
  }

  /// Whether all that was asked has been answered.
  var isQuiet: Bool {
    requests.isEmpty && commits.isEmpty && groups.values.allSatisfy { $0.questions == 0 }
  }

  enum Handover {
    case all
    /// Commits wait until all who asked for the last one have been answered: what they ask next is
    /// committed together.
    case withoutCommits
  }

  func takeRequests(_ handover: Handover) -> [PreferencesRequest] {
    var taken = requests
    requests = []
    if case .all = handover {
      taken += commits.map { .commit($0.group, $0.request, $0.caller) }
      commits = []
    }
    return taken
  }

  // MARK: What has happened

  /// Has those files looked at that may have changed. What the preferences thread has announced is
  /// known by now: it does so before it puts a file into place, and this follows from that.
  func judge(_ drained: FileWatch.Drained) {
    for (layer, touch) in watchSet.touches(by: drained) {
      switch (layer, touch) {
      case (.own(let id), .replacement(let path)):
        guard let group = byID[id] else { continue }
        if !recognises(path, group) { stir(group) }
      case (.own(let id), .any), (.administrators(let id), _):
        // Where the path leads another way now, even to the same file, other places are to be watched.
        if let group = byID[id] { stir(group) }
      }
    }
  }

  /// One lstat(2) of a name that has come to another file. A link in its place is not recognised: the path
  /// leads another way then.
  private func recognises(_ path: String, _ group: ServedGroup) -> Bool {
    do throws(SystemError) {
      return group.recognises(try kernel.identity(ofLink: path))
    } catch {
      return false
    }
  }

  private func stir(_ group: ServedGroup) { requests.append(.stir(group.id, group.stir())) }

  /// Has the files of every group looked at.
  func stirAll() {
    for group in groups.values { stir(group) }
  }

  func watching(_ watchSet: WatchSet<WatchedLayer>) { self.watchSet = watchSet }

  func expect(_ id: GroupID, _ identity: FileIdentity) { byID[id]?.expect(identity) }

  /// Brings a group up to a report; nil if it was closed meanwhile.
  func take(_ report: GroupReport, of id: GroupID) -> ServedGroup? {
    guard let group = byID[id] else { return nil }
    if report.damage != group.damage, let damage = report.damage {
      log(.warning, damage.description)
    }
    for problem in report.administratorProblems
    where !group.administratorProblems.contains(problem) {
      log(.warning, problem)
    }
    group.take(report)
    // A read keeps its group open until it is answered, see `answered`.
    group.questions -= report.answers.count { if case .state = $0.answer { false } else { true } }
    return group
  }

  /// Takes note that a read of this group is answered, or that nobody is left to be told. Returns the
  /// group.
  @discardableResult func answered(_ id: GroupID) -> ServedGroup? {
    guard let group = byID[id] else { return nil }
    group.questions -= 1
    return group
  }
}
