/// The bars that `unitsbar` writes for, by the words that choose them.
package enum WidgetFormat: String, CaseIterable, Sendable {
  case plain, waybar, polybar, i3bar, i3blocks
  case i3statusRust = "i3status-rust"
  case tmux, lemonbar, xmobar, eww, argos, json
}

/// The ways a wheel turns.
package enum WheelDirection: String, CaseIterable, Sendable {
  case up, down
}
