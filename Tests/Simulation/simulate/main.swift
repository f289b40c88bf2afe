// Runs simulations: `simulate --help`.

import Foundation
import Simulation
import UnitsLinux

let from = UInt64(CommandLine.arguments.dropFirst().first ?? "1") ?? 1
let count = UInt64(CommandLine.arguments.dropFirst(2).first ?? "1000") ?? 1000
let place = "/dev/shm/conf"
try? LinuxKernel.shared.makeDirectory(place)
for seed in from..<from + count {
  let root = "\(place)/\(LinuxKernel.shared.process)-\(seed)"
  try LinuxKernel.shared.makeDirectory(root)
  defer { try? FileManager.default.removeItem(atPath: root) }
  var conformance = try Conformance(directory: root, seed: seed, .compared)
  do {
    try conformance.run(steps: 90, seed: seed)
  } catch {
    print(error)
    break
  }
}
