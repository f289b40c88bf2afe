// Letting in and giving way: what `Admission` decides is done here.

internal import UnitsLinux
internal import UnitsProtocol
internal import UnitsStore

extension ConnectionTable {
  /// Those who have left go by themselves.
  var places: [Admission.Place] {
    connections.values.lazy.filter { !$0.hasLeft }.map { connection in
      let use: Admission.Place.Use =
        connection.isMonitor ? .monitor : connection.isUnused ? .idle : .call
      return Admission.Place(
        id: connection.id, program: connection.process, access: connection.access, use: use,
        lastCall: connection.lastCall)
    }
  }

  /// Makes the room that is needed; the reason why there is none.
  func refusal(_ verdict: Admission.Verdict) -> String? {
    switch verdict {
    case .admitted: return nil
    case .refused(let reason): return reason
    case .admittedFor(let places, let reason): return giveWay(places) ? nil : reason
    }
  }

  /// Closes a connection without a call where descriptors have run out.
  func makeRoom() -> Bool { giveWay(admission.idle(among: places)) }

  /// Closes the first of these that can be.
  private func giveWay(_ places: [Connection.ID]) -> Bool {
    places.contains { connections[$0].map(giveWay) ?? false }
  }

  /// Closes a connection, if no call comes to light that was sent before.
  private func giveWay(_ connection: Connection) -> Bool {
    // Most who have a call under way are left as they are; one that comes in between is their last.
    for look in [receive, endReceiving] where !connection.isMonitor {
      look(connection)
      guard connection.isUnused else {
        giveTurn(connection)
        return false
      }
    }
    close(connection)
    return true
  }

  /// Tells who is refused, and the log once a minute.
  func refuse(_ socket: consuming FileDescriptor, _ reason: String) {
    refused += 1
    let now = kernel.now()
    if lastRefusal.map({ $0 + Limits.refusalNotice <= now }) ?? true {
      lastRefusal = now
      log(.warning, "connection refused: \(reason)")
    }
    var frame: [UInt8] = []
    PreferenceError.refused(reason).encode(into: &frame)
    // Who has gone, or sends so much that this does not fit, has no use for it.
    _ = try? kernel.send(frame, from: 0, to: socket.number)
  }
}
