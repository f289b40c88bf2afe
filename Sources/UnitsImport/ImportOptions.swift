// The arguments of `units-import`, as a value.

internal import UnitsClient
internal import UnitsCommandLine
internal import UnitsLinux
internal import UnitsPrograms
internal import UnitsStore

/// How one start of `units-import` is to go.
struct ImportOptions {
  /// What one start is asked to do.
  enum Command {
    case run(ImportOptions)
    case say(String)
    /// The arguments cannot be understood.
    case refuse(UsageError)
  }

  enum Source {
    case files([String])
    /// What is in the folder of the preference, each file once it is complete.
    case folder
  }

  var client: ClientOptions
  var source = Source.folder
  var wantsJSON = false
  var isQuiet = false

  /// Reads the arguments behind the program's name.
  static func parse(_ arguments: [String], environment: Environment) -> Command {
    let start = Start(arguments, of: .unitsImport) {
      TerminalSize(of: StandardStream.output.rawValue)?.columns
    }
    switch start {
    case .refuse(let error): return .refuse(error)
    case .say(let text): return .say(text)
    case .run(let line):
      do throws(UsageError) {
        var options = ImportOptions(client: try ClientOptions(line, environment: environment))
        options.source = line.has(.folder) ? .folder : .files(line.operands)
        options.wantsJSON = line.has(.json)
        options.isQuiet = line.has(.quiet)
        return .run(options)
      } catch {
        return .refuse(error)
      }
    }
  }
}
