// What the programs take on the disk.

internal import UnitsLinux

/// The sizes of the stripped programs.
enum SizesBenchmark {
  static func run(on bench: Workbench) throws -> [Row] {
    try [bench.programs.daemon, bench.programs.control, bench.programs.widget].map { path in
      let name = splitPath(path).name
      guard let identity = try FileIdentity.following(path) else {
        return Row("\(name), size", missing: "not built")
      }
      return Row(
        "\(name), size", Quantity(value: Double(identity.size), unit: .bytes),
        aim: .figureAtMost(Quantity(value: 9e6, unit: .bytes)))
    }
  }
}
