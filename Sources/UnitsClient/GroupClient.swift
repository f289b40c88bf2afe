// A group's preferences and records, through the daemon or directly, behind one type.
//
// Which way is taken
// - Through the daemon if connecting succeeds.
// - Directly if connecting failed because nothing is there or it refuses, and nobody named a socket.
//   Other failures to connect are told: a socket that may not be opened is no missing daemon.
// - Once a call was sent and its reply was lost, a change may have been made: it is told as
//   `outcomeUnknown` and never tried again. A read, and the first default, which can be made twice
//   without harm, then go directly.
// - A daemon that has left such a call unanswered is stuck: for a while nothing is asked of it, and
//   everything goes directly. Its subscribers hear of that when it wakes.
//
// Both ways have the same meaning: a comparison is decided under the group's lock, and what is
// acknowledged is durable. Directly, nobody is told of a change but those who watch the files.

internal import UnitsJSON
internal import UnitsLinux
internal import UnitsProtocol
internal import UnitsStore

/// Which state of a group's preferences is meant.
package enum Standing: Equatable, Sendable {
  /// The daemon's word: `revision` rises by one with each change while `epoch` stays.
  case daemon(epoch: String, revision: Int)
  /// What the file holds at that moment.
  case file
}

/// A connection to the daemon, or the store directly. One thread owns a value; its calls wait, each
/// until the options' timeout at most, and all together until the options' end.
package final class GroupClient {
  package let options: ClientOptions
  /// The way that the last operation took; nil before the first.
  package private(set) var route: Route?
  /// Where the preferences stood when they were last read or changed; nil before.
  package internal(set) var standing: Standing?

  private var connection: DaemonConnection?
  private var direct: DirectStore?
  /// Until when nothing is asked of a daemon that did not answer.
  private var stuckUntil: MonotonicTime?

  private static let stuckPause: Duration = .seconds(10)

  /// A client that nothing is done by before the first call.
  package init(options: ClientOptions) {
    self.options = options
  }

  /// What becomes of an operation whose reply was lost.
  enum Repetition {
    /// It changes nothing, or the same twice: it is done directly.
    case harmless
    /// It is told as unknown.
    case never
  }

  /// The time by which an operation that begins now must end.
  func deadline() -> MonotonicTime {
    let own = options.kernel.now() + options.timeout
    return options.end.map { min($0, own) } ?? own
  }

  /// The group's name for the wire: none for the standard one.
  var wireGroup: String? { options.group == .standard ? nil : options.group.text }

  /// Does something through the daemon, or directly where the rules above say so.
  func perform<Value>(
    _ repetition: Repetition, deadline: MonotonicTime,
    daemon: (DaemonConnection, MonotonicTime) throws(ClientError) -> Value,
    directly: (DirectStore) throws(ClientError) -> Value
  ) throws(ClientError) -> Value {
    if try asksDaemon() {
      let share = daemonShare(of: deadline, repetition)
      do throws(ClientError) {
        let connection = try connected(deadline: share)
        route = .daemon
        return try daemon(connection, share)
      } catch {
        // What the daemon has not begun it does not begin for one who has left.
        connection = nil
        if repetition == .harmless { noteSilence(until: share) }
        guard options.route == .automatic else { throw error }
        switch error {
        case .notRunning: break
        case .outcomeUnknown where repetition == .harmless: break
        case .timedOut where repetition == .harmless: break
        default: throw error
        }
      }
    }
    let store = try store()
    route = .store
    return try directly(store)
  }

  /// Does something that only a daemon can.
  func performByDaemon<Value>(
    _ operation: (DaemonConnection, MonotonicTime) throws(ClientError) -> Value
  ) throws(ClientError) -> Value {
    let share = harmlessDeadline()
    do throws(ClientError) {
      let connection = try connected(deadline: share)
      route = .daemon
      return try operation(connection, share)
    } catch {
      noteSilence(until: share)
      throw error
    }
  }

  /// Whether something is to be asked of the daemon. Throws where nobody else may be asked and it is stuck.
  func asksDaemon() throws(ClientError) -> Bool {
    if options.route == .directOnly { return false }
    guard let stuckUntil, options.kernel.now() < stuckUntil else { return true }
    if options.route == .daemonOnly { throw .timedOut(socket: options.socket.path) }
    return false
  }

  /// By when a daemon must answer what can be done directly as well, if it is asked now.
  func harmlessDeadline() -> MonotonicTime { daemonShare(of: deadline(), .harmless) }

  /// Takes note of a daemon that has not answered until its time was over; one that has gone is none.
  func noteSilence(until deadline: MonotonicTime) {
    let now = options.kernel.now()
    if now >= deadline { stuckUntil = now + Self.stuckPause }
  }

  /// A stuck daemon gets half of the time where the other half is of use, or less if the options say so.
  private func daemonShare(
    of deadline: MonotonicTime, _ repetition: Repetition
  ) -> MonotonicTime {
    guard options.route == .automatic, repetition == .harmless else { return deadline }
    let now = options.kernel.now()
    let left = max(deadline.nanoseconds - now.nanoseconds, 0)
    let half = MonotonicTime(nanoseconds: now.nanoseconds + left / 2)
    return options.patience.map { min(now + $0, half) } ?? half
  }

  /// The kept connection, or a new one if that has ended: nothing was sent through it since.
  private func connected(deadline: MonotonicTime) throws(ClientError) -> DaemonConnection {
    if let connection, connection.isUsable { return connection }
    connection = nil
    let opened = try DaemonConnection(
      to: options.socket.path, deadline: deadline, on: options.kernel)
    connection = opened
    return opened
  }

  private func store() throws(ClientError) -> DirectStore {
    if let direct { return direct }
    guard let paths = options.paths, let records = options.openRecords() else { throw .noStore }
    let opened = DirectStore(
      group: options.group, paths: paths, records: records, on: options.kernel)
    direct = opened
    return opened
  }
}
