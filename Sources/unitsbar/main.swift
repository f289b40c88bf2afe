// unitsbar: the widget. All of it is in UnitsWidget.

import Glibc
import UnitsLinux
import UnitsWidget

exit(
  WidgetProgram.run(arguments: Process.arguments, environment: .process))
