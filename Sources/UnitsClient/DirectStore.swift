// The direct way: the same files, under the same locks, without a daemon.

internal import UnitsLinux
internal import UnitsProtocol
internal import UnitsStore

/// A group's files, opened when they are first used. One thread owns a value.
final class DirectStore {
  let preferences: PreferenceStore
  let records: RecordStore

  init(group: GroupName, paths: StorePaths) {
    preferences = PreferenceStore(group: group, paths: paths)
    records = RecordStore(path: paths.records(of: group))
  }

  /// What the file holds now. Throws if it is damaged: there is nobody here who remembers a good
  /// state of it, and one that this program saw minutes ago is not the truth.
  func read() throws(ClientError) -> SortedMembers {
    do throws(PreferenceError) {
      _ = try preferences.lookAgainIfSuspected()
      if let damage = preferences.damage { throw PreferenceError.damaged(damage) }
    } catch {
      throw .preferences(error)
    }
    return preferences.values
  }

  func commit(
    _ request: CommitRequest, deadline: MonotonicTime
  ) throws(ClientError) -> CommitReceipt {
    do throws(PreferenceError) {
      return try preferences.commit(request, deadline: deadline)
    } catch {
      throw .preferences(error)
    }
  }

  func add(_ new: [NewRecord], deadline: MonotonicTime) throws(ClientError) -> [Record] {
    do throws(RecordStoreError) {
      let additions = try records.add(new, now: .now(), deadline: deadline)
      records.tellThoseWhoWatch()
      return additions.map(\.record)
    } catch {
      throw .records(RecordsError(error, path: records.path))
    }
  }

  func remove(_ ids: [RecordID], deadline: MonotonicTime) throws(ClientError) -> [Record] {
    do throws(RecordStoreError) {
      let removed = try records.remove(ids, deadline: deadline)
      if !removed.isEmpty { records.tellThoseWhoWatch() }
      return removed
    } catch {
      throw .records(RecordsError(error, path: records.path))
    }
  }

  func summary(_ span: RecordSpan, deadline: MonotonicTime) throws(ClientError) -> RecordSummary {
    do throws(RecordStoreError) {
      return try records.summary(
        type: span.type, since: span.since, until: span.until, deadline: deadline)
    } catch {
      throw .records(RecordsError(error, path: records.path))
    }
  }
}

extension RecordStore {
  /// To be called after a commit.
  func tellThoseWhoWatch() {
    do throws(SystemError) { try touchChanged() } catch {
      // The commit is durable, which is what was asked for; those who watch will hear of it from the
      // journal's checks or with the next change.
    }
  }
}
