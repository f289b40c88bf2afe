// The way from a command line to a client: the same in every program that has these options.

package import UnitsClient
package import UnitsCommandLine
package import UnitsLinux
internal import UnitsStore

extension ClientOptions {
  /// What the environment says, and `--group`, `--socket`, `--no-daemon` and `--timeout` over it.
  package init(_ line: ParsedLine, environment: Environment) throws(UsageError) {
    self.init(environment: environment)
    if line.options.isEmpty { return }
    if let text = line[.group] { group = try GroupName(typed: text) }
    if let path = line[.socket] {
      socket = SocketAddress(path: Self.absolute(path, environment), choice: .named)
      route = .daemonOnly
    }
    if line.has(.noDaemon) { route = .directOnly }
    if let text = line[.timeout],
      let seconds = ValueKind.seconds(text, upTo: ValueKind.longestTimeout)
    {
      timeout = .seconds(seconds)
    }
  }

  /// A path in the sense of the shell that it was typed in: what is watched has to be absolute.
  private static func absolute(_ path: String, _ environment: Environment) -> String {
    guard path.utf8.first != UInt8(ascii: "/"), let directory = environment["PWD"] else {
      return path
    }
    return "\(directory)/\(path)"
  }
}

extension GroupName {
  /// The name that stands on a command line.
  init(typed text: String) throws(UsageError) {
    guard let group = GroupName(text) else { throw UsageError.groupName(text) }
    self = group
  }
}
