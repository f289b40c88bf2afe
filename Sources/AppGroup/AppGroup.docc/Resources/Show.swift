import AppGroup
import Foundation
import Units

let group = SharedDefaults.appGroup

func add(_ typed: Double) throws {
  let meters = UnitSystem.current.metersFromDisplay(typed)
  try group.add(MeasurementRecord(type: .distance, value: meters, date: Date(), source: "runs"))
}

func show(_ meters: Double) {
  print(group[.unitSystem].formatDistance(meters: meters), "today")
}

show(try group.summary(of: .distance).sum)
