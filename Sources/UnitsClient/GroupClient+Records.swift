// The records of a group, and the daemon's state.

internal import Units
internal import UnitsLinux
package import UnitsProtocol
package import UnitsStore

extension GroupClient {
  /// What a status line shows: preferences and a summary, asked for at once.
  package struct Glance: Sendable {
    package let values: Result<SortedMembers, ClientError>
    package let summary: Result<RecordSummary, ClientError>
  }

  /// Adds records in one durable commit, all or none, and returns what is stored, in their order.
  package func addRecords(_ records: [NewRecord]) throws(ClientError) -> [Record] {
    let deadline = deadline()
    return try perform(.never, deadline: deadline) {
      (connection, deadline) throws(ClientError) in
      let request = RecordsAdd(group: wireGroup, records: records.map(WireNewRecord.init))
      let response = try connection.call(request, deadline: deadline)
      let stored = response.records.compactMap(Record.init)
      guard stored.count == records.count else {
        throw .malformedReply(
          parameter: RecordsAdd.Response.Field.records.rawValue, socket: options.socket.path)
      }
      return stored
    } directly: { (store) throws(ClientError) in
      try store.add(records, deadline: deadline)
    }
  }

  /// Sums up records.
  package func summary(_ span: RecordSpan) throws(ClientError) -> RecordSummary {
    let deadline = deadline()
    return try perform(.harmless, deadline: deadline) {
      (connection, deadline) throws(ClientError) in
      let response = try connection.call(summaryRequest(span), deadline: deadline)
      return try read(response).get()
    } directly: { (store) throws(ClientError) in
      try store.summary(span, deadline: deadline)
    }
  }

  /// The values of these keys and a summary, in one round trip.
  package func glance(
    _ keys: [String], _ span: RecordSpan
  ) throws(ClientError) -> Glance {
    let deadline = deadline()
    return try perform(.harmless, deadline: deadline) {
      (connection, deadline) throws(ClientError) in
      let (values, summary) = try connection.call(
        PreferencesGet(group: wireGroup, keys: keys), summaryRequest(span), deadline: deadline)
      return Glance(
        values: values.map { SortedMembers($0.values) }, summary: summary.flatMap { read($0) })
    } directly: { (store) throws(ClientError) in
      let all = Result { () throws(ClientError) in try store.read() }
      let summary = Result { () throws(ClientError) in
        try store.summary(span, deadline: deadline)
      }
      let values = all.map { all in
        SortedMembers(ascending: all.members.filter { keys.contains($0.key) })
      }
      return Glance(values: values, summary: summary)
    }
  }

  /// The daemon's own account of itself. Throws ``ClientError/notRunning(_:)`` if there is none.
  package func status() throws(ClientError) -> DaemonGetStatus.Response {
    try performByDaemon { (connection, deadline) throws(ClientError) in
      try connection.call(DaemonGetStatus(), deadline: deadline)
    }
  }

  private func summaryRequest(_ span: RecordSpan) -> RecordsSummary {
    RecordsSummary(
      group: wireGroup, type: span.type.rawValue, since: RFC3339.format(span.since),
      until: RFC3339.format(span.until))
  }

  private func read(_ response: RecordsSummary.Response) -> Result<RecordSummary, ClientError> {
    guard let summary = RecordSummary(response) else {
      return .failure(
        .malformedReply(
          parameter: RecordsSummary.Response.Field.last.rawValue, socket: options.socket.path))
    }
    return .success(summary)
  }
}
