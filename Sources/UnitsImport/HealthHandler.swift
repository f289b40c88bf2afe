// What a Health export says of the five types of measurements.
//
// - Height, weight, heart rate and body temperature are taken sample by sample.
// - Distance is that of workouts. The samples of distance are not taken: a telephone and a watch each
//   count the same walk, and both count what is in a workout already.
// - Samples in a correlation stand in the file twice; those outside of any are taken.
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
    /// Samples that cannot be: a heart that does not beat.
    var leftOut = 0
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
        try take(attributes)
      } else if path[1] == "Workout" {
        try begin(attributes)
      }
    case 3:
      if path[2] == "WorkoutStatistics", path[1] == "Workout" { try addDistance(attributes) }
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

  private func take(_ attributes: XMLAttributes) throws(XMLRefusal) {
    guard let identifier = attributes["type"], let type = Self.type(identifier) else { return }
    let value = try Self.quantity(
      try Self.needed("value", attributes), attributes["unit"] ?? "", of: type)
    let start = try Self.time(try Self.needed("startDate", attributes))
    let end = try attributes["endDate"].map(Self.time) ?? start
    do throws(ImpossibleMeasurement) { try type.validate(value) } catch {
      count.leftOut += 1
      return
    }
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
        source: name(of: attributes["sourceName"])))
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

  private func begin(_ attributes: XMLAttributes) throws(XMLRefusal) {
    let start = try Self.time(try Self.needed("startDate", attributes))
    var total: Double?
    if let text = attributes["totalDistance"] {
      total = try Self.quantity(text, attributes["totalDistanceUnit"] ?? "", of: .distance)
    }
    workout = Workout(
      kind: attributes["workoutActivityType"] ?? "", source: name(of: attributes["sourceName"]),
      start: start, end: try attributes["endDate"].map(Self.time) ?? start, total: total)
  }

  private func addDistance(_ attributes: XMLAttributes) throws(XMLRefusal) {
    guard let identifier = attributes["type"], identifier.hasPrefix(Self.distancePrefix),
      let sum = attributes["sum"]
    else { return }
    workout?.sum += try Self.quantity(sum, attributes["unit"] ?? "", of: .distance)
  }

  private func finish() {
    guard let workout else { return }
    self.workout = nil
    let distance = workout.sum > 0 ? workout.sum : workout.total ?? 0
    // Of yoga there is none, and that is no fault.
    guard distance > 0 else { return }
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

  private static func needed(
    _ name: String, _ attributes: XMLAttributes
  ) throws(XMLRefusal) -> String {
    guard let value = attributes[name] else { throw XMLRefusal(reason: "\(name) missing") }
    return value
  }

  /// A number with its unit, in the base unit.
  private static func quantity(
    _ text: String, _ unit: String, of type: MeasurementType
  ) throws(XMLRefusal) -> Double {
    let number = try XMLValue.number(text, "value")
    let known: MeasurementUnit? =
      switch (type, unit) {
      case (.heartRate, "count/min"): .beatsPerMinute
      case (.temperature, "degC"): .celsius
      case (.temperature, "degF"): .fahrenheit
      default: MeasurementUnit.named(unit, convertibleFrom: type)
      }
    if let known { return known.baseValue(of: number) }
    if type == .heartRate, unit == "count/s" { return number * 60 }
    throw XMLRefusal(reason: "unknown unit of \(type.rawValue): \(PlainText.shown(unit))")
  }

  /// `2026-11-30 07:15:00 +0100`.
  private static func time(_ text: String) throws(XMLRefusal) -> Timestamp {
    var bytes = Array(text.utf8)
    guard bytes.count == 25, bytes[10] == UInt8(ascii: " "), bytes[19] == UInt8(ascii: " ") else {
      return try XMLValue.time(text)
    }
    bytes[10] = UInt8(ascii: "T")
    bytes.insert(UInt8(ascii: ":"), at: 23)
    bytes.remove(at: 19)
    return try XMLValue.time(String(decoding: bytes, as: UTF8.self))
  }
}
