// units-import: all of it is in UnitsImport.

import Glibc
import UnitsImport
import UnitsLinux

SignalWatch.ignoreBrokenPipes()
exit(ImportProgram.run(arguments: Process.arguments, environment: .process))
