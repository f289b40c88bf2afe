// An app group, as a program sees it.
//
// - A `GroupDefaults` is a handle; what it stands for is a `GroupCore`, of which a process has one
//   for a suite, however many handles are made: they share its snapshot, its thread, its clients.
// - Writes go through a client, to the daemon or to the files, wait until the value is durable, and
//   then until the snapshot holds it.
// - Reads look into the snapshot. The first read starts a thread that follows the group and keeps
//   the snapshot true; a program that only writes has none.

public import FoundationEssentials
package import UnitsClient
internal import UnitsConcurrency
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
/// A value may be a ``PreferenceStorable``, or an array or a dictionary of these. All methods may be
/// called from any thread. All that are made for one suite in a process share their state, so make one
/// wherever it is needed.
public final class GroupDefaults: Sendable {
  let core: GroupCore
  /// The core's, at hand: a read looks nowhere else.
  let state: Guarded<GroupState>

  init(core: GroupCore) {
    self.core = core
    state = core.state
  }

  /// Whether what a group stands for is shared.
  package enum Sharing: Sendable {
    /// By all of the process who name the same group in the same place.
    case process
    /// By nobody, as if it were another program.
    case alone
  }

  package convenience init(
    options: ClientOptions, clock: DayClock = .wall, sharing: Sharing = .alone
  ) {
    switch sharing {
    case .process: self.init(core: SharedCores.core(of: options, clock: clock))
    case .alone: self.init(core: GroupCore(options: options, clock: clock))
    }
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
    self.init(options: ClientOptions(group: group, environment: .process), sharing: .process)
  }

  /// The standard group, `group.dev.units`.
  convenience init() {
    self.init(options: ClientOptions(environment: .process), sharing: .process)
  }

  /// A group in a directory of its own, without a daemon: for the tests of a program that uses
  /// groups, or for one whose files are elsewhere. The directory is made when it is needed.
  ///
  /// ```swift
  /// let group = GroupDefaults(directory: URL(filePath: "/tmp/diary-tests"))
  /// try group.set(3, forKey: "entries")
  /// ```
  ///
  /// All that are made for one directory share their state while there are any.
  public convenience init(directory: URL) {
    var path = directory.absoluteURL.path(percentEncoded: false)
    while path.utf8.count > 1, path.utf8.last == UInt8(ascii: "/") { path.removeLast() }
    self.init(options: .directory(path), sharing: .process)
  }

  /// A group that nobody else sees and that is gone with its last reference: for the tests of a
  /// program that uses groups. Each call makes another one.
  ///
  /// ```swift
  /// let group = GroupDefaults.inMemory()
  /// try group.set(3, forKey: "entries")
  /// ```
  ///
  /// It behaves as any other: its files are in a directory in memory, `/dev/shm`.
  public static func inMemory() -> GroupDefaults {
    GroupDefaults(core: GroupCore(memory: MemoryDirectory()))
  }

  /// The group's name.
  public var suiteName: String { core.options.group.text }

  // MARK: How it is reached

  /// What is in use: the daemon or the files; nil while neither can be reached.
  public var backing: Backing? { connectionState.backing }

  /// How the group is reached at present.
  public var connectionState: ConnectionState { read { $0.connection } }

  // MARK: The core

  var clock: DayClock { core.clock }
  var clients: ClientPool { core.clients }

  /// Looks into the snapshot, which the first call makes; that one waits, 2 s at most.
  func read<Result: Sendable>(_ body: (GroupState) -> Result) -> Result {
    let result: Result? = state.withLock { $0.isReady ? body($0) : nil }
    return result ?? core.readWithoutSnapshot(body)
  }

  func call<Result: Sendable>(
    _ operation: (GroupClient) throws(ClientError) -> Result
  ) throws(AppGroupError) -> Result { try core.call(operation) }

  /// Changes keys in one durable commit; null removes one.
  func commit(_ changes: JSONObject) throws(AppGroupError) {
    try call { (client) throws(ClientError) in try client.set(changes) }
  }

  // MARK: Without blocking

  nonisolated(nonsending)
    func commitInBackground(_ changes: JSONObject) async throws(AppGroupError)
  {
    let result: Result<Void, AppGroupError> = await GroupCore.crew.run { [self] in
      do throws(AppGroupError) { return .success(try commit(changes)) } catch {
        return .failure(error)
      }
    }
    try result.get()
  }

  /// Does something that waits, without blocking a thread of Swift's pool.
  nonisolated(nonsending)
    func inBackground<Value: Sendable>(
      _ body: @escaping @Sendable (GroupDefaults) throws -> Value
    ) async throws -> Value
  {
    try await GroupCore.crew.run { [self] in Result { try body(self) } }.get()
  }
}
