// Following a group: through the daemon while there is one, by its files while there is none.
//
// - Each interest has its own monitor channel, and while that is not live its files are watched
//   instead: what was told last is compared with what either source says, so a change of source
//   tells real differences only, and nothing that happened in between is lost.
// - The file is ahead of the daemon's messages by the time that a message takes. So that nothing is
//   told, taken back and told again, a new channel takes over when it says what was told last.
// - A daemon that goes is noticed by the end of its stream; one that comes, by a watch on the path
//   of its socket. Connecting is tried again with growing pauses, eight times, then only when
//   something happens there: a follower with nothing to tell does not wake.
// - A daemon that accepts and does not answer costs nothing but a delay: the files are watched
//   meanwhile.

internal import Glibc
internal import UnitsJSON
package import UnitsLinux
internal import UnitsProtocol
package import UnitsStore
internal import Varlink

/// What a program that keeps running hears of a group.
///
/// Driven by an event loop and owned by its thread; never waits. ``stop()`` ends it.
package final class GroupFollower {
  /// What is followed.
  package struct Interests: OptionSet, Sendable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }
    package static let preferences = Interests(rawValue: 1)
    package static let records = Interests(rawValue: 2)
  }

  package enum Event: Equatable, Sendable {
    case preferences(PreferencesUpdate)
    /// Records in this range are to be asked for again; also told once at the start.
    case recordsChanged(RecordsChange)
    /// Something cannot be read or reached at present; following goes on. Each told once.
    case problem(ClientError)
  }

  /// The preferences at the start, or a change of them.
  package struct PreferencesUpdate: Equatable, Sendable {
    package enum Content: Equatable, Sendable {
      /// The first that is told: `patch` is all of `values`.
      case complete
      case change
    }

    package let content: Content
    /// All preferences as they are now.
    package let values: SortedMembers
    /// What is different from what was told before; null for a removed key. Never empty in a change.
    package let patch: Patch
    /// The daemon's revision; nil when the file was read directly.
    package let revision: Int?
  }

  /// Pauses before connecting is tried again: short at first, since between a daemon's bind and its
  /// listen there is a moment in which its socket refuses; seven seconds in all.
  private static let pauses: [Duration] = [10, 50, 150, 300, 600, 1200, 2000, 3000].map {
    .milliseconds($0)
  }

  /// How long the first state may wait for a daemon before the files are read.
  private static let firstPatience: Duration = .milliseconds(300)

  /// How long the file and the channel may disagree before the channel is believed: longer than any
  /// message takes. A daemon that serves the last good state of a damaged file disagrees for good.
  private static let disagreement: Duration = .milliseconds(500)

  package let options: ClientOptions
  /// All preferences as they were last told.
  package private(set) var values = SortedMembers()
  /// Called after each word of the daemon and each look at the file, whether or not it was news: by
  /// it a program knows that it has seen what it waits for.
  package var didFollow: ((Standing) -> Void)?

  private let interests: Interests
  private let loop: EventLoop
  private let handler: (Event) -> Void
  private var files: FollowedFiles?
  private var preferencesChannel: MonitorChannel<PreferencesMonitor>?
  private var recordsChannel: MonitorChannel<RecordsMonitor>?
  /// What the files are watched for at present.
  private var direct: Interests = []
  private var hasToldState = false
  /// What was told since all was well.
  private var problems: [ClientError] = []
  /// The daemon answered that it cannot serve the group.
  private var wasRefused = false
  private var attempt = 0
  private var retry: EventLoop.TimerID?
  private var patience: EventLoop.TimerID?
  /// What the channel says while the file still tells.
  private var candidate: (state: SortedMembers, epoch: String, revision: Int)?
  private var takeOver: EventLoop.TimerID?

  /// A follower that nothing is done by before ``start()``; its events go to `handler`.
  package init(
    options: ClientOptions, interests: Interests, loop: EventLoop,
    handler: @escaping (Event) -> Void
  ) {
    self.options = options
    self.interests = interests
    self.loop = loop
    self.handler = handler
  }

  /// Begins. The first state comes as events, some of them before this returns.
  package func start() throws(SystemError) {
    let path = options.socket.path
    files = FollowedFiles(options: options, loop: loop) { [weak self] in self?.take($0) }
    try files?.start()
    if options.route == .directOnly { return goDirect(interests) }
    if interests.contains(.preferences) {
      preferencesChannel = MonitorChannel(loop: loop, path: path, on: options.kernel) {
        [weak self] in
        self?.takePreferences($0)
      }
    }
    if interests.contains(.records) {
      recordsChannel = MonitorChannel(loop: loop, path: path, on: options.kernel) { [weak self] in
        self?.takeRecords($0)
      }
    }
    files?.followSocket()
    connect()
    if live == interests { return }
    if opening.isEmpty { return goDirect(interests) }
    patience = loop.after(Self.firstPatience) { [weak self] in
      guard let self else { return }
      goDirect(interests.subtracting(live))
    }
  }

  /// Ends: no further event comes.
  package func stop() {
    for timer in [retry, patience, takeOver].compactMap(\.self) { loop.cancel(timer) }
    preferencesChannel?.close()
    recordsChannel?.close()
    preferencesChannel = nil
    recordsChannel = nil
    files?.close()
    files = nil
  }

  /// The way by which changes are heard of at present; nil while a named daemon is awaited.
  package var route: Route? {
    if !direct.isEmpty { return .store }
    return live.isEmpty ? nil : .daemon
  }

  /// Looks at the preference file now, if that is what is followed.
  package func look() {
    if direct.contains(.preferences) { files?.look() }
  }

  // MARK: The daemon

  private var live: Interests { channels(in: .live) }
  private var opening: Interests { channels(in: .awaitingFirstReply) }

  private func channels(in state: MonitorState) -> Interests {
    var channels: Interests = []
    if preferencesChannel?.state == state { channels.insert(.preferences) }
    if recordsChannel?.state == state { channels.insert(.records) }
    return channels
  }

  /// Opens the channels that are absent, and plans the next try if that fails.
  private func connect() {
    let group = options.group == .standard ? nil : options.group.text
    do throws(ClientError) {
      if let preferencesChannel, preferencesChannel.state == .absent {
        try preferencesChannel.open(
          PreferencesMonitor(group: group), patience: options.timeout)
      }
      if let recordsChannel, recordsChannel.state == .absent {
        try recordsChannel.open(RecordsMonitor(group: group), patience: options.timeout)
      }
    } catch {
      if options.route == .daemonOnly, !hasToldState { tell(error) }
      // Where nothing is, the watch tells when something comes.
      if case .notRunning(let cause) = error, cause.code == ENOENT { return }
      planRetry()
    }
  }

  /// Connects when there is a new reason to hope.
  private func connectAnew() {
    attempt = 0
    connect()
  }

  private func planRetry() {
    guard retry == nil, attempt < Self.pauses.count else { return }
    retry = loop.after(Self.pauses[attempt]) { [weak self] in
      guard let self else { return }
      retry = nil
      connect()
    }
    attempt += 1
  }

  private func channelIsLive(_ interest: Interests) {
    if direct.remove(interest) != nil {
      if interest == .preferences { files?.stopFollowingPreferences() }
      if interest == .records { files?.stopFollowingRecords() }
    }
    guard live == interests else { return }
    attempt = 0
    if let retry { loop.cancel(retry) }
    retry = nil
    files?.stopFollowingSocket()
  }

  private func channelEnded(_ interest: Interests, _ error: ClientError) {
    files?.followSocket()
    if interest == .preferences { dropCandidate() }
    goDirect(interest)
    switch error {
    case .preferences, .records, .service, .unknown, .malformedReply, .violation:
      wasRefused = true
      tell(error)
    default: break
    }
    planRetry()
  }

  private func takePreferences(_ event: MonitorChannel<PreferencesMonitor>.Event) {
    switch event {
    case .ended(let error): channelEnded(.preferences, error)
    case .response(let response): take(response)
    }
  }

  private func take(_ response: PreferencesMonitor.Response) {
    let received = SortedMembers(wire: response.values)
    guard direct.contains(.preferences) else {
      channelIsLive(.preferences)
      switch response.content {
      case .complete: tell(received, revision: response.revision)
      case .change: tell(Patch(received), revision: response.revision)
      }
      didFollow?(.daemon(epoch: response.epoch, revision: response.revision))
      return
    }
    var state = candidate?.state ?? SortedMembers()
    switch response.content {
    case .complete: state = received
    case .change: _ = state.apply(Patch(received))
    }
    candidate = (state, response.epoch, response.revision)
    takeOverIfAgreed()
  }

  /// Lets the channel tell instead of the file when both say the same, or have not for long.
  private func takeOverIfAgreed() {
    guard let candidate else { return }
    if hasToldState, candidate.state == values { return takeOverNow() }
    guard takeOver == nil else { return }
    takeOver = loop.after(Self.disagreement) { [weak self] in self?.takeOverNow() }
  }

  private func takeOverNow() {
    let settled = candidate
    dropCandidate()
    channelIsLive(.preferences)
    guard let settled else { return }
    tell(settled.state, revision: settled.revision)
    didFollow?(.daemon(epoch: settled.epoch, revision: settled.revision))
  }

  private func dropCandidate() {
    candidate = nil
    if let takeOver { loop.cancel(takeOver) }
    takeOver = nil
  }

  private func takeRecords(_ event: MonitorChannel<RecordsMonitor>.Event) {
    switch event {
    case .ended(let error): channelEnded(.records, error)
    case .response(let response):
      channelIsLive(.records)
      tell(RecordsChange(response))
    }
  }

  // MARK: The files

  /// Watches files for what no channel tells, unless only the daemon was wanted.
  private func goDirect(_ wanted: Interests) {
    guard options.route != .daemonOnly else { return }
    let added = wanted.subtracting(direct)
    direct.formUnion(added)
    if added.contains(.records) {
      files?.followRecords()
      tell(.everything)
    }
    if added.contains(.preferences) { files?.followPreferences(known: values) }
  }

  private func take(_ event: FollowedFiles.Event) {
    switch event {
    case .values(let values):
      tell(values, revision: nil)
      didFollow?(.file)
      takeOverIfAgreed()
      if wasRefused {
        // What the daemon could not understand may be mended.
        wasRefused = false
        connectAnew()
      }
    case .recordsChanged: tell(.everything)
    case .problem(let error):
      tell(error)
      // Somebody who shows something has to begin with something.
      if direct.contains(.preferences), !hasToldState { tell(SortedMembers(), revision: nil) }
    case .socketTouched: connectAnew()
    }
  }

  // MARK: Telling

  private func tell(_ state: SortedMembers, revision: Int?) {
    guard hasToldState else {
      hasToldState = true
      values = state
      return handler(
        .preferences(
          PreferencesUpdate(
            content: .complete, values: state, patch: Patch(state), revision: revision)))
    }
    tell(Patch(from: values, to: state), revision: revision)
  }

  private func tell(_ patch: Patch, revision: Int?) {
    let news = patch.filtered { (values[$0] ?? .null) != (patch.changes[$0] ?? .null) }
    guard !news.isEmpty else { return }
    problems = []
    _ = values.apply(news)
    handler(
      .preferences(
        PreferencesUpdate(content: .change, values: values, patch: news, revision: revision)))
  }

  private func tell(_ change: RecordsChange) {
    handler(.recordsChanged(change))
  }

  private func tell(_ problem: ClientError) {
    guard !problems.contains(problem) else { return }
    problems.append(problem)
    handler(.problem(problem))
  }
}
