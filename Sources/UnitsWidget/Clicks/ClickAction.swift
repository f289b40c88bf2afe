// What the buttons do.

internal import Units
internal import UnitsClient
internal import UnitsCommandLine
internal import UnitsJSON
internal import UnitsLinux
internal import UnitsPreferences
internal import UnitsPrograms

/// What a click does. All of it is written, so that every bar shows it and a restart keeps it.
enum ClickAction: Equatable {
  /// The other unit system.
  case toggle
  /// A command of `unitsctl`.
  case command(String)
  /// Another period, where the command line does not name one.
  case turn(WheelDirection)

  enum Patience {
    /// The program goes on, and hears of the change like of any other.
    case none
    case toTheEnd
  }

  /// The variable by which i3blocks tells a command that was run for a click of the button.
  private static let blockButton = "BLOCK_BUTTON"

  /// The action of a button, by the numbers of X11: left, middle, right, wheel up, wheel down.
  init?(button: Int, settings: WidgetSettings) {
    switch button {
    case 1: self = .toggle
    case 2:
      guard let command = settings.onMiddle else { return nil }
      self = .command(command)
    case 3:
      guard let command = settings.onRight else { return nil }
      self = .command(command)
    case 4: self = .turn(.up)
    case 5: self = .turn(.down)
    default: return nil
    }
  }

  /// What i3blocks ran this program for, if it was a click.
  init?(block options: WidgetOptions) {
    guard options.format == .i3blocks,
      let button = options.client.environment[Self.blockButton].flatMap({ Int($0) })
    else { return nil }
    self.init(button: button, settings: options.settings)
  }

  func perform(
    _ model: WidgetModel, _ options: WidgetOptions, waits patience: Patience
  ) throws(ClientError) {
    switch self {
    case .toggle: _ = try model.client.toggle(lookingAt: model.settings.type ?? .distance)
    case .turn(let direction):
      guard options.settings.period == nil else { return }
      let period = (model.settings.period ?? .today).turned(direction)
      try model.client.set([BarSetting.period.key: .string(period.rawValue)])
    case .command(let command):
      do throws(SystemError) {
        let process = try ChildProgram.start(command: "exec unitsctl \(command)")
        if patience == .toTheEnd { _ = ChildProgram.wait(for: process) }
      } catch {
        throw .system(error)
      }
    }
  }
}
