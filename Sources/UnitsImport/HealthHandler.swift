// What a Health export says of the five types of measurements.
//
// - Height, weight, heart rate and body temperature are taken sample by sample.
// - Distance is that of workouts. The samples of distance are not taken: a telephone and a watch each
//   count the same walk, and both count what is in a workout already.
// - Samples in a correlation stand in the file twice; those outside of any are taken.
// - A sample that cannot be, a heart that does not beat or a value that is no number, is left out.
// - Exports of iOS 8 have hours in the place of samples: the mean of what was measured in each, and
//   times without signs.
// - The id of a sample is made of its type, its times and its value to five digits, and that of a
//   workout of its kind and times: another export may be in other units, of another time zone, or
//   name a watch that has been renamed, and is still of the same samples.

internal import Units
internal import UnitsStore

/// Gathers records, which whoever feeds the reader takes between two pieces.
final class HealthHandler: XMLHandler {
  /// What has been found so far.
  struct Count {
    var workouts = 0
    /// In metres, of all workouts.
    var distance = 0.0
    var samples = 0
    var leftOut = LeftOut()
  }

  private(set) var count = Count()
  private var records: [Record] = []
  private var workout: Workout?
  /// The last source's name, as it was written and as a record has it.
  private var source: (raw: String, plain: String?) = ("", nil)

  private struct Workout {
    let kind: String
    let source: String?
    let start: Timestamp
    let end: Timestamp
    /// As older exports have it, in metres.
    let total: Double?
    /// As newer ones have it.
    var sum = 0.0
  }

  /// The records since the last time.
  func takeRecords() -> [Record] {
    defer { records.removeAll(keepingCapacity: true) }
    return records
  }

  func start(_ path: [String], _ attributes: XMLAttributes) throws(XMLRefusal) {
    switch path.count {
    case 1:
      guard path[0] == "HealthData" else {
        throw XMLRefusal(reason: "not a Health export: \(path[0])")
      }
    case 2:
      if path[1] == "Record" {
        take(attributes)
      } else if path[1] == "Workout" {
        begin(attributes)
      }
    case 3:
      if path[2] == "WorkoutStatistics", path[1] == "Workout" { addDistance(attributes) }
    default: break
    }
  }

  func wantsText(_ path: [String]) -> Bool { false }

  func end(_ path: [String], text: String) {
    if path.count == 2, path[1] == "Workout" { finish() }
  }

  // MARK: Samples

  private static let prefix = "HKQuantityTypeIdentifier"
  private static let distancePrefix = prefix + "Distance"

  /// Our type of a quantity of theirs; nil for those that are not taken.
  private static func type(_ identifier: String) -> MeasurementType? {
    switch identifier {
    case "HKQuantityTypeIdentifierHeartRate": .heartRate
    case "HKQuantityTypeIdentifierBodyMass": .weight
    case "HKQuantityTypeIdentifierHeight": .height
    case "HKQuantityTypeIdentifierBodyTemperature": .temperature
    default: nil
    }
  }

  private func take(_ attributes: XMLAttributes) {
    guard let identifier = attributes["type"], let type = Self.type(identifier) else { return }
    guard let text = attributes["value"] ?? attributes["average"],
      let value = Self.quantity(text, attributes["unit"] ?? "", of: type),
      Self.isPossible(value, type),
      let start = attributes["startDate"].flatMap(Self.time),
      let end = attributes["endDate"].map(Self.time) ?? start
    else { return count.leftOut.count(.samples) }
    var hash = ContentHash()
    hash.add("health sample")
    hash.add(type.rawValue)
    hash.add(Int(start.instant.microseconds))
    hash.add(Int(end.instant.microseconds))
    hash.add((value.bitPattern &+ 1 << 35) >> 36)
    count.samples += 1
    records.append(
      Record(
        id: hash.id(at: start.instant), type: type, value: value == 0 ? 0 : value, time: start,
        source: name(of: attributes["sourceName"] ?? attributes["source"])))
  }

  private static func isPossible(_ value: Double, _ type: MeasurementType) -> Bool {
    do throws(ImpossibleMeasurement) { try type.validate(value) } catch { return false }
    return true
  }

  /// A watch has a million samples in a row.
  private func name(of raw: String?) -> String? {
    guard let raw else { return nil }
    if raw != source.raw {
      source = (raw, PlainText.line(raw, limit: NewRecord.sourceLimit))
    }
    return source.plain
  }

  // MARK: Workouts

  private func begin(_ attributes: XMLAttributes) {
    guard let start = attributes["startDate"].flatMap(Self.time),
      let end = attributes["endDate"].map(Self.time) ?? start
    else { return count.leftOut.count(.times) }
    var total: Double?
    if let text = attributes["totalDistance"] {
      total = distance(text, attributes["totalDistanceUnit"] ?? "")
    }
    workout = Workout(
      kind: attributes["workoutActivityType"] ?? "",
      source: name(of: attributes["sourceName"] ?? attributes["source"]), start: start, end: end,
      total: total)
  }

  private func addDistance(_ attributes: XMLAttributes) {
    guard let identifier = attributes["type"], identifier.hasPrefix(Self.distancePrefix),
      let sum = attributes["sum"], workout != nil
    else { return }
    workout?.sum += distance(sum, attributes["unit"] ?? "") ?? 0
  }

  private func distance(_ text: String, _ unit: String) -> Double? {
    guard let distance = Self.quantity(text, unit, of: .distance), distance >= 0,
      distance <= MeasurementType.greatestStoredValue
    else {
      count.leftOut.count(.distances)
      return nil
    }
    return distance
  }

  private func finish() {
    guard let workout else { return }
    self.workout = nil
    let distance = workout.sum > 0 ? workout.sum : workout.total ?? 0
    // Of yoga there is none, and that is no fault.
    guard distance > 0 else { return }
    guard Self.isPossible(distance, .distance) else { return count.leftOut.count(.distances) }
    var hash = ContentHash()
    hash.add("health workout")
    hash.add(workout.kind)
    hash.add(Int(workout.start.instant.microseconds))
    hash.add(Int(workout.end.instant.microseconds))
    count.workouts += 1
    count.distance += distance
    records.append(
      Record(
        id: hash.id(at: workout.start.instant), type: .distance, value: distance,
        time: workout.start, note: Self.words(workout.kind), source: workout.source))
  }

  /// `HKWorkoutActivityTypeTraditionalRowing` as `traditional rowing`.
  private static func words(_ kind: String) -> String? {
    let prefix = "HKWorkoutActivityType"
    guard kind.hasPrefix(prefix), kind.utf8.count < 100 else { return nil }
    var words = ""
    for character in kind.dropFirst(prefix.count) {
      if character.isUppercase, !words.isEmpty { words += " " }
      words += character.lowercased()
    }
    return PlainText.line(words, limit: NewRecord.noteLimit)
  }

  // MARK: Values

  /// A number with its unit, in the base unit; nil if it is none that can be measured.
  private static func quantity(
    _ text: String, _ unit: String, of type: MeasurementType
  ) -> Double? {
    guard let number = XMLValue.number(text) else { return nil }
    let known: MeasurementUnit? =
      switch (type, unit) {
      case (.heartRate, "count/min"): .beatsPerMinute
      case (.temperature, "degC"): .celsius
      case (.temperature, "degF"): .fahrenheit
      default: MeasurementUnit.named(unit, convertibleFrom: type)
      }
    if let known { return known.baseValue(of: number) }
    return type == .heartRate && unit == "count/s" ? number * 60 : nil
  }

  /// `2026-11-30 07:15:00 +0100`, or as iOS 8 has it `20261130071500+0100`; nil if it is no time.
  private static func time(_ text: String) -> Timestamp? {
    var bytes = Array(text.utf8)
    switch bytes.count {
    case 25 where bytes[10] == UInt8(ascii: " ") && bytes[19] == UInt8(ascii: " "):
      bytes[10] = UInt8(ascii: "T")
      bytes.insert(UInt8(ascii: ":"), at: 23)
      bytes.remove(at: 19)
    case 17, 19:
      guard bytes[..<12].allSatisfy({ $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") })
      else { break }
      if bytes.count == 17 { bytes.insert(contentsOf: "00".utf8, at: 12) }
      for (place, sign) in [(17, ":"), (12, ":"), (10, ":"), (8, "T"), (6, "-"), (4, "-")] {
        bytes.insert(contentsOf: sign.utf8, at: place)
      }
    default: break
    }
    return ActivityTime.parse(String(decoding: bytes, as: UTF8.self))
  }
}
