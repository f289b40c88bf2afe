// units-import: all of it is in UnitsImport.

import Glibc
import UnitsImport
import UnitsLinux

SignalWatch.ignoreBrokenPipes()
let status = ImportProgram.run(arguments: Process.arguments, environment: .process)
exit(StandardStream.status(status, of: "units-import"))
