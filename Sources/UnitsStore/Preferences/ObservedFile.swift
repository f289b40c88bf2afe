// What is known of one file that others write, and whether what was just seen of it can be believed.
//
// A file can mislead in two ways, and both end by waiting:
// - It is damaged, truncated or gone, because an editor is in the middle of saving it. It is believed
//   when it has stayed as it is for `editingPause`.
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
    if case .unsettled(let until, .damage) = self {
      .unsettled(until: until, .recent)
    } else {
      self
    }
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
  /// After this time the clock that stamps files has ticked.
  private static let tick: Duration = .nanoseconds(FileIdentity.clockTick * 5 / 4)

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
  /// Until when its identity does not tell whether it has changed.
  private var recentUntil: MonotonicTime?
  private var doubted: Doubted?

  init(path: String) {
    self.path = path
  }

  /// Looks at the file, and reads it unless its identity says that it is the same: then nil. Takes no
  /// lock: whoever writes through this project replaces the file, so what is read is one state or
  /// another.
  func look(
    _ reading: Reading, on kernel: any Kernel
  ) throws(SystemError) -> GroupFile.Content? {
    if reading == .ifChanged, recentUntil == nil, let identity,
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
    let now = kernel.now()
    if identity != seen {
      recentUntil = seen.isTooYoung(now: kernel.wallClock()) ? now + Self.tick : nil
    } else if let recent = recentUntil, now >= recent {
      recentUntil = nil
    }
    identity = seen
    self.content = content
    doubted = nil
  }

  /// Takes what was written under the lock.
  mutating func replace(_ content: [UInt8], _ written: FileIdentity, on kernel: any Kernel) {
    identity = written
    self.content = content
    recentUntil = kernel.now() + Self.tick
    doubted = nil
  }

  /// Takes note that the file is the accepted one, as its identity says.
  mutating func confirm() { doubted = nil }

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
    recentUntil = nil
    doubted = nil
  }

  var settlement: Settlement {
    if let doubted { return .unsettled(until: doubted.until, .damage) }
    if let recentUntil { return .unsettled(until: recentUntil, .recent) }
    return .settled
  }
}
