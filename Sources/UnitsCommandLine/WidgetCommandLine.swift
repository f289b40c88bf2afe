internal import Units

/// What `unitsbar` says of its command line.
package enum WidgetCommandLine {
  package static let name = "unitsbar"

  /// The formats; those that `unitsbar` knows, which a test compares.
  package static let formats = [
    "plain", "waybar", "polybar", "i3bar", "i3blocks", "i3status-rust", "tmux", "lemonbar",
    "xmobar", "eww", "argos", "json",
  ]
  /// The fields of a template; those that `unitsbar` knows, which a test compares.
  package static let fields = [
    "value", "unit", "total", "count", "goal", "percent", "spark", "system", "type", "period",
  ]
  /// The periods; those that `unitsbar` knows, which a test compares.
  package static let periods = ["today", "week", "month"]

  package static var options: [OptionDeclaration] {
    [
      .init("follow", short: "f", summary: "keep running, and print a new line at each change"),
      .init(
        "type", placeholder: "TYPE", summary: "what is shown (distance)",
        values: MeasurementType.allCases.map(\.commandWord)),
      .init("period", placeholder: "PERIOD", summary: "of which time (today)", values: periods),
      .init("goal", placeholder: "GOAL", summary: "what to reach: 5km"),
      .init(
        "template", placeholder: "TEXT",
        summary: "what to show: '{value} {unit} today'; fields: "
          + fields.joined(separator: ", ")),
      .init(
        "width", placeholder: "N", summary: "at least N characters, so that a bar does not jump"),
      .init("placeholder", placeholder: "TEXT", summary: "what to show while nothing is known (…)"),
      .init(
        "on-middle", placeholder: "COMMAND",
        summary: """
          what the middle button does in i3bar and i3blocks, a command of unitsctl: \
          'log distance 1km'
          """),
      .init("on-right", placeholder: "COMMAND", summary: "what the right button does there"),
      .init(
        "merge", placeholder: "COMMAND",
        summary: "i3bar: put this status command's blocks behind ours"),
      .init("toggle", summary: "switch the unit system and end: what a click runs"),
      .init(
        "scroll", placeholder: "up|down",
        summary: "go to the next period or the one before, and end", values: ["up", "down"]),
      .init("group", placeholder: "GROUP", summary: "the app group (group.dev.units)"),
      .init(
        "socket", placeholder: "PATH", summary: "the daemon's socket, and nothing but the daemon"),
      .init("no-daemon", summary: "use the store directly"),
      .init("help", short: "h", summary: "print help"),
      .init("version", short: "V", summary: "print the version"),
    ]
  }

  package static var declaration: ProgramDeclaration {
    ProgramDeclaration(
      name: name, section: 1, summary: "measurements in a status bar, in the user's units",
      forms: ["[--follow] [FORMAT]"],
      description: [
        "Prints today's distance in the user's units, `3.1 mi today`, and ends."
      ],
      operands: [.init("FORMAT", summary: "the bar that it is for", values: formats)],
      options: options,
      notes: [
        """
        The preferences dev.units.bar.type, .period, .goal, .template, .width, .placeholder, \
        .on-middle and .on-right give the defaults, and change every bar at once.
        """
      ],
      environment: CommonPlaces.environment, files: CommonPlaces.files,
      example: "unitsbar --follow waybar --goal 5km")
  }
}
