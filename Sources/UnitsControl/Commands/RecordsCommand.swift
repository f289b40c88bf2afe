internal import Glibc
internal import Units
internal import UnitsClient
internal import UnitsCommandLine
internal import UnitsJSON
internal import UnitsLinux
internal import UnitsPrograms
internal import UnitsStore

/// `records`: the measurements that were recorded.
enum RecordsCommand {
  static func run(_ invocation: Invocation) throws(ControlFailure) -> ExitStatus {
    // The forms were compared: what stands here is right in number.
    let operands = invocation.operands
    switch operands.first {
    case "remove": return try remove(Array(operands.dropFirst()), invocation)
    case "export": return try export(invocation)
    case "import": return try ImportCommand.run(operands[1], invocation)
    default: return try list(invocation)
    }
  }

  // MARK: Listing

  private static func list(_ invocation: Invocation) throws(ControlFailure) -> ExitStatus {
    let query = try query(invocation, order: .newestFirst)
    let limit = invocation.arguments[.limit].flatMap { Int($0) } ?? .max
    let form: RecordText =
      if invocation.arguments.has(.csv) {
        .csv(cells(invocation))
      } else if invocation.wantsJSON {
        .json
      } else if invocation.streams.output.isTerminal() {
        .table(invocation.shownUnits())
      } else {
        .tabs(invocation.shownUnits())
      }
    return try write(query, limit: limit, as: form, invocation)
  }

  private static func export(_ invocation: Invocation) throws(ControlFailure) -> ExitStatus {
    let query = try query(invocation, order: .oldestFirst)
    return try write(
      query, limit: .max, as: invocation.arguments.has(.csv) ? .csv(cells(invocation)) : .json,
      invocation)
  }

  private static func cells(_ invocation: Invocation) -> RecordCSV.Cells {
    invocation.arguments.has(.raw) ? .raw : .guarded
  }

  private static func write(
    _ query: RecordQuery, limit: Int, as form: RecordText, _ invocation: Invocation
  ) throws(ControlFailure) -> ExitStatus {
    let list = invocation.client.listRecords(query, limit: limit)
    // Whoever sees the records needs no other word of how far they are.
    let progress = invocation.streams.output.isTerminal() ? nil : invocation.progress()
    defer { progress?.clear() }
    var count = 0
    var text = form.header
    while let page = try translating({ () throws(ClientError) in try list.next() }) {
      for record in page { text += form.line(record) }
      try invocation.write(text)
      text = ""
      count += page.count
      progress?.show(count)
    }
    // The header of no records.
    if !text.isEmpty { try invocation.write(text) }
    return .done
  }

  private static func query(
    _ invocation: Invocation, order: RecordQuery.Order
  ) throws(ControlFailure) -> RecordQuery {
    let arguments = invocation.arguments
    if arguments.has(.csv), invocation.wantsJSON {
      throw .usage("options exclude each other: --csv, --json")
    }
    if arguments.has(.raw), !arguments.has(.csv) { throw .usage("option without --csv: --raw") }
    var query = RecordQuery(order: order)
    query.type = invocation.measurementType(.type)
    let now = invocation.now()
    if let text = arguments[.since] { query.since = try TypedSpan.start(text, now: now) }
    if let text = arguments[.until] { query.until = try TypedSpan.end(text, now: now) }
    return query
  }

  // MARK: Removing

  private static func remove(
    _ texts: [String], _ invocation: Invocation
  ) throws(ControlFailure) -> ExitStatus {
    var ids: [RecordID] = []
    for text in texts {
      guard let id = RecordID(text) else {
        throw ControlFailure(
          .badData, "not a record's id: \(text)", hint: "`unitsctl records` prints the ids")
      }
      if !ids.contains(id) { ids.append(id) }
    }
    var removed: [Record] = []
    for start in stride(from: 0, to: ids.count, by: RecordStore.additionLimit) {
      let part = Array(ids[start..<min(start + RecordStore.additionLimit, ids.count)])
      removed += try translating { () throws(ClientError) in
        try invocation.client.removeRecords(part)
      }
    }
    if !removed.isEmpty, !invocation.arguments.has(.quiet) {
      let units = invocation.wantsJSON ? [:] : invocation.shownUnits()
      for record in removed {
        let line =
          invocation.wantsJSON
          ? RecordText.json(record)
          : LogCommand.line(record, in: units[record.type] ?? ShownUnits(system: .metric))
        try invocation.report(line)
      }
    }
    return removed.count == ids.count ? .done : .no
  }
}
