extension GroupDefaults {
  /// Where a group's values come from and go to.
  public enum Backing: Sendable, Equatable {
    /// The daemon: changes by other programs are told at once.
    case daemon
    /// The files, under the same locks: changes by other programs are noticed by a file watch.
    case store
  }

  /// How a group is reached at present. There is no volatile fallback: what cannot be stored is an
  /// error.
  public enum ConnectionState: Sendable, Equatable {
    /// Nothing was read yet, or the first state is on its way.
    case connecting
    /// Connected to the daemon.
    case daemon
    /// No daemon; the files are used directly.
    case store
    /// Nothing can be read: a daemon was demanded by `UNITS_SOCKET` and is not there, or there is no
    /// place for files, or they cannot be read. Reads see what was last known; each is told on
    /// standard error once, and connecting is tried again.
    case unavailable(AppGroupError)

    /// What is in use; nil while nothing is.
    public var backing: Backing? {
      switch self {
      case .connecting, .unavailable: nil
      case .daemon: .daemon
      case .store: .store
      }
    }
  }
}

typealias ConnectionState = GroupDefaults.ConnectionState
