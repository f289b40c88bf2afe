internal import UnitsClient
internal import UnitsConcurrency
internal import UnitsLinux
internal import UnitsStore

/// Stored measurements one after the other: ``GroupDefaults/allRecords(of:in:)``.
public struct MeasurementRecords: AsyncSequence, Sendable {
  /// What is read.
  public typealias Element = MeasurementRecord
  /// Why reading came to an end before the last one.
  public typealias Failure = AppGroupError

  private let core: GroupCore
  private let query: RecordQuery

  init(core: GroupCore, query: RecordQuery) {
    self.core = core
    self.query = query
  }

  /// Begins with the latest.
  public func makeAsyncIterator() -> Iterator {
    Iterator(list: Guarded(GroupClient(options: core.options).listRecords(query)))
  }

  /// The records, read a page at a time.
  public struct Iterator: AsyncIteratorProtocol {
    private let list: Guarded<RecordList>
    /// What was read and not given out, the next one last.
    private var page: [MeasurementRecord] = []
    private var isAtEnd = false

    fileprivate init(list: Guarded<RecordList>) {
      self.list = list
    }

    /// The next record; nil at the end.
    public mutating func next() async throws(AppGroupError) -> MeasurementRecord? {
      try await next(isolation: #isolation)
    }

    /// As ``next()``, on the caller's actor.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(AppGroupError) -> MeasurementRecord? {
      while page.isEmpty, !isAtEnd {
        let read: Result<[MeasurementRecord]?, AppGroupError> = await GroupCore.crew.run {
          [list] in
          list.withLock { list in
            do throws(ClientError) {
              return .success(try list.next()?.map(MeasurementRecord.init))
            } catch {
              return .failure(AppGroupError(error))
            }
          }
        }
        let records = try read.get()
        isAtEnd = records == nil
        page = records?.reversed() ?? []
      }
      return page.popLast()
    }
  }
}
