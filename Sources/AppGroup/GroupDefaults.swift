// An app group, as a program sees it.
//
// - Writes go through a client, to the daemon or to the files, wait until the value is durable, and
//   then until the snapshot holds it.
// - Reads look into the snapshot. The first read starts a thread that follows the group and keeps
//   the snapshot true; a program that only writes has none.
// - The thread refers to the state and not to the group: when the last reference to a group goes,
//   the thread is told to end.

package import UnitsClient
internal import UnitsJSON
internal import UnitsLinux
internal import UnitsStore

/// Preferences that are shared between programs, durable, and told to all who watch: an app group,
/// with the names and the coercions of Foundation's `UserDefaults`.
///
/// ```swift
/// if let diary = GroupDefaults(suiteName: "group.org.example.diary") {
///   try diary.set(3, forKey: "entries")
///   print(diary.integer(forKey: "entries"))  // 3
/// }
/// ```
///
/// A value may be a `String`, `Bool`, `Int`, `Double`, `Float`, `Data`, `Date`, `URL`, or an array or
/// a dictionary of these. All methods may be called from any thread. Make one of these for a group
/// and keep it: each follows the group on its own.
public final class GroupDefaults: Sendable {
  let options: ClientOptions
  let clock: DayClock
  let clients: ClientPool
  let state = Guarded(GroupState())

  /// How long a writer waits for its own change to come back before it asks for the whole state: some
  /// ten times what that takes on a busy machine.
  private static let echoPatience: Duration = .milliseconds(20)

  package init(options: ClientOptions, clock: DayClock = .wall) {
    self.options = options
    self.clock = clock
    clients = ClientPool(options: options)
  }

  /// The group of that name: letters, digits, `.`, `-` and `_`, at most 200 bytes, not beginning
  /// with a dot. Nil for any other name; without one, the group of ``SharedDefaults/appGroup``.
  ///
  /// Nothing is opened or created by this.
  public convenience init?(suiteName: String?) {
    guard let suiteName else {
      self.init()
      return
    }
    guard let group = GroupName(suiteName) else { return nil }
    self.init(options: ClientOptions(group: group, environment: .process))
  }

  /// The standard group, `group.dev.units`.
  convenience init() {
    self.init(options: ClientOptions(environment: .process))
  }

  deinit {
    state.withLock { state in
      state.isOver = true
      state.commands?.push(.stop)
    }
    state.wakeAll()
  }

  /// The group's name.
  public var suiteName: String { options.group.text }

  // MARK: How it is reached

  /// What is in use: the daemon or the files; nil while neither can be reached.
  public var backing: Backing? { connectionState.backing }

  /// How the group is reached at present.
  public var connectionState: ConnectionState { read { $0.connection } }

  // MARK: The snapshot

  /// Looks into the snapshot, which the first call makes; that one waits, 2 s at most.
  func read<Result: Sendable>(_ body: (GroupState) -> Result) -> Result {
    let result: Result? = state.withLock { $0.phase == .ready ? body($0) : nil }
    return result ?? readFirst(body)
  }

  private func readFirst<Result: Sendable>(_ body: (GroupState) -> Result) -> Result {
    follow()
    let result: Result? = state.wait(until: .now() + options.timeout) {
      $0.phase == .starting ? nil : body($0)
    }
    // The first state is late: this read goes without, and so do those after it.
    return result
      ?? state.withLock { state in
        state.phase = .ready
        return body(state)
      }
  }

  /// Starts the follower unless it runs.
  func follow() {
    let (options, clock) = (options, clock)
    let failure: SystemError? = state.withLock { [state] current in
      guard current.phase == .idle else { return nil }
      do throws(SystemError) {
        let commands = try HandOverQueue<FollowerCommand>()
        try FollowerLoop.start(
          options: options, clock: clock, state: state, commands: commands)
        current.commands = commands
        current.phase = .starting
        return nil
      } catch {
        current.connection = .unavailable(AppGroupError(.system(error)))
        return error
      }
    }
    if let failure { GroupLog.warn(failure.description) }
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

  /// Changes keys in one durable commit; null removes one.
  func commit(_ changes: JSONObject) throws(AppGroupError) {
    try call { (client) throws(ClientError) in try client.set(changes) }
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
