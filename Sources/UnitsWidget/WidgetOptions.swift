// How one start of `unitsbar` is to go.

internal import UnitsClient
internal import UnitsCommandLine
internal import UnitsLinux
internal import UnitsStore

/// How a widget shows and for how long.
struct WidgetOptions {
  enum Mode {
    case once
    case follow
  }

  var client: ClientOptions
  var mode = Mode.once
  var format = WidgetFormat.plain
  /// What the command line chooses; the preferences give the rest.
  var settings = WidgetSettings()
  /// Another status command, whose blocks stand behind ours. Of i3bar only.
  var merge: String?
}
