public import Units
internal import UnitsClient
internal import UnitsStore

extension GroupDefaults {
  /// Stores a measurement, and returns it as it is stored.
  ///
  /// ```swift
  /// try group.add(MeasurementRecord(type: .distance, value: 5000))
  /// print(UnitSystem.current.formatDistance(meters: try group.summary(of: .distance).sum))
  /// ```
  ///
  /// Durable when it returns. Throws if the value is impossible for the type, as ``set(_:forKey:)``
  /// otherwise.
  @discardableResult
  public func add(_ record: MeasurementRecord) throws(AppGroupError) -> MeasurementRecord {
    try add([record]).first ?? record
  }

  /// Stores measurements in one commit, all or none, and returns them as they are stored.
  @discardableResult
  public func add(_ records: [MeasurementRecord]) throws(AppGroupError) -> [MeasurementRecord] {
    var new: [NewRecord] = []
    for record in records { new.append(try record.newRecord()) }
    return try clients.use { [new] (client) throws(ClientError) in
      try client.addRecords(new).map(MeasurementRecord.init)
    }
  }

  /// Sums up the records of a type in a period, in the base unit.
  public func summary(
    of type: MeasurementType, in period: MeasurementPeriod = .today
  ) throws(AppGroupError) -> MeasurementSummary {
    let span = period.span(type, now: clock.now())
    return try clients.use { (client) throws(ClientError) in
      MeasurementSummary(try client.summary(span))
    }
  }

  /// The records of a type, or of every type, in a period, the latest first.
  ///
  /// ```swift
  /// for run in try group.records(of: .distance, in: .always, limit: 10) {
  ///   print(run.date, UnitSystem.current.formatDistance(meters: run.value), run.note ?? "")
  /// }
  /// ```
  ///
  /// They are in memory together: where there may be hundreds of thousands, use ``allRecords(of:in:)``.
  /// Throws as ``summary(of:in:)``.
  public func records(
    of type: MeasurementType? = nil, in period: MeasurementPeriod = .today, limit: Int = .max
  ) throws(AppGroupError) -> [MeasurementRecord] {
    // The span is that of any type.
    let span = period.span(type ?? .distance, now: clock.now())
    let query = RecordQuery(type: type, since: span.since, until: span.until)
    return try clients.use { (client) throws(ClientError) in
      let list = client.listRecords(query, limit: limit)
      var records: [MeasurementRecord] = []
      while let page = try list.next() { records += page.map(MeasurementRecord.init) }
      return records
    }
  }

  /// The records of a type, or of every type, in a period, the latest first, one after the other.
  ///
  /// ```swift
  /// for try await run in group.allRecords(of: .distance, in: .always) {
  ///   print(run.date, run.value)
  /// }
  /// ```
  ///
  /// They are read a page at a time, without blocking a thread of Swift's pool, however many there are.
  /// Each loop begins anew.
  public func allRecords(
    of type: MeasurementType? = nil, in period: MeasurementPeriod = .always
  ) -> MeasurementRecords {
    let span = period.span(type ?? .distance, now: clock.now())
    return MeasurementRecords(
      core: core, query: RecordQuery(type: type, since: span.since, until: span.until))
  }

  /// The latest records as they are now, and then after each change of records by whichever program.
  /// What cannot be read is told on standard error, and the next change asks again.
  public func recordChanges(
    of type: MeasurementType? = nil, in period: MeasurementPeriod = .today, limit: Int = .max
  ) -> GroupChanges<[MeasurementRecord]> {
    GroupChanges { [self] yield in
      let core = core
      return GroupObservation(self, .records, first: .told) { [weak core] _ in
        guard let core else { return }
        do throws(AppGroupError) {
          yield(try GroupDefaults(core: core).records(of: type, in: period, limit: limit))
        } catch {
          GroupLog.warn("records: \(error)")
        }
      }
    }
  }

  /// Removes a stored measurement, and tells whether it was there.
  ///
  /// ```swift
  /// if let last = try group.summary(of: .distance).last { try group.remove(last) }
  /// ```
  ///
  /// Durable when it returns, as ``add(_:)-(MeasurementRecord)``.
  @discardableResult
  public func remove(_ record: MeasurementRecord) throws(AppGroupError) -> Bool {
    try !removeRecords(ids: [record.id]).isEmpty
  }

  /// Removes the measurements of these ids in one commit, all or none, and returns those that were
  /// there. A thousand at most.
  @discardableResult
  public func removeRecords(ids: [String]) throws(AppGroupError) -> [MeasurementRecord] {
    // What is no UUID is no record's id.
    let ids = ids.compactMap { RecordID($0) }
    return try clients.use { (client) throws(ClientError) in
      try client.removeRecords(ids).map(MeasurementRecord.init)
    }
  }

  /// The summary as it is now, and then after each change of records by whichever program, and at
  /// midnight, when another day is today. What cannot be read is told on standard error, and the next
  /// change asks again.
  public func summaries(
    of type: MeasurementType, in period: MeasurementPeriod = .today
  ) -> GroupChanges<MeasurementSummary> {
    GroupChanges { [self] yield in
      GroupObservation(self, .records, first: .told) { [clients, clock] _ in
        let span = period.span(type, now: clock.now())
        do throws(AppGroupError) {
          yield(
            try clients.use { (client) throws(ClientError) in
              MeasurementSummary(try client.summary(span))
            })
        } catch {
          GroupLog.warn("summary of \(type.rawValue): \(error)")
        }
      }
    }
  }
}
