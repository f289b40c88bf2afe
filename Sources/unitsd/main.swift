// unitsd: the daemon. All of it is in UnitsDaemon.

import Glibc
import UnitsDaemon
import UnitsLinux

exit(
  DaemonProgram.run(arguments: Process.arguments, environment: .process))
