internal import Units
internal import UnitsClient
internal import UnitsCommandLine
internal import UnitsJSON
internal import UnitsStore

/// `summary`: what the measurements of a period come to.
enum SummaryCommand {
  static func run(_ invocation: Invocation) throws(ControlFailure) -> ExitStatus {
    let chosen = invocation.measurementType(at: 0)
    let period = invocation.arguments.word(.period, as: CalendarPeriod.self) ?? .today
    let now = invocation.now()
    let span = period.span(at: now)
    let types = chosen.map { [$0] } ?? MeasurementType.allCases
    let totals = try translating { () throws(ClientError) in
      try invocation.client.summaries(types.map { RecordSpan(type: $0, span) })
    }
    var summaries: [Summary] = []
    let columns = period.columns(at: now)
    for (type, total) in zip(types, totals) where chosen != nil || total.count > 0 {
      let parts = try translating { () throws(ClientError) in
        try invocation.client.summaries(columns.map { RecordSpan(type: type, $0) })
      }
      summaries.append(Summary(type: type, total: total, columns: parts.map { value($0, type) }))
    }
    if invocation.wantsJSON {
      for summary in summaries { try invocation.write("\(summary.json(period, span))\n") }
    } else if !summaries.isEmpty {
      let rows = rows(summaries, invocation.shownUnits())
      try invocation.write(
        invocation.streams.output.isTerminal() ? table(rows) : separatedByTabs(rows))
    } else if invocation.streams.output.isTerminal() {
      try invocation.write("no records: \(period.rawValue)\n")
    }
    return .done
  }

  /// What a summary shows in one number; nil of none.
  static func value(_ summary: RecordSummary, _ type: MeasurementType) -> Double? {
    if type.addsUp { return summary.sum }
    return summary.count > 0 ? summary.sum / Double(summary.count) : nil
  }

  private struct Summary {
    let type: MeasurementType
    let total: RecordSummary
    let columns: [Double?]

    var value: Double? { SummaryCommand.value(total, type) }
    var kind: String { type.addsUp ? "total" : "mean" }
    var sparkline: String { Sparkline.text(columns, from: type.addsUp ? .zero : .least) }

    func json(_ period: CalendarPeriod, _ span: Range<Instant>) -> JSONObject {
      var object: JSONObject = [
        "type": .string(type.rawValue), "period": .string(period.rawValue),
        "since": .string(Timestamp.local(span.lowerBound).description),
        "until": .string(Timestamp.local(span.upperBound).description),
        "count": .integer(total.count),
      ]
      if let value { object[kind] = .double(value) }
      if let minimum = total.minimum { object["minimum"] = .double(minimum) }
      if let maximum = total.maximum { object["maximum"] = .double(maximum) }
      if let last = total.last { object["last"] = .object(RecordText.object(last)) }
      object["columns"] = .array(columns.map { $0.map(JSONValue.double) ?? .null })
      return object
    }
  }

  // MARK: Rows

  /// Type, count, `total` or `mean` and what it is, least, greatest, last, sparkline.
  private static func rows(
    _ summaries: [Summary], _ units: [MeasurementType: ShownUnits]
  ) -> [[String]] {
    summaries.map { summary in
      let shown = units[summary.type] ?? ShownUnits(system: .metric)
      let total = summary.total
      let values = [summary.value, total.minimum, total.maximum, total.last?.value].map { value in
        value.map { shown.label(of: summary.type, baseValue: $0).description } ?? "-"
      }
      return [summary.type.commandWord, String(total.count), summary.kind] + values
        + [summary.sparkline]
    }
  }

  private static func separatedByTabs(_ rows: [[String]]) -> String {
    rows.map { $0.joined(separator: "\t") + "\n" }.joined()
  }

  private static func table(_ values: [[String]]) -> String {
    let rows = values.map { value in
      [
        value[0], value[1], "\(value[2]) \(value[3])", "least \(value[4])",
        "greatest \(value[5])", "last \(value[6])", value[7],
      ]
    }
    let columns = rows.first?.indices ?? 0..<0
    let widths = columns.map { column in rows.map { TextWidth.columns(of: $0[column]) }.max() ?? 0 }
    let lines = rows.map { row in
      var line = ""
      for (cell, width) in zip(row, widths) { line += RecordText.padded(cell, width + 2) }
      return line.trimmingBlanks + "\n"
    }
    return lines.joined()
  }
}

extension String {
  fileprivate var trimmingBlanks: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
