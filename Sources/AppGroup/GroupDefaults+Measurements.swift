public import Units
internal import UnitsClient
internal import UnitsStore

extension GroupDefaults {
  /// Stores a measurement, and returns it as it is stored.
  ///
  /// ```swift
  /// try group.add(MeasurementRecord(type: .distance, value: 5000, date: Date()))
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
    try clients.use { (client) throws(ClientError) in
      MeasurementSummary(try client.summary(period.span(type)))
    }
  }

  /// The summary as it is now, and then after each change of records by whichever program, and at
  /// midnight, when another day is today. What cannot be read is told on standard error, and the next
  /// change asks again.
  public func summaries(
    of type: MeasurementType, in period: MeasurementPeriod = .today
  ) -> GroupChanges<MeasurementSummary> {
    GroupChanges { [self] yield in
      GroupObservation(self, .records, first: .told) { [clients] _ in
        do throws(AppGroupError) {
          yield(
            try clients.use { (client) throws(ClientError) in
              MeasurementSummary(try client.summary(period.span(type)))
            })
        } catch {
          GroupLog.warn("summary of \(type.rawValue): \(error)")
        }
      }
    }
  }
}
