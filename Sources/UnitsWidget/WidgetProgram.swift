// The program `unitsbar`: arguments and environment in, lines and an exit status out.

internal import UnitsClient
internal import UnitsCommandLine
package import UnitsLinux
internal import UnitsPrograms

/// The whole of `unitsbar` but its `main.swift`.
package enum WidgetProgram {
  /// Runs the widget to its end. `arguments` are those behind the program's name.
  package static func run(arguments: [String], environment: Environment) -> Int32 {
    Process.closeInheritedDescriptors()
    // Without a standard output there is nobody to show anything to.
    guard StandardStream.output.isOpen else { return ExitStatus.done.rawValue }
    return run(WidgetCommand.parse(arguments, environment: environment)).rawValue
  }

  private static func run(_ command: WidgetCommand) -> ExitStatus {
    switch command {
    case .say(let text):
      StandardStream.output.write(text)
      return .done
    case .refuse(let error):
      StandardStream.error.write(error.text(of: .unitsbar))
      return error.status
    case .toggle(let options): return perform(.toggle, options)
    case .scroll(let options, let direction): return perform(.turn(direction), options)
    case .show(let options):
      switch options.mode {
      case .once: return showOnce(options)
      case .follow: return follow(options)
      }
    }
  }

  /// One line: what is known now. A widget never stores the first default: it is no decision of its
  /// user that a bar was started.
  private static func showOnce(_ options: WidgetOptions) -> ExitStatus {
    let model = model(options)
    do throws(ClientError) {
      try model.glance()
      if let action = ClickAction(block: options) {
        try action.perform(model, options, waits: .toTheEnd)
        model.invalidate()
        try model.glance()
      }
      StandardStream.output.write(options.format.opening + options.format.line(model.face))
      return .done
    } catch {
      StandardStream.output.write(options.format.opening + options.format.line(model.face))
      tell(error.description)
      return error.exitStatus
    }
  }

  /// For one line or one action.
  private static func model(_ options: WidgetOptions) -> WidgetModel {
    var client = options.client
    client.beginOneTime()
    return WidgetModel(options: options, client: GroupClient(options: client))
  }

  private static func perform(_ action: ClickAction, _ options: WidgetOptions) -> ExitStatus {
    let model = model(options)
    do throws(ClientError) {
      model.values = try model.client.get(WidgetSettings.keys)
      try action.perform(model, options, waits: .toTheEnd)
      return .done
    } catch {
      tell(error.description)
      return error.exitStatus
    }
  }

  private static func follow(_ options: WidgetOptions) -> ExitStatus {
    do throws(SystemError) {
      let follower = try WidgetLoop(options: options)
      return try follower.run()
    } catch {
      tell(error.description)
      return .inputOutput
    }
  }

  /// Bars display standard error, so only a person hears of it.
  static func tell(_ message: String) {
    if StandardStream.error.isTerminal { StandardStream.error.write("unitsbar: \(message)\n") }
  }
}
