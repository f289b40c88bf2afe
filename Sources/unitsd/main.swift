// unitsd: the daemon. All of it is in UnitsDaemon.

import Glibc
import UnitsDaemon
import UnitsLinux

SignalWatch.ignoreBrokenPipes()
let status = DaemonProgram.run(arguments: Process.arguments, environment: .process)
exit(StandardStream.status(status, of: "unitsd"))
