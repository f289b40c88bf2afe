// Which column of Strava's list has what.
//
// In English, and in the list of 2018, the columns have names that are known. In another language
// they have not, but the same order and contents: the first has ids, the next dates, the one behind it
// names; files have the names of files. Of the distances the first is in kilometres, for people, and
// the last in metres, so that each of the one is a thousandth of the other.

/// The places of the columns; nil for one that is not known.
struct StravaColumns {
  private(set) var id = 0
  private(set) var date: Int?
  private(set) var name: Int?
  private(set) var file: Int?
  private(set) var distance: Distance?

  /// A column of distances.
  struct Distance {
    /// In this column.
    let column: Int
    /// A number of it in metres.
    let unit: Double
    /// The column with the same in kilometres, which decides between two readings of a number.
    let kilometers: Int?

    /// The distance of a row in metres; 0 where it says none, nil where that is no number.
    func meters(_ fields: [String]) -> Double? {
      let text = fields[column]
      if text.isEmpty { return 0 }
      let readings = StravaNumber.readings(of: text).map { $0 * unit }.filter { $0 >= 0 }
      if readings.count == 1 { return readings[0] }
      guard let kilometers, kilometers < fields.count else { return nil }
      let rough = StravaNumber.readings(of: fields[kilometers]).map { $0 * 1000 }
      let fitting = readings.filter { meters in
        rough.contains { StravaColumns.isSame(meters, $0) }
      }
      return fitting.count == 1 ? fitting[0] : nil
    }
  }

  /// The last column that a row must have.
  var last: Int {
    [id, date ?? 0, name ?? 0, file ?? 0, distance?.column ?? 0].reduce(0, max)
  }

  /// By the names in the header, and where those are not known by what is in the rows.
  init(header: [String], rows: [[String]]) {
    let names = header.map { $0.lowercased() }
    func place(_ known: String...) -> Int? { names.firstIndex(where: known.contains) }
    func column(_ place: Int) -> [String] {
      rows.compactMap { $0.count > place ? $0[place] : nil }
    }
    let width = header.count
    id = place("activity id", "id") ?? 0
    date = place("activity date", "date") ?? (0..<width).first { Self.isDates(column($0)) }
    file = place("filename") ?? (0..<width).first { column($0).contains(where: Self.isFile) }
    name = place("activity name", "name") ?? date.map { $0 + 1 }.flatMap { $0 < width ? $0 : nil }
    if let first = names.firstIndex(of: "distance"),
      let last = names.lastIndex(of: "distance")
    {
      // Alone it is in kilometres, but for the list of 2018, whose names are those of a program.
      let isProgram = first == last && header[first] == "distance"
      distance = Distance(
        column: last, unit: first == last && !isProgram ? 1000 : 1,
        kilometers: first == last ? nil : first)
    } else {
      distance = Self.pairOfDistances(names, column)
    }
  }

  /// Most of a column's texts are dates, and there is one.
  private static func isDates(_ texts: [String]) -> Bool {
    let count = texts.count { StravaDate.hasForm($0) }
    return count > 0 && count * 2 >= texts.count
  }

  private static func isFile(_ text: String) -> Bool {
    text == StravaList.lostFile || ImportSelection.isActivity(text.lowercased())
  }

  /// Two columns of one name, of which each number in the last is a thousand of those in the first.
  private static func pairOfDistances(
    _ names: [String], _ column: (Int) -> [String]
  ) -> Distance? {
    for first in names.indices {
      guard let last = names.lastIndex(of: names[first]), last > first else { continue }
      var count = 0
      let isPair = zip(column(first), column(last)).allSatisfy { short, long in
        let kilometers = StravaNumber.readings(of: short)
        let meters = StravaNumber.readings(of: long)
        if kilometers.isEmpty || meters.isEmpty { return true }
        let isSame = meters.contains { meters in
          kilometers.contains { Self.isSame(meters, $0 * 1000) }
        }
        if isSame, meters.contains(where: { $0 > 0 }) { count += 1 }
        return isSame
      }
      if isPair, count > 0 { return Distance(column: last, unit: 1, kilometers: first) }
    }
    return nil
  }

  /// Kilometres have two decimals, rounded or cut off.
  fileprivate static func isSame(_ meters: Double, _ rough: Double) -> Bool {
    abs(meters - rough) <= 10.01
  }
}

/// Numbers with whatever signs a language has in them.
enum StravaNumber {
  /// What a text can mean: nothing if it is no number, and two things if a sign may part thousands
  /// or begin a fraction.
  static func readings(of text: String) -> [Double] {
    var plain: [UInt8] = []
    for scalar in text.unicodeScalars {
      switch scalar {
      // Blanks and apostrophes only part thousands.
      case " ", "\u{A0}", "\u{202F}", "\u{2009}", "'", "\u{2019}": continue
      default:
        guard scalar.isASCII else { return [] }
        plain.append(UInt8(scalar.value))
      }
    }
    let signs = plain.indices.filter { plain[$0] == UInt8(ascii: ",") || plain[$0] == dot }
    guard let last = signs.last else { return number(plain).map { [$0] } ?? [] }
    let whole = plain[..<last].filter { $0 != UInt8(ascii: ",") && $0 != dot }
    let fraction = plain[(last + 1)...]
    let isGrouped = fraction.count == 3 && (1...3).contains(signs[0])
    let asWhole = isGrouped ? number(whole + fraction) : nil
    let kinds = Set(signs.map { plain[$0] })
    // Two signs of one kind only part thousands; of two kinds the last begins a fraction.
    let asFraction =
      signs.count == 1
        || (kinds.count == 2 && signs.dropLast().allSatisfy { plain[$0] != plain[last] })
      ? number(whole + [dot] + fraction) : nil
    if kinds.count == 2 { return asFraction.map { [$0] } ?? [] }
    return [asWhole, asFraction].compactMap(\.self)
  }

  private static let dot = UInt8(ascii: ".")

  private static func number(_ bytes: [UInt8]) -> Double? {
    XMLValue.number(String(decoding: bytes, as: UTF8.self))
  }
}
