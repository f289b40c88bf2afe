// `activities.csv`, the list in what Strava exports of an account.
//
// Most activities have a file, which tells their distance better: of those the list gives the name,
// and what the file does not say. Some were typed in and have none, and of some Strava has lost it:
// of those the list is all there is. What each column has is found by `StravaColumns`. A row that
// cannot be understood is told with its line and the column's header, and costs no other row.

internal import Units
internal import UnitsStore

/// What the list says.
struct StravaList {
  /// An activity, as the list has it.
  struct Row {
    let id: String
    let name: String?
    /// As it stands in the list; nil of an activity without a file.
    let file: String?
    let start: Instant?
    /// In metres; nil where there is none.
    let distance: Double?
    /// What of it cannot be understood.
    let refusal: ActivityFileError?

    /// What the list says of it, where nobody else does; nil if that is nothing.
    func activity() throws(ActivityFileError) -> Activity? {
      // Yoga has none, and that is no fault.
      if distance == 0 { return nil }
      if let refusal { throw refusal }
      guard let distance, let start else { return nil }
      var hash = ContentHash()
      hash.add("strava activity")
      hash.add(id)
      return Activity(
        format: nil, start: start, offset: nil, distance: distance, name: name, creator: "Strava",
        id: hash.id)
    }
  }

  private(set) var rows: [Row] = []
  /// Of rows that are none, and of a list whose columns are not known.
  private(set) var refusals: [ActivityFileError] = []

  static let fileName = "activities.csv"

  /// Lists have a few hundred bytes a line; a hundred thousand activities are in this one.
  static let sizeLimit = 64 << 20

  /// What Strava writes for a file that it does not have any more.
  static let lostFile = "#error#"

  init(_ bytes: [UInt8]) {
    let table = DelimitedText(bytes)
    refusals = table.refusals
    guard let header = table.rows.first else { return }
    let rows = Array(table.rows.dropFirst())
    let columns = StravaColumns(header: header.fields, rows: rows.map(\.fields))
    guard let reading = StravaReading(columns, header: header.fields, rows.map(\.fields)) else {
      let names = PlainText.line(header.fields.joined(separator: ","), limit: 200)
      // Of a list without rows nothing is missing.
      if !rows.isEmpty {
        refusals.append(
          ActivityFileError(
            .line(header.line, column: 1), "columns of dates and distances are not known: \(names)")
        )
      }
      return
    }
    for row in rows {
      guard row.fields.count > columns.last else {
        let reason = "\(row.fields.count) fields, and more are needed"
        refusals.append(ActivityFileError(.line(row.line, column: 1), reason))
        continue
      }
      self.rows.append(reading.row(row.fields, line: row.line))
    }
  }
}

/// Reads rows by columns that are known.
struct StravaReading {
  private let columns: StravaColumns
  private let header: [String]
  private let date: Int
  private let distance: StravaColumns.Distance
  private let order: StravaDate.Order

  /// Nil where it is not known which columns have the date and the distance.
  init?(_ columns: StravaColumns, header: [String], _ rows: [[String]]) {
    guard let date = columns.date, let distance = columns.distance else { return nil }
    (self.columns, self.header, self.date, self.distance) = (columns, header, date, distance)
    order = StravaDate.order(of: rows.lazy.compactMap { date < $0.count ? $0[date] : nil })
  }

  func row(_ fields: [String], line: Int) -> StravaList.Row {
    func refusal(_ reason: String, _ column: Int) -> ActivityFileError {
      ActivityFileError(
        .line(line, column: 1),
        "\(reason): \(PlainText.shown(header[column])) \(PlainText.shown(fields[column]))")
    }
    var refused: ActivityFileError?
    let meters = distance.meters(fields)
    if let meters {
      if meters > MeasurementType.greatestStoredValue {
        refused = refusal("above 1e15 m", distance.column)
      }
    } else {
      refused = refusal("not a number", distance.column)
    }
    let start = StravaDate.parse(fields[date], order)
    if start == nil { refused = refused ?? refusal("not a time", date) }
    let file = columns.file.map { fields[$0] } ?? ""
    let name = columns.name.map { fields[$0] } ?? ""
    return StravaList.Row(
      id: fields[columns.id], name: name.isEmpty ? nil : name,
      file: file.isEmpty || file == StravaList.lostFile ? nil : file, start: start,
      distance: meters, refusal: refused)
  }
}
