// Noticing what other programs do to the records of a group.
//
// SQLite publishes a commit through shared memory, where inotify does not see it. So a direct writer of
// this project touches `GROUP.changed` behind its commit, and for any other program the database is
// asked for its version 20, 100 and 500 ms after the last event of its journal. Whatever stirs, every
// path is walked and watched anew: the directory may be another one under the same name.

package import UnitsLinux

/// Watches one group's records for a thread that owns it. It never waits but for the database, within
/// the patience that it is given.
package final class RecordsWatch {
  package enum Place: CaseIterable, Hashable, Sendable {
    /// Direct writers of this project touch it.
    case changed
    /// Any other program's writing shows here.
    case journal
    case database

    /// Whether each write is to be told, or only its end.
    package var detail: FileWatch.Detail { self == .changed ? .ends : .everyWrite }
  }

  /// What one look at the records came to.
  package enum Finding: Equatable, Sendable {
    case unchanged
    case changed
    /// The database cannot be read; it goes on being watched.
    case failed(RecordStoreError)
  }

  private static let checkDelays: [Duration] = [
    .milliseconds(20), .milliseconds(100), .milliseconds(500),
  ]
  /// How often the database is asked where its places cannot be watched.
  private static let pollInterval: Duration = .seconds(1)

  private let records: any RecordsDatabase
  private let kernel: any Kernel
  private let patience: Duration
  private let arm: Arming
  private var version: RecordStore.DataVersion?
  /// Whether any look has seen the version: until one has, whatever is found is news.
  private var isKnown = false
  private var due: [MonotonicTime] = []
  private var isCovered = true

  /// Watches the places that a walk finds; returns why one cannot be watched.
  package typealias Arming = (Place, () throws(SystemError) -> [PathWatch.Place]) -> SystemError?

  /// `arm` watches the places of a path, and returns why it cannot; `patience` is how long the database
  /// may be waited for.
  package init(
    records: any RecordsDatabase, patience: Duration, on kernel: any Kernel,
    arm: @escaping Arming
  ) {
    self.records = records
    self.kernel = kernel
    self.patience = patience
    self.arm = arm
  }

  /// Begins with the present state: what changes from now on is found.
  package func start() -> Finding {
    armAll()
    return look()
  }

  /// Takes note of an event at a place.
  package func stir(_ place: Place) {
    let now = kernel.now()
    due = Self.checkDelays.map { now + $0 }
    if place != .journal { due.insert(now, at: 0) }
  }

  /// When ``check()`` is to be called; nil for never.
  package var wakeTime: MonotonicTime? { due.first }

  /// Looks at the records if that is due.
  package func check() -> Finding {
    let now = kernel.now()
    guard let first = due.first, first <= now else { return .unchanged }
    due.removeAll { $0 <= now }
    armAll()
    return look()
  }

  private func armAll() {
    isCovered = true
    for place in Place.allCases {
      let (path, kernel) = (path(of: place), kernel)
      let obstacle = arm(place) { () throws(SystemError) in
        try PathWatch(resolving: path, on: kernel).places
      }
      // A path that cannot be walked is walked again with the next look.
      if obstacle != nil { isCovered = false }
    }
    if !isCovered, due.isEmpty { due = [kernel.now() + Self.pollInterval] }
  }

  private func look() -> Finding {
    let before = version
    do throws(RecordStoreError) {
      version = try records.dataVersion(deadline: kernel.now() + patience)
    } catch {
      // Whoever holds it will write, and that is another event.
      if case .busy = error { return .unchanged }
      return .failed(error)
    }
    defer { isKnown = true }
    return isKnown && version == before ? .unchanged : .changed
  }

  private func path(of place: Place) -> String {
    switch place {
    case .changed: records.changedPath
    case .journal: records.path + "-wal"
    case .database: records.path
    }
  }
}
