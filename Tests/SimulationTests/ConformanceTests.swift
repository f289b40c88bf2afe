import Foundation
import Simulation
import Testing
import UnitsLinux

/// The simulation is worth what the simulated kernel is like Linux.
@Suite(.timeLimit(.minutes(10))) struct ConformanceTests {
  /// In memory where there is room: what is compared is the kernel's, not a disk's.
  private let parent = "/dev/shm"

  @Test func `the simulated kernel does what Linux does`() throws {
    let place = "\(parent)/units-conformance-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: place) }
    let times = try times(in: place)
    for seed in 1...2000 as ClosedRange<UInt64> {
      let root = "\(place)/\(seed)"
      try LinuxKernel.shared.makeDirectory(root)
      var conformance = try Conformance(directory: root, seed: seed, times)
      try conformance.run(steps: 60, seed: seed)
    }
  }

  /// Newer kernels stamp finely whoever was looked at.
  private func times(in place: String) throws -> Conformance.Times {
    let kernel = LinuxKernel.shared
    var stamps: Set<Int64> = []
    let file = try kernel.openFile("\(place)/probe", flags: O_RDWR | O_CREAT, mode: 0o600)
    for _ in 0..<20 {
      _ = try kernel.write([1], from: 0, to: file.number)
      stamps.insert(try kernel.identity(of: file.number, path: "probe").modified)
    }
    return stamps.count == 20 ? .compared : .coarse
  }
}
