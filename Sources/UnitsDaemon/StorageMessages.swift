// What the loop and the storage threads say to each other: immutable values, through queues.

internal import UnitsLinux
internal import UnitsProtocol
internal import UnitsStore

/// What is watched for a group's preferences.
enum WatchedLayer: Hashable, Sendable {
  /// The user's own file.
  case own(GroupName)
  /// The administrators' files.
  case administrators(GroupName)

  var group: GroupName {
    switch self {
    case .own(let group), .administrators(let group): group
    }
  }
}

/// What only the preferences thread knows.
enum Inquiry: Sendable {
  /// The values that the user has set, of these keys or of all.
  case ownValues(keys: [String]?)
  case explanation(key: String)
}

/// The answer to an inquiry, with the revision that it is of.
enum Answer: Sendable {
  case ownValues(SortedMembers, revision: Int)
  case explanation(Explanation, key: String)
}

/// From the loop to the preferences thread.
enum PreferencesRequest: Sendable {
  case open(GroupName)
  case close(GroupName)
  /// Compare the file with what is known.
  case look(GroupName, LookPurpose)
  case commit(GroupName, CommitRequest, Connection.ID)
  case inquire(GroupName, Inquiry, Connection.ID)
  /// Answer, to show that the thread moves.
  case showLife
  case stop
}

/// From the loop to the records thread.
enum RecordsRequest: Sendable {
  case perform(GroupName, RecordsTask, deadline: MonotonicTime, Connection.ID)
  /// Tell of changes that others make.
  case watch(GroupName, Connection.ID)
  case close(GroupName)
  /// Answer, to show that the thread moves.
  case showLife
  case stop
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
  /// A look at a group's file is over, or its first reading.
  case looked(GroupName, GroupReport, LookPurpose)
  /// A rename is about to happen.
  case willReplace(GroupName, FileIdentity)
  case committed(
    GroupName, [Result<CommitReceipt, PreferenceError>], GroupReport, [Connection.ID])
  /// A commit could not be begun; the group is as it was.
  case notCommitted(GroupName, PreferenceError, [Connection.ID])
  case answered(GroupName, Result<Answer, PreferenceError>, Connection.ID)
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
}

/// Whether reads wait for a look.
enum LookPurpose: Sendable {
  case reads
  case background
}

package enum StorageThread: String, Sendable {
  case preferences
  case records
}

/// A group's state as a storage thread found it. `change` leads from the last report to this one.
struct GroupReport: Sendable {
  enum Change: Sendable {
    case patch(Patch)
    /// The first report, or one after a time without a state.
    case complete(SortedMembers)
  }

  var change: Change
  var revision: Int
  var size: Int
  var damage: Damage?
  /// What is wrong with the administrators' files.
  var administratorProblems: [String]
  var failure: PreferenceError?
  var identity: FileIdentity?
  var coverage: WatchSet<WatchedLayer>.Coverage
}
