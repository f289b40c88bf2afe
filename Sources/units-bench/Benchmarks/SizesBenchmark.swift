// What the programs take on the disk.

internal import UnitsLinux

/// The sizes of the programs: those that people start are stripped, the daemon has its debug information.
enum SizesBenchmark {
  static func run(on bench: Workbench) throws -> [Row] {
    let programs = [
      (bench.programs.daemon, 24e6), (bench.programs.control, 13e6), (bench.programs.widget, 13e6),
    ]
    return try programs.map { (path, greatest) in
      let name = splitPath(path).name
      guard let identity = try FileIdentity.following(path) else {
        return Row("\(name), size", missing: "not built")
      }
      return Row(
        "\(name), size", Quantity(value: Double(identity.size), unit: .bytes),
        aim: .figureAtMost(Quantity(value: greatest, unit: .bytes)))
    }
  }
}
