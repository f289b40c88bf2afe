internal import UnitsClient
internal import UnitsCommandLine
internal import UnitsJSON
internal import UnitsLinux
internal import UnitsStore

/// `watch`: the present state, then every change.
enum WatchCommand {
  static func run(_ invocation: Invocation) throws(ControlFailure) -> ExitStatus {
    let watcher: Watcher
    do throws(SystemError) {
      watcher = Watcher(invocation, loop: try EventLoop())
      try watcher.run()
    } catch {
      throw ControlFailure(ClientError.system(error))
    }
    if let failure = watcher.failure { throw failure }
    return .done
  }
}

/// Prints what a follower tells, until nobody reads it.
private final class Watcher {
  /// Why watching ended; nil while it goes on.
  private(set) var failure: ControlFailure?

  /// The widest key so far, so that on a terminal what comes later stands below what came before.
  private var keyColumns = 0
  private let invocation: Invocation
  private let loop: EventLoop

  init(_ invocation: Invocation, loop: EventLoop) {
    self.invocation = invocation
    self.loop = loop
  }

  func run() throws(SystemError) {
    let follower = GroupFollower(
      options: invocation.client.options, interests: .preferences, loop: loop
    ) { [unowned self] event in
      do throws(ControlFailure) { try take(event) } catch {
        failure = error
        loop.stop()
      }
    }
    noticeClosedOutput()
    try follower.start()
    defer { follower.stop() }
    // The first events come before the loop runs.
    while failure == nil { try loop.turn() }
  }

  private func take(_ event: GroupFollower.Event) throws(ControlFailure) {
    switch event {
    case .recordsChanged: break
    case .problem(let error):
      if case .notRunning = error { throw ControlFailure(error) }
      invocation.warn(error)
    case .preferences(let update):
      if update.content == .complete, invocation.arguments.has(.changes) { return }
      let prefixes = invocation.operands
      var lines = ""
      let changes = update.patch.changes.members.filter { change in
        prefixes.isEmpty || prefixes.contains(where: change.key.hasPrefix)
      }
      for change in changes {
        keyColumns = max(keyColumns, TextWidth.columns(of: change.key))
      }
      for change in changes { lines += line(change) }
      if !lines.isEmpty { try invocation.write(lines) }
    }
  }

  private func line(_ change: SortedMembers.Member) -> String {
    if invocation.wantsJSON {
      let object: JSONObject = ["key": .string(change.key), "value": change.value]
      return "\(object)\n"
    }
    let value = change.value == .null ? "--" : ValueText.line(change.value)
    guard invocation.streams.output.isTerminal() else { return "\(change.key)\t\(value)\n" }
    let blanks = keyColumns - TextWidth.columns(of: change.key) + 2
    return change.key + String(repeating: " ", count: max(blanks, 2)) + value + "\n"
  }

  /// A pipe whose reader has gone fails without being asked, so that a quiet watch ends too.
  private func noticeClosedOutput() {
    guard let descriptor = invocation.streams.output.descriptor else { return }
    do throws(SystemError) {
      try loop.watch(descriptor, for: []) { [unowned self] _ in
        failure = .outputClosed
      }
    } catch {
      // A regular file cannot be watched, and nobody goes away from it.
    }
  }
}
