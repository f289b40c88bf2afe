// The one lock of the project.
//
// A pthread mutex, because the Thread Sanitizer does not see through the futexes of
// `Synchronization.Mutex` and reports races that are none. Everything that threads share is a value
// in one of these. Three of its fields the compiler cannot check, and each says why it may be shared.

internal import CUnitsLinux
internal import Glibc

/// A value that one thread at a time may use, and that others can wait for.
///
/// The lock is not recursive, and what is done under it is short: it never waits for a disk or for
/// another lock, unless the value is there to be used by one thread for long.
///
/// Usable from inlined code, or the compiler would call ``withLock(_:)`` as generic code from other
/// modules.
@safe @usableFromInline package final class Guarded<Value>: Sendable {
  /// Used under the mutex alone, which makes each access exclusive; the runtime need not check it once
  /// more.
  @exclusivity(unchecked) @usableFromInline nonisolated(unsafe) var value: Value
  /// Allocated once, and made for many threads, as is the next.
  private nonisolated(unsafe) let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private nonisolated(unsafe) let condition: UnsafeMutablePointer<pthread_cond_t>

  /// Takes the value over; nobody else may keep a way to it.
  package init(_ value: sending Value) {
    unsafe self.value = value
    unsafe mutex = .allocate(capacity: 1)
    unsafe pthread_mutex_init(mutex, nil)
    unsafe condition = .allocate(capacity: 1)
    var attributes = pthread_condattr_t()
    unsafe pthread_condattr_init(&attributes)
    unsafe pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    unsafe pthread_cond_init(condition, &attributes)
    unsafe pthread_condattr_destroy(&attributes)
  }

  deinit {
    unsafe pthread_cond_destroy(condition)
    unsafe condition.deallocate()
    unsafe pthread_mutex_destroy(mutex)
    unsafe mutex.deallocate()
  }

  /// Uses the value alone. pthread_mutex_lock(3)
  @inlinable package func withLock<Result, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    lock()
    defer { unlock() }
    return try unsafe body(&value)
  }

  @usableFromInline func lock() { unsafe pthread_mutex_lock(mutex) }

  @usableFromInline func unlock() { unsafe pthread_mutex_unlock(mutex) }

  /// Has those who wait look at the value again. pthread_cond_broadcast(3)
  package func wakeAll() {
    unsafe pthread_cond_broadcast(condition)
  }

  /// Waits until `body` finds what it looks for, or until the deadline, and then returns nil. `body`
  /// is called under the lock, at once and after each ``wakeAll()``. pthread_cond_timedwait(3)
  package func wait<Result>(
    until deadline: MonotonicTime, for body: (inout sending Value) -> sending Result?
  ) -> sending Result? {
    var limit = timespec()
    limit.tv_sec = Int(deadline.nanoseconds / 1_000_000_000)
    limit.tv_nsec = Int(deadline.nanoseconds % 1_000_000_000)
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    while true {
      if let found = unsafe body(&value) { return found }
      guard unsafe pthread_cond_timedwait(condition, mutex, &limit) == 0 else {
        return unsafe body(&value)
      }
    }
  }
}
