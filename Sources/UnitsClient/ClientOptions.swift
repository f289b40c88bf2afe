// What a client is told before it begins; of the world outside nothing is looked up later.

package import Units
internal import UnitsJSON
package import UnitsLinux
package import UnitsStore

/// The group, the ways to it, and how long a call may take.
package struct ClientOptions: Sendable {
  /// The ways that may be taken.
  package enum RouteChoice: Equatable, Sendable {
    /// Through the daemon if connecting succeeds, directly if it does not.
    case automatic
    /// Through the daemon or not at all: somebody named its socket.
    case daemonOnly
    /// Never through the daemon.
    case directOnly
  }

  /// How long a call may take unless its caller says otherwise: longer than a commit behind a long
  /// queue takes, shorter than people wait before they press Ctrl-C.
  package static let standardTimeout: Duration = .seconds(2)

  package var group: GroupName
  package var socket: SocketAddress
  package var route: RouteChoice
  package var timeout: Duration
  /// When all calls must have ended; nil where each has its own time alone.
  package var end: MonotonicTime?
  /// How long a call that can be done directly as well waits for the daemon at most; nil for half of
  /// its time.
  package var patience: Duration?
  private let place: Place
  /// The caller's own environment, asked for its locale and for nothing else.
  package var environment: Environment
  package var kernel: any Kernel = .linux
  /// Opens the records at a path.
  package var recordsAt: @Sendable (_ path: String) -> any RecordsDatabase = {
    RecordStore(path: $0)
  }

  /// The records of the group, where there is a place for them.
  func openRecords() -> (any RecordsDatabase)? {
    paths.map { recordsAt($0.records(of: group)) }
  }

  private enum Place: Sendable {
    case given(StorePaths?)
    /// Not worked out before somebody needs the store itself, which few do who find a daemon.
    case ofEnvironment
  }

  package init(
    group: GroupName = .standard, socket: SocketAddress, route: RouteChoice,
    timeout: Duration = ClientOptions.standardTimeout, paths: StorePaths?, environment: Environment
  ) {
    self.group = group
    self.socket = socket
    self.route = route
    self.timeout = timeout
    place = .given(paths)
    self.environment = environment
  }

  /// The options that an environment stands for. A named socket forbids the direct way.
  package init(
    group: GroupName = .standard, environment: Environment,
    timeout: Duration = ClientOptions.standardTimeout
  ) {
    self.group = group
    socket = SocketAddress(environment: environment)
    route =
      switch socket.choice {
      case .named: .daemonOnly
      case .standard: .automatic
      }
    self.timeout = timeout
    place = .ofEnvironment
    self.environment = environment
  }

  /// Has all calls from now on end within the time of one.
  package mutating func beginOneTime() { end = kernel.now() + timeout }

  /// Where the store is; nil where neither the XDG variables nor `HOME` say it.
  package var paths: StorePaths? {
    switch place {
    case .given(let paths): paths
    case .ofEnvironment: StorePaths(environment: environment)
    }
  }

  /// What the caller's locale says.
  package var locale: LocaleVerdict {
    LocaleVerdict(
      lcAll: environment[LocaleVerdict.Variable.lcAll.rawValue],
      lcMeasurement: environment[LocaleVerdict.Variable.lcMeasurement.rawValue],
      lang: environment[LocaleVerdict.Variable.lang.rawValue])
  }

  /// The system in which to show measurements when this is stored: what the values say, else what
  /// the locale says. Nothing is stored.
  package func shownSystem(in values: SortedMembers) -> UnitSystem {
    values.unitSystem ?? locale.system
  }

  /// The same for one type, which may have a system of its own.
  package func shownSystem(in values: SortedMembers, for type: MeasurementType) -> UnitSystem {
    values.unitSystem(of: type) ?? shownSystem(in: values)
  }
}

/// The way that an operation took.
package enum Route: Equatable, Sendable {
  case daemon
  /// The files themselves.
  case store
}

extension SortedMembers {
  /// The stored unit system; nil if there is none or another value than its words.
  package var unitSystem: UnitSystem? { unitSystem(under: PreferenceKey.unitSystem) }

  /// The system that is stored for that type alone; nil if there is none or another value.
  package func unitSystem(of type: MeasurementType) -> UnitSystem? {
    unitSystem(under: PreferenceKey.unitSystem(of: type))
  }

  /// How heights are shown: what is stored, or as plain numbers.
  package var heightStyle: HeightStyle {
    self[PreferenceKey.heightStyle]?.stringValue.flatMap(HeightStyle.init(rawValue:)) ?? .decimal
  }

  private func unitSystem(under key: String) -> UnitSystem? {
    self[key]?.stringValue.flatMap(UnitSystem.init(rawValue:))
  }
}
