import AppGroup
import Foundation
import Units

let group = SharedDefaults.appGroup

/// Stores a run, typed in the person's units.
func add(_ typed: Double) throws {
  let meters = UnitSystem.current.metersFromDisplay(typed)
  try group.add(MeasurementRecord(type: .distance, value: meters, date: Date(), source: "runs"))
}

/// Shows a distance in the person's units.
func show(_ meters: Double) {
  print(group[.unitSystem].formatDistance(meters: meters), "today")
}

/// Shows today's distance, and again at each change by any program.
func follow() async {
  await withTaskGroup { tasks in
    tasks.addTask {
      for await today in group.summaries(of: .distance, in: .today) { show(today.sum) }
    }
    tasks.addTask {
      for await _ in group.changes(of: .unitSystem) {
        do { show(try group.summary(of: .distance).sum) } catch { print(error) }
      }
    }
  }
}

if let typed = CommandLine.arguments.dropFirst().first.flatMap(Double.init) {
  try add(typed)
} else {
  await follow()
}
