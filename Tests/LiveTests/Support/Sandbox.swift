import Foundation
import Testing

/// A private home with its runtime directory, and what runs in it. Everything ends and goes away
/// with it.
final class Sandbox {
  static let bareEnvironment = [
    "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
  ]

  /// The default group's name.
  static let group = "group.dev.units"
  /// The key of the unit system.
  static let systemKey = "dev.units.system"

  let root: String
  /// What every program in here is started with.
  var environment: [String: String]
  /// Who runs the programs in here.
  let owner: Owner
  private var mounts: [String] = []

  /// Whose home it is.
  enum Owner: Sendable {
    /// Whoever runs the tests.
    case tester
    /// The user `nobody`; only root can be him.
    case nobody

    fileprivate static let nobodyIdentifier: uid_t = 65534

    var identifier: uid_t { self == .tester ? geteuid() : Self.nobodyIdentifier }

    /// What goes before a command so that it is run by this user.
    var prefix: [String] {
      guard self == .nobody else { return [] }
      let id = Self.nobodyIdentifier
      return ["/usr/bin/setpriv", "--reuid=\(id)", "--regid=\(id)", "--clear-groups"]
    }
  }

  init(language: String = "en_US.UTF-8", owner: Owner = .tester) {
    self.owner = owner
    var template = Array("\(NSTemporaryDirectory())/units-live-XXXXXX".utf8CString)
    precondition(mkdtemp(&template) != nil, "mkdtemp: \(String(cString: strerror(errno)))")
    let root = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    self.root = URL(filePath: root).resolvingSymlinksInPath().path
    environment = Self.bareEnvironment
    environment["HOME"] = "\(self.root)/home"
    environment["XDG_RUNTIME_DIR"] = "\(self.root)/run"
    environment["LANG"] = language
    environment["TZ"] = Self.noonTimeZone
    for folder in ["home", "run"] { mkdir("\(self.root)/\(folder)", 0o700) }
    if owner == .nobody {
      for path in [self.root, home, runtime] { chown(path, owner.identifier, owner.identifier) }
    }
  }

  deinit {
    for mount in mounts.reversed() {
      _ = Child.run("/bin/umount", ["-l", mount], environment: Self.bareEnvironment)
    }
    // A folder that a test made unreadable to itself is no reason to stop.
    try? FileManager.default.removeItem(atPath: root)
  }

  var home: String { "\(root)/home" }
  var runtime: String { "\(root)/run" }
  var socket: String { "\(runtime)/units/unitsd.sock" }
  var readOnlySocket: String { "\(runtime)/units-readonly/unitsd.sock" }
  var configuration: String { "\(home)/.config/units" }
  var data: String { "\(home)/.local/share/units" }
  var groupFile: String { "\(configuration)/\(Self.group).json" }

  /// What the group's file holds; nil if there is none.
  var groupText: String? { try? String(contentsOfFile: groupFile, encoding: .utf8) }

  /// The group's file, understood by a parser that is not ours; empty if there is none.
  var preferences: [String: String] {
    guard let data = FileManager.default.contents(atPath: groupFile),
      let object = try? JSONSerialization.jsonObject(with: data) as? [String: Any]
    else { return [:] }
    return object.compactMapValues { $0 as? String }
  }

  /// Writes the group's file as an editor does: in place.
  func edit(_ text: String) throws {
    try FileManager.default.createDirectory(
      atPath: configuration, withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    if !FileManager.default.fileExists(atPath: groupFile) {
      try Data().write(to: URL(filePath: groupFile))
    }
    let handle = try FileHandle(forWritingTo: URL(filePath: groupFile))
    defer { try? handle.close() }  // Nothing is buffered: what write(2) took is in the file.
    try handle.truncate(atOffset: 0)
    try handle.write(contentsOf: Data(text.utf8))
  }

  // MARK: Programs

  /// A time zone in which it is about noon, so that no test sees a day end.
  private static var noonTimeZone: String {
    let hour = Int(Date().timeIntervalSince1970) / 3600 % 24
    // POSIX counts west of Greenwich.
    return "NOON\(hour - 12)"
  }

  /// The installed program if `installPrograms` was called, else the built one.
  func path(of program: Program) -> String {
    let installed = "\(home)/.local/bin/\(program.rawValue)"
    return access(installed, X_OK) == 0 ? installed : program.path
  }

  /// Copies the programs to `~/.local/bin`, where the units expect them.
  func installPrograms() throws {
    for program in Program.allCases {
      try install(program.path, as: ".local/bin/\(program.rawValue)", mode: "755")
    }
  }

  /// Copies a file to a place in the home, as the home's owner.
  func install(_ file: String, as place: String, mode: String) throws {
    let id = String(owner.identifier)
    let outcome = Child.run(
      "/usr/bin/install", ["-D", "-m", mode, file, "\(home)/\(place)"], environment: environment)
    try #require(outcome.status == 0, "\(outcome)")
    if owner == .nobody {
      _ = Child.run("/bin/chown", ["-R", "\(id):\(id)", home], environment: environment)
    }
  }

  /// Runs one of the programs to its end.
  @discardableResult
  func run(_ program: Program, _ arguments: String...) -> Child.Outcome {
    finish(path(of: program), arguments)
  }

  /// Runs any program to its end, as the owner of this home.
  @discardableResult
  func finish(_ program: String, _ arguments: [String]) -> Child.Outcome {
    let command = owner.prefix + [program] + arguments
    return Child.run(command[0], Array(command.dropFirst()), environment: environment)
  }

  /// Runs `unitsctl`; anything but success and silence on standard error fails the test.
  @discardableResult
  func unitsctl(
    _ arguments: String..., sourceLocation: SourceLocation = #_sourceLocation
  ) -> String {
    let outcome = finish(path(of: .unitsctl), arguments)
    #expect(outcome.status == 0, "\(arguments): \(outcome)", sourceLocation: sourceLocation)
    #expect(outcome.error.isEmpty, sourceLocation: sourceLocation)
    return outcome.output.trimmingCharacters(in: .newlines)
  }

  func start(_ program: Program, _ arguments: String...) -> Child {
    let command = owner.prefix + [path(of: program)] + arguments
    return Child(command[0], Array(command.dropFirst()), environment: environment)
  }

  /// Starts the daemon and waits until it answers.
  func startDaemon(sourceLocation: SourceLocation = #_sourceLocation) throws -> Child {
    let daemon = start(.unitsd)
    let answers = Deadline.poll {
      guard let connection = UnixConnection(to: socket) else { return false }
      connection.close()
      return true
    }
    try #require(
      answers && !daemon.hasEnded, "unitsd: \(daemon.errorText)", sourceLocation: sourceLocation)
    return daemon
  }

  // MARK: Files of others

  /// How a file comes into a folder.
  enum Arrival {
    case inPlace
    /// Written under a hidden name first.
    case rename
  }

  /// Makes a folder, as the home's owner.
  func makeFolder(_ path: String) throws {
    let outcome = finish("/bin/mkdir", ["-p", "-m", "700", path])
    try #require(outcome.status == 0, "\(outcome)")
  }

  /// Puts a file into a folder, as the home's owner.
  func drop(_ text: String, as name: String, in folder: String, way: Arrival) throws {
    let first = way == .rename ? "\(folder)/.\(name).part" : "\(folder)/\(name)"
    try text.write(toFile: first, atomically: false, encoding: .utf8)
    if owner == .nobody { chown(first, owner.identifier, owner.identifier) }
    if way == .rename {
      try FileManager.default.moveItem(atPath: first, toPath: "\(folder)/\(name)")
    }
  }

  // MARK: Disks

  /// Puts a small disk of its own at `folder`, which is made; it goes with the sandbox.
  func mountDisk(at folder: String, options: String) throws {
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let options = "\(options),uid=\(owner.identifier)"
    let outcome = Child.run(
      "/bin/mount", ["-t", "tmpfs", "-o", options, "units-live", folder],
      environment: Self.bareEnvironment)
    try #require(outcome.status == 0, "mount: \(outcome)")
    mounts.append(folder)
  }

  /// Shows `folder` through a server in user space, as sshfs shows that of another machine. Returns the
  /// folder on the other side.
  func serve(_ folder: String) throws -> String {
    let other = "\(root)/other-side"
    for path in [other, folder] {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }
    let bindfs = try #require(Peers.find("bindfs"))
    let outcome = Child.run(bindfs, [other, folder], environment: Self.bareEnvironment)
    try #require(outcome.status == 0, "bindfs: \(outcome)")
    mounts.append(folder)
    return other
  }

  func remount(_ folder: String, options: String) throws {
    let outcome = Child.run(
      "/bin/mount", ["-o", "remount,\(options)", folder], environment: Self.bareEnvironment)
    try #require(outcome.status == 0, "mount: \(outcome)")
  }
}
