// Where the daemon's socket is.

/// The path of the daemon's socket and whether somebody asked for it.
package struct SocketAddress: Equatable, Sendable {
  /// Who chose the path. A client goes to the store directly only where nobody did.
  package enum Choice: Equatable, Sendable {
    case named
    case standard
  }

  package let path: String
  package let choice: Choice

  /// Where the socket for those who may only look is: in a directory of its own beside that of a
  /// standard socket, so that a sandbox can be given the one without the other. Nil beside a socket
  /// that somebody named: what else is made is theirs to name.
  package var readOnlyPath: String? {
    guard choice == .standard else { return nil }
    let (directory, name) = splitPath(path)
    return "\(directory)-readonly/\(name)"
  }

  package init(path: String, choice: Choice) {
    self.path = path
    self.choice = choice
  }

  /// `$UNITS_SOCKET`, else `$XDG_RUNTIME_DIR/units/unitsd.sock`, else the same below
  /// `/run/user/UID` if that directory is this user's, else below `/tmp/units-UID`.
  package init(environment: Environment, user: UInt32 = Process.user) {
    if let path = environment["UNITS_SOCKET"] {
      self.init(path: path, choice: .named)
      return
    }
    self.init(path: Self.standardPath(environment, user), choice: .standard)
  }

  private static func standardPath(_ environment: Environment, _ user: UInt32) -> String {
    if let directory = environment["XDG_RUNTIME_DIR"], directory.utf8.first == UInt8(ascii: "/") {
      return "\(directory)/units/unitsd.sock"
    }
    let directory = "/run/user/\(user)"
    // A directory that cannot be looked at is none to use.
    if let identity = try? FileIdentity.following(directory), identity.owner == user {
      return "\(directory)/units/unitsd.sock"
    }
    return "/tmp/units-\(user)/unitsd.sock"
  }
}
