// A list of records on its way to a client.

internal import UnitsStore

/// One `List`, which is read and sent a page at a time.
struct RecordsListing {
  let group: GroupName
  private let query: RecordQuery
  /// How many records may still come.
  private var left: Int
  /// Where the list goes on; nil while a page is being read.
  private var place: RecordPlace?

  init(group: GroupName, query: RecordQuery, limit: Int) {
    self.group = group
    self.query = query
    left = limit
    place = RecordPlace(beforeAllOf: query)
  }

  /// What reads the next page; nil while one is being read.
  mutating func takeNext() -> RecordsTask? {
    guard let place = place.take() else { return nil }
    return .page(query, from: place, limit: left)
  }

  /// Takes note of a page that was read; tells whether another follows.
  mutating func take(_ page: RecordPage) -> Bool {
    left -= page.records.count
    place = left > 0 ? page.next : nil
    return place != nil
  }
}
