// One line of plain text, for every bar that shows what a command prints.

/// `3.1 mi today`
enum PlainFormat {
  static func line(_ state: WidgetState) -> String {
    "\(state.label) today\n"
  }

  /// What is shown while nothing is known. Not empty: some bars hide a module whose first line is.
  static func placeholder(_ text: String) -> String {
    "\(text)\n"
  }
}
