// Many records, through the daemon or directly.
//
// A batch is sent before the one ahead of it is acknowledged, so that the daemon writes while the
// next is made. A record whose id is there already is left alone: a batch whose reply was lost may be
// written again, and an import that broke off is finished by another from the beginning.

internal import UnitsLinux
internal import UnitsProtocol
package import UnitsStore

/// An import under way. One thread owns a value.
package final class RecordImport {
  /// The records of a batch. The daemon takes in one in two milliseconds, in which others wait.
  package static let batchSize = 500

  /// A call with more text than this is split: the daemon refuses one of twice the size. In bytes.
  private static let textLimit = 1 << 20

  /// How many batches may be under way.
  private static let window = 2

  private enum Destination {
    case notYetChosen
    case daemon(DaemonConnection)
    case store(any RecordsDatabase)
  }

  private let client: GroupClient
  private var destination = Destination.notYetChosen
  /// Sent and not yet acknowledged.
  private var underWay: [[Record]] = []
  /// How many records are durable.
  package private(set) var count = 0
  /// How many of them were not there before.
  package private(set) var addedCount = 0

  init(client: GroupClient) {
    self.client = client
  }

  private var options: ClientOptions { client.options }

  /// Takes in a batch, of ``batchSize`` at most. Waits until the options' timeout at most.
  package func add(_ records: [Record]) throws(ClientError) {
    for part in Self.parts(of: records) { try addPart(part) }
  }

  private func addPart(_ records: [Record]) throws(ClientError) {
    if case .notYetChosen = destination { destination = try choose() }
    underWay.append(records)
    do throws(ClientError) {
      guard case .daemon(let connection) = destination else { return try settle() }
      try connection.send(request(records), deadline: client.harmlessDeadline())
      if underWay.count >= Self.window { try takeResponse(of: connection) }
    } catch {
      try fallBack(after: error)
    }
  }

  /// Waits until everything is durable.
  package func finish() throws(ClientError) {
    do throws(ClientError) {
      while !underWay.isEmpty {
        guard case .daemon(let connection) = destination else { return try settle() }
        try takeResponse(of: connection)
      }
    } catch {
      try fallBack(after: error)
    }
  }

  /// Mostly all of them; fewer of records with long notes.
  private static func parts(of records: [Record]) -> [[Record]] {
    var parts: [[Record]] = [[]]
    var size = 0
    for record in records {
      // Names and numbers, and texts of which every letter may need two bytes.
      let own = 256 + 2 * ((record.note?.utf8.count ?? 0) + (record.source?.utf8.count ?? 0))
      if size + own > textLimit {
        parts.append([])
        size = 0
      }
      parts[parts.count - 1].append(record)
      size += own
    }
    return parts
  }

  // MARK: Through the daemon

  private func choose() throws(ClientError) -> Destination {
    guard try client.asksDaemon() else { return .store(try store()) }
    do throws(ClientError) {
      return .daemon(
        try DaemonConnection(to: options.socket.path, deadline: client.harmlessDeadline()))
    } catch {
      guard options.route == .automatic else { throw error }
      switch error {
      case .notRunning, .timedOut: return .store(try store())
      default: throw error
      }
    }
  }

  private func request(_ records: [Record]) -> RecordsImport {
    RecordsImport(
      group: options.group == .standard ? nil : options.group.text,
      records: records.map(WireRecord.init))
  }

  private func takeResponse(of connection: DaemonConnection) throws(ClientError) {
    let deadline = client.harmlessDeadline()
    do throws(ClientError) {
      let response = try connection.response(to: RecordsImport(records: []), deadline: deadline)
      settled(adding: response.added)
    } catch {
      client.noteSilence(until: deadline)
      throw error
    }
  }

  /// Writes directly what the daemon may not have written.
  private func fallBack(after error: ClientError) throws(ClientError) {
    guard options.route == .automatic, case .daemon = destination else { throw error }
    switch error {
    case .notRunning, .outcomeUnknown, .timedOut: break
    default: throw error
    }
    destination = .store(try store())
    try settle()
  }

  // MARK: Directly

  private func store() throws(ClientError) -> any RecordsDatabase {
    guard let records = options.openRecords() else { throw .noStore }
    return records
  }

  private func settle() throws(ClientError) {
    guard case .store(let store) = destination else { return }
    while let records = underWay.first {
      do throws(RecordStoreError) {
        let receipt = try store.merge(records, deadline: client.deadline())
        if receipt.change != nil { store.tellThoseWhoWatch() }
        settled(adding: receipt.addedCount)
      } catch {
        throw .records(RecordsError(error, path: store.path))
      }
    }
  }

  private func settled(adding added: Int) {
    count += underWay.removeFirst().count
    addedCount += added
  }
}
