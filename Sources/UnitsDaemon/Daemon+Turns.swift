// What one turn of the loop does, and in which order.
//
// A turn is short, however much there is to do: a hundred calls that came together, or a hundred
// replies to one commit, take several turns, and who only reads comes in between. So a reader waits
// for a slice of the writers' work, not for all of it.

internal import UnitsLinux
internal import UnitsProtocol
internal import UnitsStore

/// A commit of which those who asked for it, and then those who follow the group, are to hear.
struct Announcement {
  let results: [Result<CommitReceipt, PreferenceError>]
  let connections: [Connection.ID]
  /// How many have been answered.
  var answered = 0
  let group: ServedGroup?
  let change: Telling?
}

extension Daemon {
  /// How many connections a turn serves that want more than to read; some ten microseconds each.
  private static let servedPerTurn = 8
  /// How many replies to one commit a turn sends; some five microseconds each.
  private static let answeredPerTurn = 8

  /// At the end of each turn, before the loop may sleep.
  func endTurn() {
    if !received.isEmpty { answerReceived() }
    // One of them in a turn, to keep it short. A commit has an end, so others wait for it.
    if announcement != nil {
      announce(atMost: Self.answeredPerTurn)
    } else if !unserved.isEmpty {
      serveSlice()
    }
    if !unserved.isEmpty { loop.stayAwake() }
    if !resumable.isEmpty { resume() }
    if !requests.isEmpty { handOver() }
    keepWithinBounds()
    endIfDrained()
    endIfUnused()
  }

  // MARK: Calls

  /// Answers those from whom something came in this turn and who only read; the others are to be
  /// served. All was received before anything is answered, so the file watch is drained once for all
  /// reads.
  private func answerReceived() {
    if isServing { seeWhatStirred() }
    // One that a timer has closed since is not counted again.
    for connection in received where connection.isOpen {
      connection.isUnserved = true
      unserved.append(connection)
      account(connection)
    }
    received.removeAll(keepingCapacity: true)
  }

  private func serveSlice() {
    let slice = unserved.prefix(Self.servedPerTurn)
    unserved.removeFirst(slice.count)
    for connection in slice {
      connection.isUnserved = false
      serve(connection)
    }
  }

  /// Goes on with connections whose call was answered outside their turn; each has one turn before
  /// the others are looked at again.
  private func resume() {
    let taken = resumable
    resumable = []
    for id in taken {
      if let connection = connections[id] { serve(connection) }
    }
    if !resumable.isEmpty { loop.stayAwake() }
  }

  // MARK: Commits

  /// Has the preferences thread do something, in the order of asking.
  func ask(_ request: PreferencesRequest) {
    requests.append(request)
  }

  /// Hands over what the turn has brought, at once: writers whose calls came in one turn share one
  /// commit, even where the disk is faster than the loop. So do those who are answered together:
  /// nothing is handed over before all have been.
  private func handOver() {
    guard announcement == nil else { return }
    preferences.push(contentsOf: requests)
    requests.removeAll(keepingCapacity: true)
    // What stirs from now on is mostly the commit, for which nobody has to be woken.
    if commitsUnderWay > 0 { pauseWatch() }
  }

  /// Has all hear of the last commit who have not; before anything else is told, or begins to be.
  func finishAnnouncement() {
    announce(atMost: .max)
  }

  /// Answers so many of those who asked for the commit; when all have been answered, subscribers are
  /// told, and then files are watched again.
  private func announce(atMost count: Int) {
    guard let present = announcement else { return }
    let range = present.answered..<present.connections.count
    for index in range.prefix(count) { answer(present.results[index], present.connections[index]) }
    guard count >= range.count else {
      announcement?.answered += count
      return loop.stayAwake()
    }
    announcement = nil
    if let group = present.group, let change = present.change { tell(change, in: group) }
    if commitsUnderWay == 0 { resumeWatch() }
  }
}
