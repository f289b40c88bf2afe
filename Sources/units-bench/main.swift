// units-bench: what the programs cost beside the least that it could be, in one table.
//
// Every figure is taken in the same run as the one beside it, in turns (ours, theirs, ours, …), so
// that a busy machine slows both. Programs in C to compare with are compiled on the spot; peers are
// used where they are installed. Nothing outlives the run: all files lie in one private directory,
// and every process that was started is ended by its number.

import Glibc
import UnitsLinux

switch BenchOptions.parse(CommandLine.arguments.dropFirst()) {
case .say(let text):
  StandardStream.output.write(text)
case .refuse(let reason):
  StandardStream.error.write("units-bench: \(reason)\n\(BenchOptions.usage)")
  exit(64)
case .run(let options):
  do {
    let report = try Workbench.run(options)
    StandardStream.output.write(options.layout == .json ? report.json : report.text)
  } catch {
    StandardStream.error.write("units-bench: \(error)\n")
    exit(74)
  }
}
