// The shape of the database, and how it came to be.

/// The tables and the steps that lead to them. `user_version` counts the steps done.
struct RecordSchema: Sendable {
  /// The steps in order. One that was released is never changed: what follows it is one more.
  let migrations: [String]

  /// The version that this program reads and writes.
  var version: Int { migrations.count }

  static let current = RecordSchema(migrations: [
    """
    CREATE TABLE records (
      -- A UUID, the most significant byte first.
      id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
      -- distance, weight, height, temperature, heart rate.
      type TEXT NOT NULL,
      -- In metres, kilograms, metres, degrees Celsius, beats per minute.
      value REAL NOT NULL,
      -- Microseconds since 1970-01-01T00:00:00Z.
      time INTEGER NOT NULL,
      -- Minutes by which local time was ahead of UTC where the measurement was taken.
      utc_offset INTEGER NOT NULL,
      note TEXT,
      source TEXT
    ) STRICT, WITHOUT ROWID;
    -- With the value, so that a summary reads one range of the index and no record.
    CREATE INDEX records_by_time ON records (type, time, id, value);
    """
  ])
}
