internal import Glibc
internal import Units
internal import UnitsClient
internal import UnitsCommandLine
internal import UnitsJSON
internal import UnitsLinux
internal import UnitsStore

/// `records`: the measurements that were recorded.
enum RecordsCommand {
  static var declaration: CommandDeclaration {
    CommandDeclaration(
      .records,
      forms: [
        "[--type TYPE] [--since DAY|TIME] [--until DAY|TIME] [--limit COUNT] [--csv]",
        "remove ID…",
        "export [--type TYPE] [--since DAY|TIME] [--until DAY|TIME] [--csv]",
        "import FILE|- [--skip-bad]",
      ],
      summary: "list measurements, the latest first; remove, export and import them",
      details: """
        TYPE is one of \(Words.measurementTypes). A DAY counts in full.
        `export` prints an object a line, or with --csv comma-separated values, in base units, the
        earliest first. `import` takes both; `-` is standard input. A record that is there already is
        left as it is, so a file may be imported twice, and two machines merge by exchanging files.
        With a bad line nothing is imported. `remove` has exit status 1 if one of the records is not
        there.
        """,
      options: [.type, .since, .until, .limit, .csv, .skipBad],
      meanings: [.type: "of this type: \(Words.measurementTypes)"],
      operands: 0...CommandDeclaration.many,
      example: "unitsctl records --type distance --since monday",
      json: [
        JSONShape(
          "an object a record, whether it is listed, exported or removed",
          members: RecordText.members),
        JSONShape(
          "one object", when: "import",
          members: [
            .init("added", "how many records were added"),
            .init("present", "how many were there already"),
            .init("skipped", "how many lines were bad"),
          ]),
      ], run: run)
  }

  private static func run(_ invocation: Invocation) throws(ControlFailure) -> ExitStatus {
    let operands = invocation.operands
    guard let word = operands.first else {
      try refuse([.skipBad], invocation)
      return try list(invocation)
    }
    switch word {
    case "remove":
      try refuse([.type, .since, .until, .limit, .csv, .skipBad], invocation)
      guard operands.count > 1 else { throw usage("operand missing: remove") }
      return try remove(Array(operands.dropFirst()), invocation)
    case "export":
      try refuse([.limit, .skipBad], invocation)
      guard operands.count == 1 else { throw usage("unexpected operand: \(operands[1])") }
      return try export(invocation)
    case "import":
      try refuse([.type, .since, .until, .limit, .csv], invocation)
      guard operands.count > 1 else { throw usage("operand missing: import") }
      guard operands.count == 2 else { throw usage("unexpected operand: \(operands[2])") }
      return try ImportCommand.run(operands[1], invocation)
    default:
      throw .usage(
        "unexpected operand: \(word)",
        hint: Words.suggestion(for: word, among: ["remove", "export", "import"])
          ?? Help.usage(of: declaration))
    }
  }

  private static func usage(_ message: String) -> ControlFailure {
    .usage(message, hint: Help.usage(of: declaration))
  }

  /// Options that this form has no use for.
  private static func refuse(
    _ options: [OptionName], _ invocation: Invocation
  ) throws(ControlFailure) {
    for option in options where invocation.arguments.has(option) {
      throw usage("option of another form: --\(option.rawValue)")
    }
  }

  // MARK: Listing

  private static func list(_ invocation: Invocation) throws(ControlFailure) -> ExitStatus {
    let query = try query(invocation, order: .newestFirst)
    let limit = try limit(invocation)
    let form: RecordText =
      if invocation.arguments.has(.csv) {
        .csv
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
      query, limit: .max, as: invocation.arguments.has(.csv) ? .csv : .json, invocation)
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
    var query = RecordQuery(order: order)
    query.type = try arguments[.type].map(MeasurementType.init(typed:))
    let now = invocation.now()
    if let text = arguments[.since] { query.since = try TypedSpan.start(text, now: now) }
    if let text = arguments[.until] { query.until = try TypedSpan.end(text, now: now) }
    return query
  }

  private static func limit(_ invocation: Invocation) throws(ControlFailure) -> Int {
    guard let text = invocation.arguments[.limit] else { return .max }
    guard let limit = Int(text), limit > 0 else {
      throw .usage("not a number of records: \(text)", hint: "1 or more")
    }
    return limit
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
