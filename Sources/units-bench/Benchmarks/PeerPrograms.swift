// The programs of others that hold settings, each in a home of its own.

internal import UnitsLinux

/// A peer that reads and writes one setting by a program of its own.
struct PeerProgram {
  let name: String
  let read: ChildProcess.Command
  /// Nil where writing is not compared.
  var write: ((_ value: String) -> ChildProcess.Command)?

  /// Starts everything that the peers need; of those that are not installed it tells so.
  static func start(on bench: Workbench) throws -> (peers: [PeerProgram], missing: [String]) {
    var peers: [PeerProgram] = []
    var missing: [String] = []
    func add(_ name: String, _ peer: PeerProgram?) {
      if let peer { peers.append(peer) } else { missing.append(name) }
    }
    let settings = try SettingsPeer.start(on: bench)
    add(
      "dconf",
      settings.map { settings in
        PeerProgram(name: "dconf read", read: settings.read, write: settings.write)
      })
    add("gsettings", try settings.flatMap { try $0.settingsProgram(on: bench) })
    add("xfconf-query", try settings.flatMap { try $0.configurationProgram() })
    add(
      "redis-cli",
      try RedisPeer.start(on: bench).map { redis in
        PeerProgram(name: "redis-cli get", read: redis.read)
      })
    return (peers, missing)
  }
}

extension SettingsPeer {
  static let schemaName = "dev.units.bench"
  static let schemaKey = "system"

  /// A schema of one key, which GSettings keeps in this dconf.
  private static let schema = """
    <schemalist>
      <schema id="\(schemaName)" path="/dev/units/bench/">
        <key name="\(schemaKey)" type="s"><default>'metric'</default></key>
      </schema>
    </schemalist>

    """

  /// Compiles the schema and returns the variables by which it is found; nil where there is no
  /// compiler of schemas.
  func installSchema(on bench: Workbench) throws -> [String]? {
    guard let compiler = Installed.path(of: "glib-compile-schemas") else { return nil }
    let schemas = bench.path("schemas")
    try Directory.create(schemas)
    try writeFile("\(schemas)/dev.units.bench.gschema.xml", Array(Self.schema.utf8))
    let compile = ChildProcess.Command(
      path: compiler, arguments: [schemas], environment: environment)
    guard try ChildProcess.run(compile) == 0 else { return nil }
    return ["GSETTINGS_SCHEMA_DIR=\(schemas)"]
  }

  /// GSettings on top of this dconf; nil where it is not installed.
  fileprivate func settingsProgram(on bench: Workbench) throws -> PeerProgram? {
    guard let program = Installed.path(of: "gsettings"), let schema = try installSchema(on: bench)
    else { return nil }
    let command = ChildProcess.Command(
      path: program, arguments: ["get", Self.schemaName, Self.schemaKey],
      environment: environment + schema)
    return PeerProgram(name: "gsettings get", read: command)
  }

  /// xfconf on this bus; nil where it is not installed.
  fileprivate func configurationProgram() throws -> PeerProgram? {
    guard let program = Installed.path(of: "xfconf-query") else { return nil }
    func command(_ arguments: [String]) -> ChildProcess.Command {
      ChildProcess.Command(
        path: program, arguments: ["--channel", "units", "--property", "/system"] + arguments,
        environment: environment)
    }
    // The bus starts its daemon.
    let create = command(["--create", "--type", "string", "--set", "metric"])
    guard try ChildProcess.run(create) == 0 else { return nil }
    return PeerProgram(name: "xfconf-query get", read: command([]))
  }
}
