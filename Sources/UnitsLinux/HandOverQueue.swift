// Where threads meet that have an event loop.
//
// Everything that crosses threads is an immutable value pushed here; nothing else is shared. What is
// generic here is inlinable: compiled for one type it costs a tenth.

internal import CUnitsLinux
internal import Glibc

/// A queue that any thread may fill and one thread empties from its event loop.
///
/// The descriptor becomes readable when the queue stops being empty; a burst of pushes costs one
/// wake-up.
@safe package final class HandOverQueue<Element: Sendable>: Sendable {
  @usableFromInline let elements = Guarded<[Element]>([])
  private let wake: FileDescriptor

  package init() throws(SystemError) {
    wake = FileDescriptor(
      owning: try systemCall("eventfd") {
        eventfd(0, CInt(EFD_CLOEXEC) | CInt(EFD_NONBLOCK))
      })
  }

  /// To be watched for readability by the thread that empties the queue.
  package var descriptor: CInt { wake.number }

  /// Adds a value; any thread.
  @inlinable package func push(_ element: Element) {
    let wasEmpty = elements.withLock { elements in
      elements.append(element)
      return elements.count == 1
    }
    if wasEmpty { signal() }
  }

  /// Adds values together, so that whoever empties the queue gets all or none of them; any thread.
  @inlinable package func push(contentsOf added: [Element]) {
    guard !added.isEmpty else { return }
    let wasEmpty = elements.withLock { elements in
      elements.append(contentsOf: added)
      return elements.count == added.count
    }
    if wasEmpty { signal() }
  }

  /// Takes everything, in the order of arrival; the one consuming thread.
  @inlinable package func drain() -> [Element] {
    acknowledge()
    return take()
  }

  /// As ``drain()``, but leaves the descriptor as it is: for a look between two wake-ups.
  @inlinable package func take() -> [Element] {
    elements.withLock { elements in
      let taken = elements
      elements = []
      return taken
    }
  }

  @usableFromInline func signal() { eventfd_write(wake.number, 1) }

  @usableFromInline func acknowledge() {
    var count: eventfd_t = 0
    unsafe eventfd_read(wake.number, &count)
  }
}
