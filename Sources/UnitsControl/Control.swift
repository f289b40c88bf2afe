// unitsctl: words in, an exit status out.
//
// The way of a command: `Arguments` takes the words apart by the declarations in `CommandName`;
// `Invocation` holds what the command needs; the command's `run` does it through `GroupClient`.
// `get` is run by every prompt and script that shows a unit: nothing stands in its way that it does
// not need.

package import Units
internal import UnitsClient
package import UnitsLinux
internal import UnitsStore

/// The whole of `unitsctl` but its `main.swift`.
package enum Control {
  package static let name = "unitsctl"

  /// Runs one command. `arguments` are those behind the program's name; the environment is that of
  /// the caller; `now` is the present moment. Of the process nothing else is looked at but its time
  /// zone.
  package static func run(
    arguments: [String], environment: Environment, streams: ControlStreams = .standard,
    now: @escaping () -> Instant = { .now() }
  ) -> Int32 {
    do throws(ControlFailure) {
      return try run(try Arguments(parsing: arguments), environment, streams, now).rawValue
    } catch {
      if let message = error.message {
        let hint = error.hint.map { "\($0)\n" } ?? ""
        // Where standard error is closed, nobody wants to hear it.
        _ = streams.error.write("\(name): \(message)\n\(hint)")
      }
      return error.status.rawValue
    }
  }

  private static func run(
    _ arguments: Arguments, _ environment: Environment, _ streams: ControlStreams,
    _ now: @escaping () -> Instant
  ) throws(ControlFailure) -> ExitStatus {
    let invocation = try Invocation(
      arguments, environment: environment, streams: streams, now: now)
    if arguments.has(.help) {
      try invocation.write(
        Help(for: invocation.streams.output).text(arguments.command?.declaration))
      return .done
    }
    if arguments.has(.version) {
      try invocation.write("\(name) \(Version.text)\n")
      return .done
    }
    guard let name = arguments.command else {
      throw .usage("command missing", hint: "`\(self.name) --help` lists the commands")
    }
    let command = name.declaration
    try arguments.checkOperands(of: command)
    return try command.run(invocation)
  }
}
