// What the command line asks for.

/// Which benchmarks are run, how often, and how their results are shown.
struct BenchOptions {
  /// How the report is printed.
  enum Layout {
    case table
    case json
  }

  /// Whether the programs to be measured are built before.
  enum Build {
    case release
    case none
  }

  var benchmarks: [Benchmark] = []
  /// How often a whole process is run; the other benchmarks take multiples of it.
  var rounds = 200
  /// How far the curves by records go: ten times as many take a minute more, and a gigabyte.
  var records = 1_000_000
  var layout = Layout.table
  var build = Build.release
  /// Where the private directory is made: its file system is the one whose fsync is measured.
  var place = "/var/tmp"

  enum Command {
    case run(BenchOptions)
    case say(String)
    case refuse(String)
  }

  static let usage = "usage: units-bench [--rounds N] [--records N] [--json] [--list] [NAME…]\n"

  private static let help =
    usage + """

      Measures unitsd, unitsctl and unitsbar beside the least that it could cost, and prints one
      table: medians, ratios, and what is aimed at. Without names: all.

        --rounds N     how often a whole process is run (default 200); others take multiples
        --records N    how far the curves by records go (default 1000000); ten times as many take
                       some minutes more and, for a while, 4 GB
        --in DIR       the directory whose file system is written to (default /var/tmp)
        --json         one object for machines
        --no-build     takes the release programs as they are
        --list         the names and what they measure

      Example: units-bench --rounds 500 get set

      """

  static func parse(_ arguments: ArraySlice<String>) -> Command {
    var options = BenchOptions()
    var rest = arguments
    while let argument = rest.popFirst() {
      switch argument {
      case "--help", "-h": return .say(help)
      case "--list": return .say(Benchmark.list)
      case "--json": options.layout = .json
      case "--no-build": options.build = .none
      case "--rounds":
        guard let rounds = number(from: &rest) else { return .refuse(needsNumber(argument)) }
        options.rounds = rounds
      case "--records":
        guard let records = number(from: &rest) else { return .refuse(needsNumber(argument)) }
        options.records = records
      case "--in":
        guard let place = rest.popFirst() else { return .refuse("option needs a value: --in") }
        options.place = place
      default:
        guard let benchmark = Benchmark(rawValue: argument) else {
          return .refuse("unknown benchmark: \(argument)")
        }
        options.benchmarks.append(benchmark)
      }
    }
    if options.benchmarks.isEmpty { options.benchmarks = Benchmark.allCases }
    return .run(options)
  }

  private static func number(from arguments: inout ArraySlice<String>) -> Int? {
    guard let number = arguments.popFirst().flatMap({ Int($0) }), number > 0 else { return nil }
    return number
  }

  private static func needsNumber(_ option: String) -> String {
    "option needs a number above zero: \(option)"
  }
}
