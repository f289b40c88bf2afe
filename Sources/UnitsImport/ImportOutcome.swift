// What became of an import, as it is told.

internal import Units
internal import UnitsJSON
internal import UnitsLinux

/// What became of one file, archive or folder.
struct ImportOutcome {
  var activityCount = 0
  /// Of all its activities, in metres.
  var distance = 0.0
  /// Samples of a Health export.
  var measurementCount = 0
  var leftOut = LeftOut()
  /// How many of all were not there before.
  var addedCount = 0
  /// What was refused of an archive or a folder.
  var refusals: [ImportError] = []

  /// Whether nothing was found.
  var isEmpty: Bool {
    activityCount + measurementCount + leftOut[.samples] + leftOut[.activities] == 0
  }

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
    let rest = leftOut.sentence.map { "; \($0)" } ?? ""
    return "\(FileName.shown(path)): \(parts.joined(separator: ", "))\(rest)\n"
  }

  func json(of path: String) -> String {
    let object: JSONObject = [
      "file": .string(FileName.shown(path)), "activities": .integer(activityCount),
      "added": .integer(addedCount), "distance": .double(distance),
      "measurements": .integer(measurementCount), "left_out": .integer(leftOut.total),
      "refused": .integer(refusals.count),
      "told": .array(leftOut.phrases.map(JSONValue.string)),
    ]
    return "\(object)\n"
  }
}
