// The one table.

internal import UnitsJSON

/// One line of the table.
struct Row {
  enum Aim {
    /// The ratio to what stands beside, at most.
    case ratioAtMost(Double)
    /// The ratio to what stands beside, at least.
    case ratioAtLeast(Double)
    /// The figure itself, at most.
    case figureAtMost(Quantity)
    /// The figure itself, at least.
    case figureAtLeast(Quantity)
    case none
  }

  let subject: String
  let figure: Quantity?
  /// What it is compared with.
  let peer: String
  let peerFigure: Quantity?
  let aim: Aim
  /// Why a figure is missing.
  var remark: String?

  init(_ subject: String, _ figure: Quantity, beside peer: String, _ other: Quantity, aim: Aim) {
    self.subject = subject
    self.figure = figure
    self.peer = peer
    peerFigure = other
    self.aim = aim
  }

  /// A figure that stands alone.
  init(_ subject: String, _ figure: Quantity, aim: Aim = .none) {
    self.subject = subject
    self.figure = figure
    peer = ""
    peerFigure = nil
    self.aim = aim
  }

  /// No figure, and why.
  init(_ subject: String, missing remark: String) {
    self.subject = subject
    self.remark = remark
    figure = nil
    peer = ""
    peerFigure = nil
    aim = .none
  }

  var ratio: Double? {
    guard let figure, let peerFigure, peerFigure.value > 0 else { return nil }
    return figure.value / peerFigure.value
  }

  /// Whether the aim is met; nil where there is none.
  var isMet: Bool? {
    switch aim {
    case .ratioAtMost(let limit): ratio.map { $0 <= limit }
    case .ratioAtLeast(let limit): ratio.map { $0 >= limit }
    case .figureAtMost(let limit): figure.map { $0.value <= limit.value }
    case .figureAtLeast(let limit): figure.map { $0.value >= limit.value }
    case .none: nil
    }
  }

  private var aimText: String {
    switch aim {
    case .ratioAtMost(let limit): "≤ \(Quantity.digits(limit))×"
    case .ratioAtLeast(let limit): "≥ \(Quantity.digits(limit))×"
    case .figureAtMost(let limit): "≤ \(limit.text)"
    case .figureAtLeast(let limit): "≥ \(limit.text)"
    case .none: ""
    }
  }

  fileprivate var cells: [String] {
    guard let figure else { return [subject, remark ?? "", "", "", "", "", ""] }
    let verdict = isMet.map { $0 ? "met" : "missed" } ?? ""
    return [
      subject, figure.text, peer, peerFigure?.text ?? "",
      ratio.map { "\(Quantity.digits($0))×" } ?? "", aimText, verdict,
    ]
  }

  fileprivate var json: JSONValue {
    var object: JSONObject = ["subject": .string(subject)]
    if let figure {
      object["figure"] = .double(figure.value)
      object["unit"] = .string(figure.unit.rawValue)
    }
    if let peerFigure {
      object["peer"] = .string(peer)
      object["peer_figure"] = .double(peerFigure.value)
    }
    if let ratio { object["ratio"] = .double(ratio) }
    if case .none = aim {} else { object["aim"] = .string(aimText) }
    if let isMet { object["met"] = .bool(isMet) }
    if let remark { object["remark"] = .string(remark) }
    return .object(object)
  }
}

/// How a cost grows with the size of something.
struct Curve {
  struct Step {
    let size: Int
    let cost: Quantity
  }

  let subject: String
  /// What there are so many of: `keys`.
  let unit: String
  var steps: [Step] = []

  /// The cost of each step by that of the one before it.
  var growths: [Double?] {
    steps.indices.map { index in
      index == 0 || steps[index - 1].cost.value == 0
        ? nil : steps[index].cost.value / steps[index - 1].cost.value
    }
  }

  private func growthText(_ index: Int) -> String {
    growths[index].map { "\(Quantity.digits($0))×" } ?? ""
  }

  fileprivate var table: String {
    let titles = [unit, subject, "growth"]
    let lines =
      [titles]
      + steps.indices.map { ["\(steps[$0].size)", steps[$0].cost.text, growthText($0)] }
    let widths = titles.indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
    return lines.map { line in
      zip(line, widths).map { cell, width in
        String(repeating: " ", count: width - cell.count) + cell
      }.joined(separator: "  ") + "\n"
    }.joined()
  }

  fileprivate var json: JSONValue {
    .object([
      "subject": .string(subject), "unit": .string(unit),
      "steps": .array(
        steps.indices.map { index in
          var step: JSONObject = [
            "size": .integer(steps[index].size), "cost": .double(steps[index].cost.value),
            "cost_unit": .string(steps[index].cost.unit.rawValue),
          ]
          if let growth = growths[index] { step["growth"] = .double(growth) }
          return .object(step)
        }),
    ])
  }
}

/// Everything that was measured.
struct Report {
  var rows: [Row] = []
  var curves: [Curve] = []

  private static let titles = ["what", "median", "beside", "median", "ratio", "aim", ""]

  /// Tables for people: what stands beside something, then how costs grow.
  var text: String {
    ((rows.isEmpty ? [] : [table]) + curves.map(\.table)).joined(separator: "\n")
  }

  private var table: String {
    let lines = [Self.titles] + rows.map(\.cells)
    var widths = Self.titles.map(\.count)
    for line in lines {
      // A remark may run on: it stands alone in its line.
      for (column, cell) in line.enumerated() where column == 0 || line[4] != "" || line[1] == "" {
        widths[column] = max(widths[column], cell.count)
      }
    }
    var text = ""
    for line in lines {
      var written = ""
      for (column, cell) in line.enumerated() {
        let padding = String(repeating: " ", count: max(0, widths[column] - cell.count))
        let isNumber = [1, 3, 4].contains(column) && line[1].first?.isNumber == true
        written += isNumber ? padding + cell : cell + padding
        written += "  "
      }
      while written.last == " " { written.removeLast() }
      text += written + "\n"
    }
    return text
  }

  /// One object for machines.
  var json: String {
    var bytes: [UInt8] = []
    JSONValue.object([
      "rows": .array(rows.map(\.json)), "curves": .array(curves.map(\.json)),
    ]).write(into: &bytes, style: .pretty)
    return String(decoding: bytes, as: UTF8.self) + "\n"
  }
}
