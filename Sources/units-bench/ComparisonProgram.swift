// The programs in C that show the least that something costs.

internal import Glibc
internal import UnitsLinux

/// A C program of the directory `Comparison`, compiled where it is needed.
enum ComparisonProgram: String {
  case empty
  case echo
  case replace
  case broadcast
  case sum
  case settings

  /// Compiles the program with cc, and flags that follow it, and returns its path.
  func compile(in directory: String, _ flags: [String] = []) throws -> String {
    guard let compiler = Installed.path(of: "cc") else { throw BenchFailure("cc: not installed") }
    let path = "\(directory)/\(rawValue)"
    try writeFile("\(path).c", source)
    let command = ChildProcess.Command(
      path: compiler, arguments: ["-O2", "-o", path, "\(path).c"] + libraries + flags,
      environment: Installed.environment)
    guard try ChildProcess.run(command, error: StandardStream.error.rawValue) == 0 else {
      throw BenchFailure("cc: \(rawValue).c cannot be compiled")
    }
    return path
  }

  private var libraries: [String] { self == .sum ? ["-lsqlite3"] : [] }

  /// What a library is compiled with, as pkg-config knows it; nil where it is not installed.
  static func flags(of library: String, on bench: Workbench) throws -> [String]? {
    guard let program = Installed.path(of: "pkg-config") else { return nil }
    let command = ChildProcess.Command(
      path: program, arguments: ["--cflags", "--libs", library], environment: Installed.environment)
    let words = try bench.output(of: command).split { $0 == " " || $0 == "\n" }.map(String.init)
    return words.isEmpty ? nil : words
  }

  private var source: [UInt8] {
    switch self {
    case .empty: PackageResources.empty_c
    case .echo: PackageResources.echo_c
    case .replace: PackageResources.replace_c
    case .broadcast: PackageResources.broadcast_c
    case .sum: PackageResources.sum_c
    case .settings: PackageResources.settings_c
    }
  }
}

/// Makes a file of these bytes.
func writeFile(_ path: String, _ bytes: [UInt8]) throws(SystemError) {
  let file = try openFile(path, flags: O_WRONLY | O_CREAT | O_TRUNC, mode: 0o600)
  try file.writeAll(bytes, path: path)
}
