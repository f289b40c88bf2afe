// What the loop and the storage threads say to each other: immutable values, through queues.

internal import UnitsLinux
internal import UnitsProtocol
internal import UnitsStore

/// One opening of a group. A group that is closed and opened again has another number, so that what is
/// said of the first is never taken for the second.
struct GroupID: Hashable, Sendable {
  let number: UInt64
}

/// What is watched for a group's preferences.
enum WatchedLayer: Hashable, Sendable {
  /// The user's own file.
  case own(GroupID)
  /// The administrators' files.
  case administrators(GroupID)
}

/// From the loop to the preferences thread.
enum PreferencesRequest: Sendable {
  case open(GroupID, GroupName)
  case close(GroupID)
  /// Something stirred the files; such events of a group are numbered.
  case stir(GroupID, Int)
  case inquire(GroupID, Inquiry, Caller)
  case commit(GroupID, CommitRequest, Caller)
  /// The caller has left: its commit is not to be begun.
  case withdraw(Caller)
  /// Whether anybody is to be told of changes.
  case follow(GroupID, Bool)
  /// Answer, to show that the thread moves.
  case showLife
  case stop
}

/// From the loop to the records thread.
enum RecordsRequest: Sendable {
  case perform(RecordsJob)
  /// The caller has left: its job is not to be begun.
  case withdraw(Connection.ID)
  /// Tell of changes that others make.
  case watch(GroupName, Connection.ID)
  case close(GroupName)
  /// Answer, to show that the thread moves.
  case showLife
  case stop
}

/// Something to be done for a caller.
struct RecordsJob: Sendable {
  let group: GroupName
  let task: RecordsTask
  let deadline: MonotonicTime
  let connection: Connection.ID
  /// Programs take turns.
  let program: Int32
}

/// What a call wants of the records.
enum RecordsTask: Sendable {
  case add([NewRecord])
  /// Read and checked there: it is many.
  case merge([WireRecord])
  case remove([RecordID])
  case page(RecordQuery, from: RecordPlace, limit: Int)
  case summarize(SummaryQuery)
}

/// What came of it.
enum RecordsAnswer: Sendable {
  case added([Record])
  /// How many were not there before.
  case merged(Int)
  case removed([Record])
  case page(RecordPage)
  case summary(RecordSummary)
}

/// From the storage threads to the loop.
enum StorageEvent: Sendable {
  /// What is watched, by the groups that it concerns.
  case watching(WatchSet<WatchedLayer>)
  /// A file with this identity is about to be put into a group's place.
  case expect(GroupID, FileIdentity)
  /// What a step of a group's life came to.
  case report(GroupID, GroupReport)
  /// A commit was not begun.
  case withdrawn(GroupID, Caller)
  /// What became of a call, and what it changed.
  case recordsAnswered(
    GroupName, Result<RecordsAnswer, RecordsError>, RecordsChange?, Connection.ID)
  /// The records of a group are watched, for the subscriber that asked.
  case recordsWatched(GroupName, Connection.ID)
  case recordsChanged(GroupName, RecordsChange)
  case isAlive(StorageThread)
  case stopped(StorageThread)
  /// Somebody in this process wants the daemon to end.
  case stopRequested

  /// The thread that it comes from.
  var thread: StorageThread? {
    switch self {
    case .watching, .expect, .report, .withdrawn: .preferences
    case .recordsAnswered, .recordsWatched, .recordsChanged: .records
    case .isAlive(let thread): thread
    case .stopped, .stopRequested: nil
    }
  }
}

package enum StorageThread: String, Sendable {
  case preferences
  case records
}
