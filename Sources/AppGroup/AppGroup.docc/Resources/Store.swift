import AppGroup
import Foundation
import Units

let group = SharedDefaults.appGroup

func add(_ typed: Double) throws {
  let meters = UnitSystem.current.metersFromDisplay(typed)
  try group.add(MeasurementRecord(type: .distance, value: meters, date: Date(), source: "runs"))
}

try add(5)
