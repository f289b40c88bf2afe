// The i3bar protocol, of i3bar and swaybar: a header, then an endless array of arrays of blocks.

internal import Units
internal import UnitsJSON

enum I3barFormat {
  /// The block's name: swaybar sends no clicks without one, and clicks are told apart by it.
  static let blockName = "units"

  /// The header in a line of its own, which swaybar insists on, and the array's beginning. With a
  /// stop signal of 0 the bar does not stop us while it is hidden.
  static let opening = #"{"version":1,"click_events":true,"stop_signal":0}"# + "\n[\n"

  /// The widget's block, and behind it the blocks of others, as they stand between their brackets.
  static func line(_ face: WidgetFace, others: String) -> String {
    "[\(block(face))\(others.isEmpty ? "" : ",")\(others)],\n"
  }

  private static func block(_ face: WidgetFace) -> JSONObject {
    var block: JSONObject = [
      "name": .string(blockName), "full_text": .string(face.text),
      "short_text": .string(face.short), "markup": .string("none"), "align": .string("right"),
      "min_width": .string(leastText(face)),
    ]
    if let widget = face.widget { block["instance"] = .string(widget.type.commandWord) }
    if let color = face.level?.color { block["color"] = .string(color) }
    return block
  }

  /// A text as wide as the block shall be at least: with every digit a nought, and one more, so that
  /// 9.9 and 10.0 take the same room.
  private static func leastText(_ face: WidgetFace) -> String {
    var text = ""
    var hasDigit = false
    for character in face.text {
      let isDigit = character.isASCII && character.isNumber
      if isDigit, !hasDigit { text.append("0") }
      hasDigit = hasDigit || isDigit
      text.append(isDigit ? "0" : character)
    }
    return text
  }
}
