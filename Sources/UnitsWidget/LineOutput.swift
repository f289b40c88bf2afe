// Lines for a bar that may be slow, stopped, or gone.
//
// - A line is made when it can be written, not before: what changed ten times while the bar was
//   busy is one line, the last.
// - Some bars show only the first of two lines that arrive in one read. So a line waits until the
//   one before it was read, within reason, and for a moment where that cannot be told.
// - A reader that does not read never holds up the loop, so signals and the bar's end are heard.

internal import UnitsLinux

/// Writes lines to standard output whenever there is something new and room for it.
final class LineOutput {
  /// The least time between two lines: less than people notice, more than a bar needs for a read.
  private static let gap: Duration = .milliseconds(30)
  /// How long a line waits for the one before it to be read, in doubling pauses from 20 ms: 5 s.
  private static let patience = 8

  enum End {
    /// Nobody reads any more.
    case closed
    case failed(SystemError)
  }

  private let loop: EventLoop
  private let line: () -> String?
  private let ended: (End) -> Void
  private var isWanted = false
  private var isWaitingForRoom = false
  private var isWatched = false
  private var timer: EventLoop.TimerID?
  private var tries = 0
  private var lastWrite: MonotonicTime?
  /// What of the last line was not taken yet.
  private var rest: ArraySlice<UInt8> = []

  /// `line` makes what is to be shown now, or nil if that was shown last.
  init(loop: EventLoop, line: @escaping () -> String?, ended: @escaping (End) -> Void) {
    self.loop = loop
    self.line = line
    self.ended = ended
    do throws(SystemError) {
      // No events are asked for: failure and hang-up come unasked.
      try loop.watch(StandardStream.output.rawValue, for: []) { [weak self] readiness in
        self?.take(readiness)
      }
      isWatched = true
    } catch {
      // An ordinary file cannot be watched: it always has room and always a reader.
    }
  }

  /// There may be something new to show. It is written before the loop sleeps, or when it can be.
  func invalidate() { isWanted = true }

  /// Writes what is wanted, if this is the time for it. To be called before the loop sleeps.
  func settle() {
    guard isWanted || !rest.isEmpty, timer == nil, !isWaitingForRoom else { return }
    guard rest.isEmpty else { return flush() }
    if let lastWrite {
      let due = lastWrite + Self.gap
      if !due.isPast { return wait(.milliseconds(Int(due.millisecondsFromNow()))) }
    }
    if tries < Self.patience, StandardStream.output.unreadByteCount > 0 {
      tries += 1
      return wait(.milliseconds(10 << tries))
    }
    guard StandardStream.output.hasRoom else { return waitForRoom() }
    tries = 0
    isWanted = false
    guard let text = line() else { return }
    lastWrite = .now()
    rest = Array(text.utf8)[...]
    flush()
  }

  private func flush() {
    while !rest.isEmpty {
      switch StandardStream.output.writeWithoutWaiting(rest) {
      case .bytes(let count): rest = rest.dropFirst(count)
      case .wouldBlock: return waitForRoom()
      case .closed: return ended(.closed)
      case .failed(let error): return ended(.failed(error))
      }
    }
  }

  private func wait(_ delay: Duration) {
    timer = loop.after(delay) { [weak self] in
      // The loop settles at the end of this turn.
      self?.timer = nil
    }
  }

  private func waitForRoom() {
    guard isWatched else { return wait(Self.gap) }
    isWaitingForRoom = true
    watch(for: .writable)
  }

  private func take(_ readiness: EventLoop.Readiness) {
    if !readiness.isDisjoint(with: [.failed, .hungUp]) { return ended(.closed) }
    guard isWaitingForRoom, readiness.contains(.writable) else { return }
    isWaitingForRoom = false
    watch(for: [])
  }

  private func watch(for interest: EventLoop.Interest) {
    do throws(SystemError) {
      try loop.change(StandardStream.output.rawValue, to: interest)
    } catch {
      ended(.failed(error))
    }
  }
}
