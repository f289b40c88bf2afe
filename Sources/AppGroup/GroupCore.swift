// What the handles of one group share in a process: the snapshot, the thread that keeps it true, and
// the clients.
//
// A read is answered by the first of these that can answer it:
// - the snapshot, where a follower keeps it true: a lock and a look-up;
// - the follower's first state, which is waited for, once;
// - the source itself, asked anew by each read, where there is no follower: the kernel has no more
//   of what one needs, threads, descriptors or watches, or its first state is late. A follower is
//   then tried again every second;
// - what was last known, or nothing, where the source cannot be read either: the state says
//   unavailable, and standard error why. What reads and then writes is refused by the same source.

internal import Units
internal import UnitsClient
internal import UnitsConcurrency
internal import UnitsLinux
internal import UnitsStore

final class GroupCore: Sendable {
  let options: ClientOptions
  /// What the program's locale says, read once: its variables do not change.
  let locale: LocaleVerdict
  let clock: DayClock
  let clients: ClientPool
  let state = Guarded(GroupState())
  /// Where the files are, if they go with the group.
  private let memory: MemoryDirectory?

  /// For all groups: more writers at once gain nothing, since what arrives together is one commit.
  static let crew = WorkerCrew(name: "appgroup-wait", limit: 8)

  /// How long a writer waits for its own change to come back before it asks for the whole state: some
  /// ten times what that takes on a busy machine.
  private static let echoPatience: Duration = .milliseconds(20)

  /// How soon a follower is tried again that could not be started.
  static let followerPause: Duration = .seconds(1)

  init(options: ClientOptions, clock: DayClock = .wall, memory: MemoryDirectory? = nil) {
    self.options = options
    locale = options.locale
    self.clock = clock
    self.memory = memory
    clients = ClientPool(options: options)
  }

  convenience init(memory: MemoryDirectory) {
    self.init(options: .directory(memory.path), memory: memory)
  }

  deinit {
    state.withLock { state in
      state.isOver = true
      state.commands?.push(.stop)
    }
    state.wakeAll()
  }

  // MARK: Reading

  private enum Found<Result: Sendable>: Sendable {
    case inSnapshot(Result)
    case askSource
  }

  /// Reads where there is no snapshot yet, or none that is kept true.
  func readWithoutSnapshot<Result: Sendable>(_ body: (GroupState) -> Result) -> Result {
    follow()
    let found: Found<Result>? = state.wait(until: .now() + options.timeout) { state in
      switch state.phase {
      case .starting: nil
      case .ready: .inSnapshot(body(state))
      case .idle, .unfollowed, .late: .askSource
      }
    }
    switch found {
    case .inSnapshot(let result): return result
    case .askSource: break
    case nil: state.withLock { if $0.phase == .starting { $0.phase = .late } }
    }
    askSource()
    return state.withLock { body($0) }
  }

  /// Asks the daemon, or looks into the file, where no follower does.
  func askSource() {
    do throws(AppGroupError) {
      let (all, standing, route) = try clients.use { (client) throws(ClientError) in
        (try client.list(), client.standing, client.route)
      }
      state.withLock { state in
        if let standing { state.take(all, standing) }
        state.connection = route == .daemon ? .daemon : .store
      }
    } catch {
      let isNews = state.withLock { state in
        defer { state.connection = .unavailable(error) }
        return state.connection != .unavailable(error)
      }
      if isNews { GroupLog.warn(error.description) }
    }
    state.withLock { $0.wasAsked = true }
    state.wakeAll()
  }

  // MARK: Following

  /// Starts the follower unless it runs, or could not be started a moment ago.
  func follow() {
    let (options, clock) = (options, clock)
    let failure: SystemError? = state.withLock { [state] current in
      guard current.isFollowerDue else { return nil }
      do throws(SystemError) {
        let commands = try HandOverQueue<FollowerCommand>()
        try FollowerLoop.start(
          options: options, clock: clock, state: state, commands: commands)
        current.commands = commands
        current.phase = .starting
        if current.observers.watchRecords { commands.push(.followRecords) }
        return nil
      } catch {
        return current.followerFailed(error) ? error : nil
      }
    }
    if let failure { GroupLog.warn("the group is not followed: \(failure)") }
  }

  // MARK: Calls

  /// Does something with a client and, if it read or changed preferences, waits until the snapshot
  /// holds what it saw.
  func call<Result: Sendable>(
    _ operation: (GroupClient) throws(ClientError) -> Result
  ) throws(AppGroupError) -> Result {
    let (result, standing) = try clients.use { (client) throws(ClientError) in
      (try operation(client), client.standing)
    }
    if let standing { wait(for: standing) }
    return result
  }

  /// Waits until the snapshot holds what was committed up to there. Does nothing where nobody reads.
  private func wait(for standing: Standing) {
    let look: Int?? = state.withLock { state in
      guard let commands = state.commands, state.phase != .idle,
        !state.hasSeen(standing, look: nil)
      else { return nil }
      let look = state.ask(for: standing)
      if let look { commands.push(.look(look)) }
      return .some(look)
    }
    guard let look else { return }
    let patience = MonotonicTime.now() + Self.echoPatience
    let seen = state.wait(until: patience) { $0.hasSeen(standing, look: look) ? true : nil }
    guard seen == nil else { return }
    do throws(AppGroupError) {
      let (all, standing) = try clients.use { (client) throws(ClientError) in
        (try client.list(), client.standing)
      }
      if let standing { state.withLock { $0.take(all, standing) } }
    } catch {
      // The change is durable all the same; the snapshot comes to it when the follower does.
    }
  }
}
