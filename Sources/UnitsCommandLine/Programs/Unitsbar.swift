// What `unitsbar` says of itself.

internal import UnitsPreferences

extension Program {
  static let widgetOptions: [OptionDeclaration] =
    [.follow] + BarSetting.allCases.map { OptionDeclaration.bar($0) } + [
      .merge, .group, .socket, .noDaemon, .timeout, .help, .version,
    ]

  static var widgetDeclaration: ProgramDeclaration {
    ProgramDeclaration(
      summary: "measurements in a status bar, in the user's units",
      forms: [
        CommandForm(.optional(.format)), CommandForm(.optional(.format), needs: [.toggle]),
        CommandForm(.optional(.format), needs: [.scroll]),
      ],
      description: [
        "Prints today's distance in the user's units, `3.1 mi today`, and ends."
      ],
      operands: [(.format, "the bar that it is for")],
      notes: [
        "The defaults of \(settings) are preferences, \(PreferenceDeclaration.bar(.type).key) for "
          + "--type and so on, which change every bar at once."
      ],
      statuses: ExitStatus.allCases.filter { $0 != .no },
      example: "unitsbar --follow waybar --goal 5km")
  }

  private static var settings: String {
    let names = BarSetting.allCases.map { "--\($0.rawValue)" }
    return names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "")
  }
}
