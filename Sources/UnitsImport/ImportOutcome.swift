// What became of an import, as it is told.

internal import Units
internal import UnitsJSON

/// What became of one file, archive or folder.
struct ImportOutcome {
  var activityCount = 0
  /// Of all its activities, in metres.
  var distance = 0.0
  /// Samples of a Health export.
  var measurementCount = 0
  /// Samples that no record can have.
  var leftOutCount = 0
  /// How many of all were not there before.
  var addedCount = 0
  /// What was refused of an archive or a folder.
  var refusals: [ImportError] = []

  /// Whether nothing was found.
  var isEmpty: Bool { activityCount + measurementCount + leftOutCount == 0 }

  func line(of path: String, in system: UnitSystem) -> String {
    var parts: [String] = []
    if activityCount > 0 {
      let activities = activityCount == 1 ? "1 activity" : "\(activityCount) activities"
      parts.append("\(system.distanceLabel(meters: distance)) in \(activities)")
    }
    if measurementCount > 0 {
      parts.append(measurementCount == 1 ? "1 measurement" : "\(measurementCount) measurements")
    }
    parts.append("\(addedCount) added")
    if leftOutCount > 0 { parts.append("\(leftOutCount) left out that cannot be") }
    return "\(path): \(parts.joined(separator: ", "))\n"
  }

  func json(of path: String) -> String {
    let object: JSONObject = [
      "file": .string(path), "activities": .integer(activityCount),
      "added": .integer(addedCount), "distance": .double(distance),
      "measurements": .integer(measurementCount), "left_out": .integer(leftOutCount),
      "refused": .integer(refusals.count),
    ]
    return "\(object)\n"
  }
}
