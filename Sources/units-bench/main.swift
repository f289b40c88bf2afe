// units-bench: what the programs cost beside the least that it could be, in one table.
//
// Every figure is taken in the same run as the one beside it, in turns (ours, theirs, ours, …), so
// that a busy machine slows both. Programs in C to compare with are compiled on the spot; peers are
// used where they are installed. Nothing outlives the run: all files lie in one private directory,
// and every process that was started is ended by its number.

import Glibc
import UnitsCommandLine
import UnitsLinux

let start = Start(
  Array(CommandLine.arguments.dropFirst()), of: .unitsBench,
  columns: { TerminalSize(of: StandardStream.output.rawValue)?.columns })
switch start {
case .say(let text):
  StandardStream.output.write(text)
case .refuse(let error):
  StandardStream.error.write(error.text(of: .unitsBench))
  exit(error.status.rawValue)
case .run(let line) where line.has(.list):
  StandardStream.output.write(Benchmark.list)
case .run(let line):
  do {
    let options = BenchOptions(line)
    let report = try Workbench.run(options)
    StandardStream.output.write(options.layout == .json ? report.json : report.text)
  } catch {
    StandardStream.error.write("\(Program.unitsBench.rawValue): \(error)\n")
    exit(ExitStatus.inputOutput.rawValue)
  }
}
