// The programs that are measured.

internal import Glibc
internal import UnitsLinux

/// The release programs, which lie beside this one.
struct ReleasePrograms {
  /// The directory of all of them.
  let directory: String

  /// Finds them, building them before if that is wished: `swift run` builds this program alone.
  static func find(_ build: BenchOptions.Build) throws -> ReleasePrograms {
    let own = try FileLink.target(of: "/proc/self/exe")
    let programs = ReleasePrograms(directory: splitPath(own).directory)
    if build == .release { try programs.build() }
    return programs
  }

  var daemon: String { "\(directory)/unitsd" }
  var control: String { "\(directory)/unitsctl" }
  var widget: String { "\(directory)/unitsbar" }
  /// A program that uses the library, made for tests.
  var library: String { "\(directory)/AppGroupProbe" }

  /// Copies of the programs in another directory, as an installation makes them: a file that the
  /// linker has just written lies in scattered pages, and starts a quarter slower than any copy.
  func installed(in place: String) throws -> ReleasePrograms {
    for program in [daemon, control, widget, library] where Installed.isThere(program) {
      let file = try openFile(program, flags: O_RDONLY)
      let bytes = try file.readToEnd(path: program, limit: 1 << 30)
      let path = "\(place)/\(splitPath(program).name)"
      let copy = try openFile(path, flags: O_WRONLY | O_CREAT | O_EXCL, mode: 0o700)
      try copy.writeAll(bytes, path: path)
    }
    return ReleasePrograms(directory: place)
  }

  private func build() throws {
    guard let swift = Installed.path(of: "swift"), let package = packageDirectory() else {
      StandardStream.error.write("no swift or no package here: measured as built\n")
      return
    }
    var command = ChildProcess.Command(path: swift, environment: Installed.environment)
    for product in ["unitsd", "unitsctl", "unitsbar", "AppGroupProbe"] {
      command.arguments = [
        "build", "--configuration", "release", "--package-path", package, "--product", product,
      ]
      let error = StandardStream.error.rawValue
      guard try ChildProcess.run(command, output: error, error: error) == 0 else {
        throw BenchFailure("swift build: \(product) cannot be built")
      }
    }
  }

  /// The directory above that holds a Package.swift; nil if there is none.
  private func packageDirectory() -> String? {
    var directory = self.directory
    while directory != "/" {
      if Installed.isThere("\(directory)/Package.swift") { return directory }
      directory = splitPath(directory).directory
    }
    return nil
  }
}

/// Where a symbolic link leads.
private enum FileLink {
  /// readlink(2)
  static func target(of path: String) throws(SystemError) -> String {
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = try systemCall("readlink", path) {
      unsafe buffer.withUnsafeMutableBytes { bytes in
        guard let start = bytes.baseAddress else { return -1 }
        return unsafe readlink(path, start, bytes.count)
      }
    }
    return String(decoding: buffer.prefix(count), as: UTF8.self)
  }
}

/// Programs of others.
enum Installed {
  /// The variables that a compiler needs.
  static var environment: [String] {
    ["PATH", "HOME"].compactMap { name in Environment.process[name].map { "\(name)=\($0)" } }
  }

  static func isThere(_ path: String) -> Bool {
    // What cannot be looked at is not there for us.
    (try? FileIdentity.following(path)) != nil
  }

  /// The first in `PATH`.
  static func path(of program: String) -> String? {
    let directories = Environment.process["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
    return directories.split(separator: ":").lazy.map { "\($0)/\(program)" }.first(where: isThere)
  }
}
