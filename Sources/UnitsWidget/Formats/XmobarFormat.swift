// xmobar's CommandReader: `<` begins a tag. A text that has one is sent raw, with its length in
// front, which is the escape that xmobar has.

enum XmobarFormat {
  static func line(_ face: WidgetFace) -> String {
    var text = face.text
    if text.contains("<") { text = "<raw=\(text.unicodeScalars.count):\(text)/>" }
    guard let color = face.level?.color else { return text + "\n" }
    return "<fc=\(color)>\(text)</fc>\n"
  }
}
