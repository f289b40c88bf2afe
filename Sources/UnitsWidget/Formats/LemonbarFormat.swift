// lemonbar's input: `%%` is a percent sign, `%{…}` a command. What is clicked it prints, for a shell
// behind it: `unitsbar --follow lemonbar | lemonbar -p | sh`.

enum LemonbarFormat {
  /// Areas by button: left, and the wheel up and down.
  private static let areas = [
    (button: 1, command: "unitsbar --toggle"),
    (button: 4, command: "unitsbar --scroll up"),
    (button: 5, command: "unitsbar --scroll down"),
  ]

  static func line(_ face: WidgetFace) -> String {
    var text = ""
    for character in face.text { text += character == "%" ? "%%" : String(character) }
    if let color = face.level?.color { text = "%{F\(color)}\(text)%{F-}" }
    for area in areas { text = "%{A\(area.button):\(area.command):}\(text)%{A}" }
    return text + "\n"
  }
}
