internal import Foundation
package import Units
package import UnitsClient
internal import UnitsJSON
internal import UnitsLinux
internal import UnitsStore

/// A person's home for one test: its own configuration, data and runtime directories, removed at
/// the end.
package final class Home {
  package let path: String
  /// The environment of everything that is started here.
  package var environment: [String: String]

  package init(language: String = "en_US.UTF-8", timeZone: String = "UTC") throws {
    var name = Array("/tmp/units-home-XXXXXX".utf8CString)
    guard mkdtemp(&name) != nil else { throw POSIXError(.EACCES) }
    let path = String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    self.path = path
    environment = [
      "HOME": path, "XDG_RUNTIME_DIR": "\(path)/run", "XDG_CONFIG_HOME": "\(path)/config",
      "XDG_DATA_HOME": "\(path)/data", "TZ": timeZone, "LANG": language,
      "PATH": "\(BuiltProgram.folder):/usr/local/bin:/usr/bin:/bin",
    ]
    try FileManager.default.createDirectory(
      atPath: "\(path)/run", withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
  }

  deinit {
    // A folder that stays behind is no failure of what was tested.
    try? FileManager.default.removeItem(atPath: path)
  }

  // MARK: Programs

  package func unitsbar(
    _ arguments: String..., output: RunningProgram.Output = .pipe
  ) throws -> RunningProgram {
    try RunningProgram(
      [BuiltProgram.unitsbar.path] + arguments, environment: environment, output: output)
  }

  /// Runs a widget to its end: what it printed, and its exit status.
  package func once(_ arguments: String...) throws -> (output: String, status: Int32?) {
    let program = try RunningProgram(
      [BuiltProgram.unitsbar.path] + arguments, environment: environment)
    program.closeInput()
    let output = program.rest()
    _ = program.ends(within: .seconds(5))
    return (output, program.status())
  }

  /// Runs a command of the shell.
  package func shell(
    _ command: String, output: RunningProgram.Output = .pipe
  ) throws -> RunningProgram {
    try RunningProgram(["/bin/sh", "-c", command], environment: environment, output: output)
  }

  /// A daemon that answers. It is killed when nobody holds it any more.
  package func startDaemon() throws -> RunningProgram {
    let daemon = try RunningProgram([BuiltProgram.unitsd.path], environment: environment)
    let hasStarted = eventually(within: .seconds(10)) { (try? client().status()) != nil }
    guard hasStarted else { throw DaemonIsSilent(error: daemon.errorText()) }
    return daemon
  }

  /// Writes a file of this home; its path.
  package func write(_ name: String, _ text: String) throws -> String {
    let file = "\(path)/\(name)"
    try text.write(toFile: file, atomically: false, encoding: .utf8)
    return file
  }

  /// The widgets that run with this home, whoever started them.
  package func widgets() -> [Int32] {
    ProcessTable.all().filter { process in
      ProcessTable.name(of: process) == "unitsbar"
        && ProcessTable.environment(of: process).contains("HOME=\(path)")
    }
  }

  // MARK: What other programs of this person do

  package var options: ClientOptions {
    ClientOptions(environment: Environment(environment), timeout: .seconds(5))
  }

  package func client() -> GroupClient { GroupClient(options: options) }

  package func set(_ key: String, _ value: String) throws {
    try client().set([key: .string(value)])
  }

  package func set(system: UnitSystem) throws {
    try set(PreferenceKey.unitSystem, system.rawValue)
  }

  /// Logs a measurement of now or before, in the base unit.
  package func log(
    _ type: MeasurementType, _ value: Double, secondsAgo: Double = 0
  ) throws {
    let instant = Instant(seconds: Instant.now().seconds - Int64(secondsAgo)) ?? .earliest
    let time = secondsAgo == 0 ? Timestamp.now() : .local(instant)
    _ = try client().addRecords([try NewRecord(type: type, value: value, time: time)])
  }

  /// The preference file's text; nil if there is none.
  package var preferences: String? {
    FileManager.default.contents(atPath: "\(path)/config/units/\(GroupName.standard).json")
      .map { String(decoding: $0, as: UTF8.self) }
  }
}

/// A daemon that did not answer in time.
struct DaemonIsSilent: Error {
  let error: String
}

/// Our programs, beside the tests' own.
package enum BuiltProgram: String {
  case unitsd, unitsctl, unitsbar
  case unitsImport = "units-import"
  case unitsBench = "units-bench"

  package var path: String { "\(Self.folder)/\(rawValue)" }

  package var exists: Bool { access(path, X_OK) == 0 }

  /// `$UNITS_PROGRAMS`, else where the tests were built to.
  package static let folder: String =
    ProcessInfo.processInfo.environment["UNITS_PROGRAMS"]
    ?? URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().path
}
