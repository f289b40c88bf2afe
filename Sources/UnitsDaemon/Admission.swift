// Who is let in where there is not room for everybody, and who gives way.
//
// One program, whatever it does, leaves room for the others; and a program that has few connections
// takes the place of one that has many. Only connections without a call give way, and monitors, whose
// programs connect again: no call that was received loses its answer.

internal import UnitsLinux
internal import UnitsStore

/// Decides on a program that wants one more connection. A plain value.
struct Admission {
  /// What the decision needs to know of a connection.
  struct Place {
    enum Use {
      /// No call is in progress.
      case idle
      case monitor
      case call
    }

    let id: Connection.ID
    let program: Int32
    let access: Access
    let use: Use
    /// When the last complete call came, or the connection.
    let lastCall: MonotonicTime
  }

  enum Verdict: Equatable {
    case admitted
    /// Once one of these, the first that can, has given way; else refused with the reason.
    case admittedFor([Connection.ID], otherwise: String)
    case refused(String)
  }

  /// The connections that there may be.
  let capacity: Int
  /// Those among them who may only look.
  let readOnlyCapacity: Int

  /// One program's connections at most.
  var share: Int { max(1, capacity / 2) }

  func verdict(on program: Int32, _ access: Access, among places: [Place]) -> Verdict {
    let own = places.filter { $0.program == program }
    if own.count >= share {
      return verdict(
        own.filter { $0.use == .idle },
        else: "this program has \(own.count) connections, which is the limit")
    }
    let readers = places.filter { $0.access == .readOnly }
    if access == .readOnly, readers.count >= readOnlyCapacity {
      return verdict(
        givingWay(to: own.count, among: readers),
        else: "\(readers.count) connections that may only look are open, which is the limit")
    }
    guard places.count >= capacity else { return .admitted }
    return verdict(
      givingWay(to: own.count, among: places),
      else: "\(places.count) connections are open, which is the limit")
  }

  /// Those that give way to somebody of whom nothing is known yet.
  func idle(among places: [Place]) -> [Connection.ID] {
    Self.longestUnused(givingWay(to: .max - 2, among: places))
  }

  private func verdict(_ places: [Place], else reason: String) -> Verdict {
    guard !places.isEmpty else { return .refused(reason) }
    return .admittedFor(Self.longestUnused(places), otherwise: reason)
  }

  /// Idle ones of the program that has the most; where none is idle, monitors of one that has at least
  /// two more than the newcomer.
  private func givingWay(to count: Int, among places: [Place]) -> [Place] {
    var counts: [Int32: Int] = [:]
    for place in places { counts[place.program, default: 0] += 1 }
    for use in [Place.Use.idle, .monitor] {
      let candidates = places.filter { place in
        place.use == use && (use == .idle || (counts[place.program] ?? 0) >= count + 2)
      }
      let most = candidates.map { counts[$0.program] ?? 0 }.max()
      let largest = candidates.filter { counts[$0.program] == most }
      if !largest.isEmpty { return largest }
    }
    return []
  }

  private static func longestUnused(_ places: [Place]) -> [Connection.ID] {
    places.sorted { ($0.lastCall, $0.id.number) < ($1.lastCall, $1.id.number) }.map(\.id)
  }
}
