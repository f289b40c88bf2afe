// The records of a group, and the daemon's state.

internal import Units
internal import UnitsLinux
package import UnitsProtocol
package import UnitsStore

extension GroupClient {
  /// Adds records in one durable commit, all or none, and returns what is stored, in their order.
  package func addRecords(_ records: [NewRecord]) throws(ClientError) -> [Record] {
    let deadline = deadline()
    return try perform(.never, deadline: deadline) {
      (connection, deadline) throws(ClientError) in
      let request = RecordsAdd(group: wireGroup, records: records.map(WireNewRecord.init))
      let response = try connection.call(request, deadline: deadline)
      let parameter = RecordsAdd.Response.Field.records.rawValue
      let stored = try read(response.records, parameter)
      guard stored.count == records.count else {
        throw .malformedReply(parameter: parameter, socket: options.socket.path)
      }
      return stored
    } directly: { (store) throws(ClientError) in
      try store.add(records, deadline: deadline)
    }
  }

  /// Removes the records of these ids in one durable commit, all or none, and returns those that
  /// were there.
  package func removeRecords(_ ids: [RecordID]) throws(ClientError) -> [Record] {
    let deadline = deadline()
    return try perform(.never, deadline: deadline) {
      (connection, deadline) throws(ClientError) in
      let request = RecordsRemove(group: wireGroup, ids: ids.map(\.description))
      let response = try connection.call(request, deadline: deadline)
      return try read(response.records, RecordsRemove.Response.Field.records.rawValue)
    } directly: { (store) throws(ClientError) in
      try store.remove(ids, deadline: deadline)
    }
  }

  /// The records of a query, a page at a time. Nothing is asked for before the first page is.
  package func listRecords(_ query: RecordQuery, limit: Int = .max) -> RecordList {
    RecordList(query, limit: limit, client: self)
  }

  /// Something that takes in many records, a batch at a time. Nothing is done before the first one.
  package func importRecords() -> RecordImport { RecordImport(client: self) }

  /// Sums up records.
  package func summary(_ span: RecordSpan) throws(ClientError) -> RecordSummary {
    let deadline = deadline()
    return try perform(.harmless, deadline: deadline) {
      (connection, deadline) throws(ClientError) in
      let response = try connection.call(summaryRequest(span), deadline: deadline)
      return try read(response)
    } directly: { (store) throws(ClientError) in
      try store.summary(span, deadline: deadline)
    }
  }

  /// Sums up several spans, asked for ahead of their answers.
  package func summaries(_ spans: [RecordSpan]) throws(ClientError) -> [RecordSummary] {
    let deadline = deadline()
    return try perform(.harmless, deadline: deadline) {
      (connection, deadline) throws(ClientError) in
      let requests = spans.map(summaryRequest)
      var summaries: [RecordSummary] = []
      for (index, request) in requests.enumerated() {
        if index == 0 {
          for request in requests.prefix(Self.summariesAhead) {
            try connection.send(request, deadline: deadline)
          }
        } else if index + Self.summariesAhead <= requests.count {
          try connection.send(requests[index + Self.summariesAhead - 1], deadline: deadline)
        }
        let response = try connection.response(to: request, deadline: deadline)
        summaries.append(try read(response))
      }
      return summaries
    } directly: { (store) throws(ClientError) in
      var summaries: [RecordSummary] = []
      for span in spans { summaries.append(try store.summary(span, deadline: deadline)) }
      return summaries
    }
  }

  /// So many calls fit into a socket's buffers in both directions: neither end waits for the other.
  private static let summariesAhead = 32

  /// What a status line shows, in one round trip: the values of these keys, which are given to
  /// `take` even where the summary cannot be had, and a summary.
  package func glance(
    _ keys: [String], _ span: RecordSpan, values take: (SortedMembers) -> Void
  ) throws(ClientError) -> RecordSummary {
    let deadline = deadline()
    return try perform(.harmless, deadline: deadline) {
      (connection, deadline) throws(ClientError) in
      let response = try connection.call(
        PreferencesGet(group: wireGroup, keys: keys), summaryRequest(span), deadline: deadline
      ) { take(SortedMembers(wire: $0.values)) }
      return try read(response)
    } directly: { (store) throws(ClientError) in
      let all = try store.read()
      take(all.restricted(to: keys))
      return try store.summary(span, deadline: deadline)
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

  private func read(
    _ wire: [WireRecord], _ parameter: String
  ) throws(ClientError) -> [Record] {
    let records = wire.compactMap(Record.init)
    guard records.count == wire.count else {
      throw .malformedReply(parameter: parameter, socket: options.socket.path)
    }
    return records
  }

  private func read(
    _ response: RecordsSummary.Response
  ) throws(ClientError) -> RecordSummary {
    guard let summary = RecordSummary(response) else {
      throw .malformedReply(
        parameter: RecordsSummary.Response.Field.last.rawValue, socket: options.socket.path)
    }
    return summary
  }
}
