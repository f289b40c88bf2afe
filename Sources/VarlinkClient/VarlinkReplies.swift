internal import UnitsJSON
internal import UnitsLinux
internal import Varlink

/// The replies to one call: ``VarlinkClient/more(_:_:as:)``.
public struct VarlinkReplies<Element>: AsyncSequence, Sendable {
  /// Why there are no further replies, though the last one has not come.
  public typealias Failure = VarlinkClientError

  let read: @Sendable (JSONObject) throws(VarlinkClientError) -> Element
  let begin: @Sendable () async throws(VarlinkClientError) -> Connection

  /// Makes the call when the first reply is asked for.
  public func makeAsyncIterator() -> Iterator { Iterator(read: read, begin: begin) }

  /// The replies one after the other.
  public struct Iterator: AsyncIteratorProtocol {
    private enum State {
      case notBegun
      case under(Connection)
      case ended
    }

    fileprivate let read: @Sendable (JSONObject) throws(VarlinkClientError) -> Element
    fileprivate let begin: @Sendable () async throws(VarlinkClientError) -> Connection
    private var state = State.notBegun

    fileprivate init(
      read: @escaping @Sendable (JSONObject) throws(VarlinkClientError) -> Element,
      begin: @escaping @Sendable () async throws(VarlinkClientError) -> Connection
    ) {
      self.read = read
      self.begin = begin
    }

    /// The next reply; nil after the last one, and when the task is cancelled.
    public mutating func next() async throws(VarlinkClientError) -> Element? {
      try await next(isolation: #isolation)
    }

    /// As ``next()``, on the caller's actor.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(VarlinkClientError) -> Element? {
      do throws(VarlinkClientError) {
        let connection: Connection
        switch state {
        case .ended: return nil
        case .under(let begun): connection = begun
        case .notBegun:
          connection = try await begin()
          state = .under(connection)
        }
        let reply = try await connection.whileCancellable { connection in
          Result { () throws(VarlinkClientError) in try connection.reply(.never) }
        }
        if reply.continuation == .final { state = .ended }
        return try read(try VarlinkClientError.parameters(of: reply))
      } catch {
        state = .ended
        if Task.isCancelled { return nil }
        throw error
      }
    }
  }
}
