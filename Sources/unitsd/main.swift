// unitsd: the daemon. All of it is in UnitsDaemon.

import Glibc
import UnitsDaemon
import UnitsLinux

exit(
  DaemonProgram.run(arguments: Array(CommandLine.arguments.dropFirst()), environment: .process))
