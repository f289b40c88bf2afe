// Every limit of the daemon, with its reason.

/// What one client may cost the daemon and everybody else.
package enum Limits {
  /// A call of one group's largest content fits twice (as expected and as new values).
  package static let callSize = 2 << 20

  /// Far beyond a desktop's programs, and well below the descriptors that a session may open.
  package static let connections = 1024

  /// Descriptors that the daemon has open for itself, or needs for a commit.
  private static let ownDescriptors = 28

  /// What an open records database takes: itself, its log, the memory that is shared by its users, and
  /// a journal.
  private static let descriptorsOfDatabase = 4

  /// However few descriptors there are, some clients are let in.
  package static let fewestConnections = 8

  /// Those among them who may only look: a sandbox that went mad leaves room for the others.
  package static let readOnlyConnections = 256

  /// The groups whose files are held open in memory at once.
  package static let groups = 64

  /// So many of them where a process may have so many descriptors: a quarter of these for databases.
  static func groupRoom(descriptors: Int) -> Int {
    min(groups, max(4, descriptors / (4 * descriptorsOfDatabase)))
  }

  /// So many connections have descriptors where a process may have so many.
  static func connectionRoom(descriptors: Int) -> Int {
    let databases = descriptorsOfDatabase * groupRoom(descriptors: descriptors)
    return max(fewestConnections, descriptors - ownDescriptors - databases)
  }

  /// All that is kept for clients together: past it no input is read of the programs that hold the most,
  /// until half of it has drained.
  package static let bufferedBytes = 64 << 20

  /// The output of one connection: past it, no further call of that connection is begun.
  package static let outputBytes = 1 << 20

  /// Calls that wait behind one in progress: past it, that connection's input is not read.
  package static let pipelinedBytes = 256 << 10

  /// How much is read from one connection before the others have their turn.
  package static let bytesPerTurn = 64 << 10

  /// How long a reply may lie unread before its connection is closed. Monitors are exempt: they may
  /// be stopped programs, and what they cost is bounded.
  package static let undrainedOutput: Duration = .seconds(30)

  /// The log is told of refused connections no more often than this.
  static let refusalNotice: Duration = .seconds(60)

  /// How long a commit waits for the lock: the caller's own deadline is two seconds.
  package static let lockWait: Duration = .milliseconds(1500)

  /// How long programs may be stopped before those of their connections are closed for which most is
  /// kept: callers wait for two seconds.
  package static let relief: Duration = .seconds(1)

  /// How long a stopping daemon waits for replies to be read by clients that do not.
  package static let unreadAtStop: Duration = .milliseconds(500)

  /// How long a stopping daemon waits for commits under way, which may wait for a lock.
  package static let drain: Duration = .seconds(2)
}
