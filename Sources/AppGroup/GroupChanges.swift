/// What is there now, and then each change of it; the latest wins for a slow consumer.
///
/// Every iterator watches on its own, from its first element to its end: a task that is cancelled, or
/// an iterator that goes.
public struct GroupChanges<Element: Sendable>: AsyncSequence, Sendable {
  /// Nothing is thrown: a group that cannot be reached goes on with what is known.
  public typealias Failure = Never

  private let watch: @Sendable (@escaping @Sendable (Element) -> Void) -> GroupObservation

  init(watch: @escaping @Sendable (@escaping @Sendable (Element) -> Void) -> GroupObservation) {
    self.watch = watch
  }

  /// Begins to watch.
  public func makeAsyncIterator() -> Iterator {
    let stream = AsyncStream(Element.self, bufferingPolicy: .bufferingNewest(1)) { continuation in
      let observation = watch { continuation.yield($0) }
      continuation.onTermination = { _ in observation.cancel() }
    }
    return Iterator(base: stream.makeAsyncIterator())
  }

  /// The values one after the other.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate var base: AsyncStream<Element>.Iterator

    /// The next value that was not told yet; nil when the task is cancelled.
    public mutating func next() async -> Element? {
      await base.next(isolation: #isolation)
    }

    /// As ``next()``, on the caller's actor.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
      await base.next(isolation: actor)
    }
  }
}
