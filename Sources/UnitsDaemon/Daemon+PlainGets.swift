// The shortest way of a read: from the bytes of the call to the bytes of the reply, with no value
// made in between and nothing allocated. What it does not take, the ordinary way does, to the same
// effect.

internal import UnitsJSON
internal import UnitsLinux
internal import UnitsProtocol
internal import UnitsStore
internal import Varlink

extension Daemon {
  /// Answers the calls that a connection has waiting, as long as they are plain Gets of a group that
  /// can answer now.
  func answerPlainGets(_ connection: Connection, now: MonotonicTime) {
    // Who may not do everything is asked for everything that he does.
    guard case .full = connection.access else { return }
    guard connection.isOpen, let group = recentGroup, group.canAnswer else { return }
    if case .violated = connection.input { return }
    while connection.mayServe, connection.answerPlainGet(from: group, plainGetForm) {
      counters.calls += 1
      connection.lastCall = now
      group.lastUse = now
    }
  }

  /// Sends the replies of a connection of which nothing else is to be done; tells whether that was
  /// all. What goes wrong is seen again, and seen to, when it is served.
  func settleAnswered(_ connection: Connection) -> Bool {
    guard connection.isQuiet, !connection.output.isEmpty else { return false }
    return (try? connection.output.flush(to: connection.socket.number)) == .drained
  }
}

extension Connection {
  /// Answers the call that comes next, if it is of that form and of that group.
  fileprivate func answerPlainGet(from group: ServedGroup, _ form: PlainGetForm) -> Bool {
    output.append { output in
      machine.answerInPlace(into: &output) { frame, output in
        if group.lastGet.answer(frame, into: &output) { return true }
        let start = output.count
        guard let get = form.get(in: frame), group.isMeant(by: get, in: frame) else { return false }
        form.beginReply(&output)
        if get.wantsAll {
          group.writeAll(form, into: &output)
        } else {
          group.write(get, frame, form, into: &output)
        }
        form.endReply(revision: group.revision, &output)
        group.lastGet.keep(frame, output.span.extracting(start...))
        return true
      }
    }
  }
}

extension ServedGroup {
  fileprivate func isMeant(by get: PlainGet, in frame: borrowing Span<UInt8>) -> Bool {
    guard let place = get.group else { return isStandard }
    return ByteOrder(name.text, frame.extracting(place)) == .same
  }

  fileprivate func writeAll(_ form: PlainGetForm, into output: inout [UInt8]) {
    for member in values.members { form.add(member.key, member.value, into: &output) }
  }

  fileprivate func write(
    _ get: PlainGet, _ frame: borrowing Span<UInt8>, _ form: PlainGetForm,
    into output: inout [UInt8]
  ) {
    var told = PlacesTold()
    get.forEachKey(in: frame) { place in
      let key = frame.extracting(place)
      guard let index = values.position(of: key), told.insert(index) else { return }
      form.add(key, values.members[index].value, into: &output)
    }
  }
}

/// The members that a reply has already: a key that is named twice is told once.
private struct PlacesTold {
  private var places = InlineArray<16, Int>(repeating: 0)
  private var count = 0

  /// Tells whether the place is new.
  mutating func insert(_ place: Int) -> Bool {
    for index in 0..<count where places[index] == place { return false }
    places[count] = place
    count += 1
    return true
  }
}

/// The last plain Get of a group and its reply, as long as the group is the same: most glances are for
/// the same key.
struct LastGet {
  private var call: [UInt8] = []
  private var reply: [UInt8] = []

  /// Larger replies are not kept.
  private static let largestReply = 1024

  mutating func keep(_ call: borrowing Span<UInt8>, _ reply: borrowing Span<UInt8>) {
    forget()
    guard reply.count <= Self.largestReply else { return }
    for place in call.indices { self.call.append(call[place]) }
    for place in reply.indices { self.reply.append(reply[place]) }
  }

  mutating func forget() {
    call.removeAll(keepingCapacity: true)
    reply.removeAll(keepingCapacity: true)
  }

  /// Answers this call if it is the same again.
  func answer(_ call: borrowing Span<UInt8>, into output: inout [UInt8]) -> Bool {
    guard !self.call.isEmpty, self.call.count == call.count else { return false }
    var scanner = PlainScanner()
    guard scanner.take(self.call, in: call) else { return false }
    output.append(contentsOf: reply)
    return true
  }
}
