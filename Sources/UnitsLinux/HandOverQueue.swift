// Where threads meet that have an event loop.
//
// Everything that crosses threads is an immutable value pushed here; nothing else is shared. What is
// generic here is inlinable: compiled for one type it costs a tenth.

/// A queue that any thread may fill and one thread empties from its event loop.
///
/// The descriptor becomes readable when something is there that is worth waking up for; a burst of
/// pushes costs one wake-up.
@safe @usableFromInline package final class HandOverQueue<Element: Sendable>: Sendable {
  @usableFromInline struct State: Sendable {
    @usableFromInline var elements: [Element] = []
    /// Whether the descriptor is readable, or is about to be.
    @usableFromInline var isSignalled = false
    @inlinable init() {}

    /// Tells whether the descriptor has to be made readable.
    @inlinable mutating func announce() -> Bool {
      defer { isSignalled = true }
      return !isSignalled
    }

    @inlinable mutating func take() -> [Element] {
      defer { elements = [] }
      return elements
    }
  }

  @usableFromInline let state = Guarded(State())
  private let wake: FileDescriptor
  private let kernel: any Kernel

  package init(on kernel: any Kernel = .linux) throws(SystemError) {
    self.kernel = kernel
    wake = FileDescriptor(owning: try kernel.makeSignal(), by: kernel)
  }

  /// To be watched for readability by the thread that empties the queue.
  package var descriptor: CInt { wake.number }

  /// Adds a value; any thread.
  @inlinable package func push(_ element: Element) {
    let isDue = state.withLock { state in
      state.elements.append(element)
      return state.announce()
    }
    if isDue { signal() }
  }

  /// Adds values together, so that whoever empties the queue gets all or none of them; any thread.
  @inlinable package func push(contentsOf added: [Element]) {
    guard !added.isEmpty else { return }
    let isDue = state.withLock { state in
      state.elements.append(contentsOf: added)
      return state.announce()
    }
    if isDue { signal() }
  }

  /// Adds a value that need not be seen before the next: nobody is woken for it. Any thread.
  @inlinable package func pushUnannounced(_ element: Element) {
    state.withLock { state in state.elements.append(element) }
  }

  /// Takes everything, in the order of arrival; the one consuming thread.
  @inlinable package func drain() -> [Element] {
    // In this order: who pushes in between finds that the queue is signalled, and is taken below.
    acknowledge()
    return state.withLock { state in
      state.isSignalled = false
      return state.take()
    }
  }

  /// As ``drain()``, but leaves the descriptor as it is: for a look between two wake-ups.
  @inlinable package func take() -> [Element] {
    state.withLock { state in state.take() }
  }

  @usableFromInline func signal() { kernel.raise(wake.number) }

  @usableFromInline func acknowledge() { kernel.lower(wake.number) }
}
