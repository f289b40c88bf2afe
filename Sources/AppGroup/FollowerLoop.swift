// The thread that keeps a group's snapshot true. It runs no code of the program, so it is never
// held up.

internal import Units
internal import UnitsClient
internal import UnitsLinux
internal import UnitsStore

/// What the follower's thread is asked for.
enum FollowerCommand: Sendable {
  /// A look at the file, if that is what is followed.
  case look(Int)
  /// Somebody wants to hear of records, too.
  case followRecords
  case stop
}

/// One thread with its event loop and a follower on it. Everything here belongs to that thread.
final class FollowerLoop {
  private let options: ClientOptions
  private let clock: DayClock
  private let state: Guarded<GroupState>
  private let commands: HandOverQueue<FollowerCommand>
  private let loop: EventLoop
  private var follower: GroupFollower?
  private var recordsFollower: GroupFollower?
  /// Ends the day for those who follow today's records.
  private var midnight: Midnight?
  /// What was told and not yet put into the snapshot.
  private var news: News?
  /// The newest look that was asked for.
  private var look = 0
  private var problem: AppGroupError?
  /// Whether anything was ever read.
  private var hasFollowed = false

  private final class Midnight {
    let timer: WallClockTimer

    init() throws(SystemError) { timer = try WallClockTimer() }
  }

  /// What the follower has told since the snapshot was last changed.
  private enum News {
    case patch(Patch)
    /// More than one patch, or the first state.
    case all
  }

  /// Starts the thread. It ends at ``FollowerCommand/stop``.
  static func start(
    options: ClientOptions, clock: DayClock, state: Guarded<GroupState>,
    commands: HandOverQueue<FollowerCommand>
  ) throws(SystemError) {
    let thread = try WorkerThread(name: "appgroup") {
      do throws(SystemError) {
        let loop = try FollowerLoop(
          options: options, clock: clock, state: state, commands: commands)
        try loop.run()
      } catch {
        // Reads ask the source now, and start another follower when it is time.
        if state.withLock({ $0.followerFailed(error) }) {
          GroupLog.warn("the group is not followed: \(error)")
        }
        state.wakeAll()
      }
    }
    thread.detach()
  }

  private init(
    options: ClientOptions, clock: DayClock, state: Guarded<GroupState>,
    commands: HandOverQueue<FollowerCommand>
  ) throws(SystemError) {
    self.options = options
    self.clock = clock
    self.state = state
    self.commands = commands
    loop = try EventLoop()
  }

  private func run() throws(SystemError) {
    let follower = GroupFollower(options: options, interests: .preferences, loop: loop) {
      [unowned self] in take($0)
    }
    self.follower = follower
    follower.didFollow = { [unowned self] in didFollow($0) }
    try loop.watch(commands.descriptor, for: .readable) { [unowned self] _ in takeCommands() }
    loop.beforeSleep = { [unowned self] in publish() }
    try follower.start()
    publish()
    try loop.run()
    follower.stop()
    recordsFollower?.stop()
  }

  private func takeCommands() {
    for command in commands.drain() {
      switch command {
      case .stop: return loop.stop()
      case .followRecords: followRecords()
      case .look(let number): look = max(look, number)
      }
    }
    follower?.look()
  }

  private func followRecords() {
    guard recordsFollower == nil else { return }
    let follower = GroupFollower(options: options, interests: .records, loop: loop) {
      [unowned self] in take($0)
    }
    do throws(SystemError) {
      try follower.start()
      recordsFollower = follower
      let midnight = try Midnight()
      try loop.watch(midnight.timer.descriptor, for: .readable) { [unowned self] _ in
        midnight.timer.acknowledge()
        recordsChanged()
        arm(midnight)
      }
      self.midnight = midnight
      arm(midnight)
    } catch {
      GroupLog.warn("records are not followed: \(error)")
    }
  }

  private func arm(_ midnight: Midnight) {
    let today = MeasurementPeriod.today.span(.distance, now: clock.now())
    do throws(SystemError) { try clock.arm(midnight.timer, today.until) } catch {
      GroupLog.warn("midnight is not noticed: \(error)")
    }
  }

  /// Records changed, or which of them are today's.
  private func recordsChanged() {
    state.withLock { $0.recordsChanges += 1 }
    state.wakeAll()
  }

  // MARK: What the followers tell

  private func take(_ event: GroupFollower.Event) {
    switch event {
    case .preferences(let update):
      let isFirst = update.content == .complete || news != nil
      news = isFirst ? .all : .patch(update.patch)
    case .problem(let error):
      problem = AppGroupError(error)
      GroupLog.warn(error.description)
    case .recordsChanged: recordsChanged()
    }
  }

  private func didFollow(_ standing: Standing) {
    problem = nil
    hasFollowed = true
    commit(standing)
  }

  private func commit(_ standing: Standing?) {
    guard let follower else { return }
    let patch: Patch? =
      switch news {
      case .none: Patch()
      case .patch(let patch): patch
      case .all: nil
      }
    news = nil
    let all = follower.values
    let (look, connection) = (look, connection)
    state.withLock { state in
      state.follow(standing, patch: patch, all: all)
      if standing == .file { state.didLook(look) }
      // Together with the values, so that nobody sees these and is told that there are none.
      state.connection = connection
    }
    state.wakeAll()
  }

  /// At the end of a turn: what was told without a standing, and which way is in use.
  private func publish() {
    if news != nil { commit(nil) }
    let connection = connection
    let isNews = state.withLock { state in
      // Who demanded a daemon that is not there is not kept waiting for a first state.
      if case .unavailable = connection, state.phase == .starting { state.phase = .ready }
      guard state.phase == .ready else { return false }
      defer { state.connection = connection }
      return state.connection != connection
    }
    if isNews { state.wakeAll() }
  }

  private var connection: ConnectionState {
    switch follower?.route {
    case .daemon: .daemon
    // A file that could not be read yet is no empty one.
    case .store where hasFollowed || (problem == nil && options.paths != nil): .store
    case .store, nil: problem.map(ConnectionState.unavailable) ?? .connecting
    }
  }
}
