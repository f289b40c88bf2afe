// The one place where threads meet.
//
// Everything that crosses threads is an immutable value pushed here; nothing else is shared. The
// lock is a pthread mutex because the Thread Sanitizer does not see through the futexes of
// `Synchronization.Mutex` and reports races that are none.

internal import CUnitsLinux
internal import Glibc

/// A queue that any thread may fill and one thread empties from its event loop.
///
/// The descriptor becomes readable when the queue stops being empty; a burst of pushes costs one
/// wake-up.
@safe package final class HandOverQueue<Element: Sendable>: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private var elements: [Element] = []
  private let wake: FileDescriptor

  package init() throws(SystemError) {
    wake = FileDescriptor(
      owning: try systemCall("eventfd") {
        eventfd(0, CInt(EFD_CLOEXEC) | CInt(EFD_NONBLOCK))
      })
    unsafe mutex = .allocate(capacity: 1)
    unsafe pthread_mutex_init(mutex, nil)
  }

  deinit {
    unsafe pthread_mutex_destroy(mutex)
    unsafe mutex.deallocate()
  }

  /// To be watched for readability by the thread that empties the queue.
  package var descriptor: CInt { wake.number }

  /// Adds a value; any thread.
  package func push(_ element: Element) {
    unsafe pthread_mutex_lock(mutex)
    let wasEmpty = elements.isEmpty
    elements.append(element)
    unsafe pthread_mutex_unlock(mutex)
    if wasEmpty { eventfd_write(wake.number, 1) }
  }

  /// Takes everything, in the order of arrival; the one consuming thread.
  package func drain() -> [Element] {
    var count: eventfd_t = 0
    unsafe eventfd_read(wake.number, &count)
    return take()
  }

  /// As ``drain()``, but leaves the descriptor as it is: for a look between two wake-ups.
  package func take() -> [Element] {
    unsafe pthread_mutex_lock(mutex)
    let taken = elements
    elements = []
    unsafe pthread_mutex_unlock(mutex)
    return taken
  }
}
