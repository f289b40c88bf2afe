// What is known of one file that others write, and whether what was just seen of it can be believed.
//
// A look may not be the last word for three reasons, and all end by waiting:
// - It is damaged, truncated or gone, because an editor is in the middle of saving it. It is believed
//   when it has stayed as it is for `editingPause`.
// - It could not be read. It is tried again.
// - It was changed so recently that another change would leave its identity as it is. It is read once
//   more when the clock's tick is over.
// Nobody else keeps a doubt: a look tells whether it is settled, and if not, until when.

package import UnitsLinux

/// Whether what a look has found is the last word.
package enum Settlement: Equatable, Sendable {
  case settled
  case unsettled(until: MonotonicTime, Doubt)

  package enum Doubt: Equatable, Sendable {
    /// What was seen is served. Another change of the same moment would not show.
    case recent
    /// What was seen is damaged or gone, and what was good before stands.
    case damage
  }

  /// Both together: what is in doubt longer is told, damage before recency.
  func joined(with other: Settlement) -> Settlement {
    switch (self, other) {
    case (.settled, _): return other
    case (_, .settled): return self
    case (.unsettled(let one, let doubt), .unsettled(let two, let otherDoubt)):
      if doubt == otherDoubt { return .unsettled(until: min(one, two), doubt) }
      return doubt == .damage ? self : other
    }
  }

  /// The same where something is served in the meantime.
  var served: Settlement {
    guard case .unsettled(let until, .damage) = self else { return self }
    return .unsettled(until: until, .recent)
  }

  /// Until when it is open; nil where nothing is.
  package var until: MonotonicTime? {
    if case .unsettled(let until, _) = self { until } else { nil }
  }

  /// Whether a damaged or missing file is not believed yet.
  package var isDoubted: Bool {
    if case .unsettled(_, .damage) = self { true } else { false }
  }
}

/// One file as it was last seen. One thread owns a value.
struct ObservedFile {
  /// How long an editor may take between two steps of saving a file.
  static let editingPause: Duration = .milliseconds(100)
  /// Whoever changes a file again and again for longer than this is no editor.
  static let longestEditing: Duration = .seconds(1)
  /// How long after a file could not be read it is tried again, at first and at most.
  private static let retryPauses: (first: Duration, longest: Duration) = (.seconds(1), .seconds(16))
  /// After this time the clock that stamps files has ticked.
  private static let tick: Duration = .nanoseconds(FileIdentity.clockTick * 5 / 4)

  /// A file that was changed within the tick of the clock that stamps files.
  private struct Recent {
    let until: MonotonicTime
    /// What that clock showed after the file was read. A processor that was kept busy may stamp with
    /// this for longer than a tick.
    let stamps: Int64
  }

  /// A sight that is not believed yet.
  private struct Doubted {
    let identity: FileIdentity?
    /// When the file was last seen to be good, or nearly so.
    let beginning: MonotonicTime
    let until: MonotonicTime
  }

  let path: String
  /// The file that was last accepted or believed; nil if there was none.
  private(set) var identity: FileIdentity?
  /// Its bytes, where they were good.
  private(set) var content: [UInt8] = []
  /// While its identity does not tell whether it has changed.
  private var recent: Recent?
  /// What the clock that stamps files showed before the last look.
  private var stampsBeforeLook: Int64 = .min
  private var doubted: Doubted?
  /// When it is tried again, if the last look failed.
  private var retryTime: MonotonicTime?
  private var retryPause = Backoff(from: retryPauses.first, to: retryPauses.longest)

  init(path: String) {
    self.path = path
  }

  /// Looks at the file, and reads it unless its identity says that it is the same: then nil. Takes no
  /// lock: whoever writes through this project replaces the file, so what is read is one state or
  /// another.
  mutating func look(
    _ reading: Reading, on kernel: any Kernel
  ) throws(SystemError) -> GroupFile.Content? {
    stampsBeforeLook = kernel.stampClock()
    retryTime = nil
    if reading == .ifChanged, recent == nil, let identity,
      try kernel.identity(following: path) == identity
    {
      return nil
    }
    return try GroupFile.read(path, on: kernel)
  }

  enum Reading {
    case ifChanged
    case always
  }

  /// Takes what was seen as good.
  mutating func accept(_ content: [UInt8], _ seen: FileIdentity, on kernel: any Kernel) {
    if identity != seen {
      recent = seen.isTooYoung(now: stampsBeforeLook) ? recentNow(kernel) : nil
    } else if let known = recent, kernel.now() >= known.until {
      // Whatever comes after this look is stamped with another time than what came before the first.
      recent = known.stamps == stampsBeforeLook ? recentNow(kernel) : nil
    }
    identity = seen
    self.content = content
    doubted = nil
    retryPause.reset()
  }

  /// Takes what was written under the lock.
  mutating func replace(_ content: [UInt8], _ written: FileIdentity, on kernel: any Kernel) {
    identity = written
    self.content = content
    recent = recentNow(kernel)
    doubted = nil
  }

  private func recentNow(_ kernel: any Kernel) -> Recent {
    Recent(until: kernel.now() + Self.tick, stamps: kernel.stampClock())
  }

  /// Takes note that the file is the accepted one, as its identity says.
  mutating func confirm() { doubted = nil }

  /// Takes note that the file could not be looked at: no event may tell when it can be.
  mutating func retry(on kernel: any Kernel) {
    retryTime = kernel.now() + retryPause.next()
  }

  /// Whether a damaged file, or a missing one, can be believed by now; takes it then. A file that goes
  /// on changing is in an editor's hands, within bounds.
  mutating func believes(_ seen: FileIdentity?, on kernel: any Kernel) -> Bool {
    let now = kernel.now()
    if let doubted {
      // Nobody has looked for a while: what was doubted then is another matter.
      let isStale = now > doubted.until + Self.longestEditing
      if doubted.identity == seen, seen != nil || !isStale {
        guard now >= doubted.until else { return false }
        return take(seen)
      }
      if !isStale {
        let last = doubted.beginning + Self.longestEditing
        if now >= last { return take(seen) }
        self.doubted = Doubted(
          identity: seen, beginning: doubted.beginning, until: min(now + Self.editingPause, last))
        return false
      }
    }
    doubted = Doubted(identity: seen, beginning: now, until: now + Self.editingPause)
    return false
  }

  private mutating func take(_ seen: FileIdentity?) -> Bool {
    forget()
    identity = seen
    return true
  }

  /// Takes note that there is no file, where none was.
  mutating func forget() {
    identity = nil
    content = []
    recent = nil
    doubted = nil
    retryPause.reset()
  }

  var settlement: Settlement {
    if let retryTime { return .unsettled(until: retryTime, .recent) }
    if let doubted { return .unsettled(until: doubted.until, .damage) }
    if let recent { return .unsettled(until: recent.until, .recent) }
    return .settled
  }
}
