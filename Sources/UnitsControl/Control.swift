// unitsctl: words in, an exit status out.
//
// The way of a command: `ParsedLine` takes the words apart by what `UnitsCommandLine` declares;
// `Invocation` holds what the command needs; the command's `run` does it through `GroupClient`.
// `get` is run by every prompt and script that shows a unit: nothing stands in its way that it does
// not need.

package import Units
internal import UnitsClient
internal import UnitsCommandLine
package import UnitsLinux
internal import UnitsStore

/// The whole of `unitsctl` but its `main.swift`.
package enum Control {
  package static let name = Program.unitsctl.rawValue

  /// Runs one command. `arguments` are those behind the program's name; the environment is that of
  /// the caller; `now` is the present moment. Of the process nothing else is looked at but its time
  /// zone.
  package static func run(
    arguments: [String], environment: Environment, streams: ControlStreams = .standard,
    now: @escaping () -> Instant = { .now() }
  ) -> Int32 {
    do throws(ControlFailure) {
      return try run(arguments, environment, streams, now).rawValue
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
    _ words: [String], _ environment: Environment, _ streams: ControlStreams,
    _ now: @escaping () -> Instant
  ) throws(ControlFailure) -> ExitStatus {
    let start = Start(words, of: .unitsctl, columns: streams.output.columns)
    switch start {
    case .refuse(let error): throw ControlFailure(error)
    case .say(let text):
      try streams.write(text)
      return .done
    case .run(let line):
      // A line without a command was refused.
      guard let command = line.command else { return .usage }
      return try command.run(
        try Invocation(line, environment: environment, streams: streams, now: now))
    }
  }
}
