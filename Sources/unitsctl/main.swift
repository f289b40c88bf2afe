// unitsctl: all of it is in UnitsControl.

import Glibc
import UnitsControl
import UnitsLinux

SignalWatch.ignoreBrokenPipes()
exit(Control.run(arguments: Process.arguments, environment: .process))
