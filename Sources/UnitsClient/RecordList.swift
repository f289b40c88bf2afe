// Records in pages, through the daemon or directly.
//
// A list has a connection of its own, on which the daemon sends one page after the other as they are
// taken. Where the daemon is lost on the way, the list goes on directly behind the last record: a
// place in a list says nothing about where it is looked for.

internal import Units
internal import UnitsLinux
internal import UnitsProtocol
package import UnitsStore
internal import Varlink

/// A list of records on its way. One thread owns a value.
package final class RecordList {
  private enum Source {
    case notYetChosen
    case daemon(DaemonConnection, RecordsList)
    case store(any RecordsDatabase)
    case ended
  }

  private let client: GroupClient
  private let query: RecordQuery
  private var source = Source.notYetChosen
  private var left: Int
  private var place: RecordPlace

  init(_ query: RecordQuery, limit: Int, client: GroupClient) {
    self.client = client
    self.query = query
    left = limit
    place = RecordPlace(beforeAllOf: query)
  }

  private var options: ClientOptions { client.options }

  /// The next records, one at least; nil at the end. Waits until the options' timeout at most.
  package func next() throws(ClientError) -> [Record]? {
    while left > 0 {
      let records: [Record]
      switch source {
      case .notYetChosen:
        source = try choose()
        continue
      case .daemon(let connection, let request):
        let deadline = client.harmlessDeadline()
        do throws(ClientError) {
          records = try read(request, through: connection, deadline: deadline)
        } catch {
          source = try replacement(after: error, deadline)
          continue
        }
      case .store(let store):
        records = try read(from: store, deadline: client.deadline())
      case .ended:
        return nil
      }
      left -= records.count
      if let last = records.last {
        place = RecordPlace(behind: last)
        return records
      }
    }
    source = .ended
    return nil
  }

  // MARK: Through the daemon

  private func choose() throws(ClientError) -> Source {
    guard try client.asksDaemon() else { return .store(try store()) }
    let deadline = client.harmlessDeadline()
    do throws(ClientError) {
      let connection = try DaemonConnection(
        to: options.socket.path, receiveSize: DaemonConnection.largeReceiveSize,
        deadline: deadline, on: options.kernel)
      let request = RecordsList(
        group: options.group == .standard ? nil : options.group.text, type: query.type?.rawValue,
        since: query.since == .earliest ? nil : RFC3339.format(query.since),
        until: query.until == .latest ? nil : RFC3339.format(query.until),
        limit: left == .max ? nil : left,
        order: query.order == .oldestFirst ? .oldestFirst : .newestFirst)
      try connection.send(request, deadline: deadline)
      return .daemon(connection, request)
    } catch {
      return try replacement(after: error, deadline)
    }
  }

  /// What goes on where the daemon did not: a list changes nothing.
  private func replacement(
    after error: ClientError, _ deadline: MonotonicTime
  ) throws(ClientError) -> Source {
    client.noteSilence(until: deadline)
    guard options.route == .automatic else { throw error }
    switch error {
    case .notRunning, .outcomeUnknown, .timedOut: return .store(try store())
    default: throw error
    }
  }

  private func read(
    _ request: RecordsList, through connection: DaemonConnection, deadline: MonotonicTime
  ) throws(ClientError) -> [Record] {
    let (response, continuation) = try connection.streamedResponse(
      to: request, deadline: deadline)
    let records = response.records.compactMap(Record.init)
    guard records.count == response.records.count else {
      throw .malformedReply(
        parameter: RecordsList.Response.Field.records.rawValue, socket: options.socket.path)
    }
    if continuation == .final { source = .ended }
    return records
  }

  // MARK: Directly

  private func store() throws(ClientError) -> any RecordsDatabase {
    guard let records = options.openRecords() else { throw .noStore }
    return records
  }

  private func read(
    from store: any RecordsDatabase, deadline: MonotonicTime
  ) throws(ClientError) -> [Record] {
    do throws(RecordStoreError) {
      let page = try store.page(of: query, from: place, limit: left, deadline: deadline)
      if page.next == nil { source = .ended }
      return page.records
    } catch {
      throw .records(RecordsError(error, path: store.path))
    }
  }
}
