// Signs of life for the service manager.
//
// The manager kills a service that it has not heard of for a while. To be of use the sign must mean
// that all of the daemon moves: so the loop asks both storage threads, and only when each has
// answered, or has brought anything else since, is the sign given. Waiting for another process's
// lock is moving: the preferences thread tries locks on a timer, and the records thread waits within
// a deadline that is much shorter than the manager's patience.

internal import UnitsLinux

/// Whose answers are awaited before the next sign of life.
struct Watchdog {
  /// How often threads are asked within the time in which the manager wants to hear something: an
  /// answer may take the rest of it.
  private static let questionsPerInterval = 3

  /// How long after an answer the next question comes.
  let pause: Duration
  private var awaited: Set<StorageThread> = []

  init(interval: Duration) {
    pause = interval / Self.questionsPerInterval
  }

  mutating func ask() {
    awaited = [.preferences, .records]
  }

  /// Takes note that a thread moves; tells whether it was the last that was awaited.
  mutating func hear(of thread: StorageThread) -> Bool {
    awaited.remove(thread) != nil && awaited.isEmpty
  }
}

extension Daemon {
  /// Begins to feed the watchdog, if the manager has one.
  func startWatchdog() {
    guard let interval = configuration.serviceManager.watchdog else { return }
    watchdog = Watchdog(interval: interval)
    askForLife()
  }

  private func askForLife() {
    guard isServing else { return }
    watchdog?.ask()
    groups.ask(.showLife)
    records.push(.showLife)
  }

  /// A storage thread has brought something.
  func sawLife(of thread: StorageThread) {
    guard watchdog?.hear(of: thread) == true, let pause = watchdog?.pause else { return }
    tellManager("WATCHDOG=1")
    loop.after(pause) { [unowned self] in askForLife() }
  }

  /// How long after the manager's queue was found full it is tried again.
  private static let managerPause: Duration = .milliseconds(50)

  /// Tells the manager what it has to know, again and again while its queue is full.
  func tellManager(_ state: String) {
    guard configuration.serviceManager.notify(state) == .wouldBlock, isServing else { return }
    loop.after(Self.managerPause) { [unowned self] in tellManager(state) }
  }
}
