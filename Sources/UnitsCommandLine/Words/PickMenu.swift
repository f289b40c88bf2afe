/// A program that shows lines and prints the one that was chosen.
package enum PickMenu: String, CaseIterable, Sendable {
  case rofi, dmenu, fuzzel, wofi
}
