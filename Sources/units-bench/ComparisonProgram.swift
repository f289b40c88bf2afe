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

  /// Compiles the program with cc and returns its path.
  func compile(in directory: String) throws -> String {
    guard let compiler = Installed.path(of: "cc") else { throw BenchFailure("cc: not installed") }
    let path = "\(directory)/\(rawValue)"
    try writeFile("\(path).c", source)
    let command = ChildProcess.Command(
      path: compiler, arguments: ["-O2", "-o", path, "\(path).c"] + libraries,
      environment: Installed.environment)
    guard try ChildProcess.run(command, error: StandardStream.error.rawValue) == 0 else {
      throw BenchFailure("cc: \(rawValue).c cannot be compiled")
    }
    return path
  }

  private var libraries: [String] { self == .sum ? ["-lsqlite3"] : [] }

  private var source: [UInt8] {
    switch self {
    case .empty: PackageResources.empty_c
    case .echo: PackageResources.echo_c
    case .replace: PackageResources.replace_c
    case .broadcast: PackageResources.broadcast_c
    case .sum: PackageResources.sum_c
    }
  }
}

/// Makes a file of these bytes.
func writeFile(_ path: String, _ bytes: [UInt8]) throws(SystemError) {
  let file = try openFile(path, flags: O_WRONLY | O_CREAT | O_TRUNC, mode: 0o600)
  try file.writeAll(bytes, path: path)
}
