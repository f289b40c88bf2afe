// Waiting for a disk or a socket on behalf of tasks.
//
// Swift's pool has a thread a core, and a thread of it that waits is one that runs nothing. What
// waits is done by threads of a crew instead: they are made when there is work and none is idle, and
// end when there was none for a while.

internal import UnitsLinux

/// Threads that do what waits, for tasks that must not.
package final class WorkerCrew: Sendable {
  private struct State: Sendable {
    var jobs: [@Sendable () -> Void] = []
    var idleThreads = 0
    var threads = 0
  }

  /// How long a thread without work is kept: longer than the pauses of a program that is at work.
  private static let patience: Duration = .seconds(2)

  private let name: String
  private let limit: Int
  private let state = Guarded(State())

  /// A crew of at most `limit` threads with that name (15 bytes at most).
  package init(name: String, limit: Int) {
    self.name = name
    self.limit = limit
  }

  /// Does something that waits, and suspends the task meanwhile.
  package func run<Result: Sendable>(
    _ body: @escaping @Sendable () -> Result
  ) async -> Result {
    await withCheckedContinuation { continuation in
      submit { continuation.resume(returning: body()) }
    }
  }

  private func submit(_ job: @escaping @Sendable () -> Void) {
    let isShort = state.withLock { state in
      state.jobs.append(job)
      guard state.jobs.count > state.idleThreads, state.threads < limit else { return false }
      state.threads += 1
      return true
    }
    state.wakeAll()
    guard isShort else { return }
    do throws(SystemError) {
      try WorkerThread(name: name) { [self] in work() }.detach()
    } catch {
      // No thread to be had: the others do it, or else this one, which then waits.
      let own = state.withLock { state in
        state.threads -= 1
        return state.threads == 0 ? state.jobs.popLast() : nil
      }
      own?()
    }
  }

  private func work() {
    while true {
      state.withLock { $0.idleThreads += 1 }
      let job = state.wait(until: .now() + Self.patience) { state in
        state.jobs.isEmpty ? nil : state.jobs.removeFirst()
      }
      let next: (@Sendable () -> Void)? = state.withLock { state in
        state.idleThreads -= 1
        if let job { return job }
        // What came between the two locks is not left lying.
        if !state.jobs.isEmpty { return state.jobs.removeFirst() }
        state.threads -= 1
        return nil
      }
      guard let next else { return }
      next()
    }
  }
}
