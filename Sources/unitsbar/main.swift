// unitsbar: the widget. All of it is in UnitsWidget.

import Glibc
import UnitsLinux
import UnitsWidget

SignalWatch.ignoreBrokenPipes()
let status = WidgetProgram.run(arguments: Process.arguments, environment: .process)
exit(StandardStream.status(status, of: "unitsbar"))
