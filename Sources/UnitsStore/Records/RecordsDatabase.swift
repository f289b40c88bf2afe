// What the daemon and its clients ask of a group's records. `RecordStore` keeps them in SQLite; the
// simulation keeps them on its own disk.

package import Units
package import UnitsLinux

/// The records of one group. One thread owns a value.
package protocol RecordsDatabase: AnyObject {
  var path: String { get }
  /// The file that direct writers touch.
  var changedPath: String { get }

  func add(
    _ records: [NewRecord], now: Instant, deadline: MonotonicTime
  ) throws(RecordStoreError) -> [Addition]
  func merge(
    _ records: [Record], deadline: MonotonicTime
  ) throws(RecordStoreError) -> MergeReceipt
  func remove(_ ids: [RecordID], deadline: MonotonicTime) throws(RecordStoreError) -> [Record]
  func page(
    of query: RecordQuery, from place: RecordPlace, limit: Int, deadline: MonotonicTime
  ) throws(RecordStoreError) -> RecordPage
  func summary(
    type: MeasurementType, since: Instant, until: Instant, deadline: MonotonicTime
  ) throws(RecordStoreError) -> RecordSummary
  func touchChanged() throws(SystemError)
  func dataVersion(deadline: MonotonicTime) throws(RecordStoreError) -> RecordStore.DataVersion?
}

extension RecordStore: RecordsDatabase {}

extension RecordsDatabase {
  /// To be called after a commit.
  package func tellThoseWhoWatch() {
    do throws(SystemError) { try touchChanged() } catch {
      // The commit is durable, which is what was asked for; those who watch will hear of it from the
      // journal's checks or with the next change.
    }
  }
}
