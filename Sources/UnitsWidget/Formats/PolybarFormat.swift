// Polybar's custom/script. It obeys `%{…}` anywhere in a line and has no escape for it; a percent
// sign alone is safe.

enum PolybarFormat {
  static func line(_ face: WidgetFace) -> String {
    var line = ""
    var previous: Character = " "
    for character in face.text {
      if previous == "%", character == "{" { line.append(" ") }
      line.append(character)
      previous = character
    }
    return line + "\n"
  }
}
