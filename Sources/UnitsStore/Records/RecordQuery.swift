// Which records a list has, and where in it one is.

package import Units

/// The records of a list: of one type or of all, in a span of time, in an order.
package struct RecordQuery: Sendable, Hashable {
  package enum Order: Sendable, Hashable {
    /// By time, of one moment by id, the latest first: as people look at them.
    case newestFirst
    /// The same the other way round: what is added later mostly comes at the end.
    case oldestFirst
  }

  /// Nil for every type.
  package var type: MeasurementType?
  /// The first moment.
  package var since: Instant
  /// The moment behind the last.
  package var until: Instant
  package var order: Order

  package init(
    type: MeasurementType? = nil, since: Instant = .earliest, until: Instant = .latest,
    order: Order = .newestFirst
  ) {
    self.type = type
    self.since = since
    self.until = until
    self.order = order
  }
}

/// A place between two records of a list. Places say nothing about a state of the database: records
/// that come and go meanwhile are seen or not by where they are.
package struct RecordPlace: Sendable, Hashable {
  let time: Instant
  /// The bytes of an id, or none, which are before every id's.
  let id: [UInt8]

  /// Behind the record, in either order.
  package init(behind record: Record) {
    time = record.time.instant
    id = record.id.bytes
  }

  /// Before the first record of a list.
  package init(beforeAllOf query: RecordQuery) {
    time = query.order == .newestFirst ? query.until : query.since
    id = []
  }
}

/// Some records of a list, and where it goes on.
package struct RecordPage: Sendable, Hashable {
  package let records: [Record]
  /// Nil at the end of the list.
  package let next: RecordPlace?

  package init(records: [Record], next: RecordPlace?) {
    self.records = records
    self.next = next
  }

  /// The page of a database without records.
  package static let empty = RecordPage(records: [], next: nil)

  /// The most records in a page. A page is read in a millisecond, in which others wait.
  package static let countLimit = 256

  /// A page ends with the record that takes it past this, in bytes of texts: of long notes there are
  /// fewer in one.
  package static let textLimit = 64 << 10
}
