// The arguments of `units-import`, as a value.

internal import Units
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
  var settings = Importer.Settings()
  var source = Source.folder
  /// What a child is told that imports a file of the folder.
  var passedOn: [String] = []
  var wantsJSON = false
  var isQuiet = false

  /// Reads the arguments behind the program's name.
  static func parse(
    _ arguments: [String], environment: Environment, now: Instant
  ) -> Command {
    let start = Start(arguments, of: .unitsImport) {
      TerminalSize(of: StandardStream.output.rawValue)?.columns
    }
    switch start {
    case .refuse(let error): return .refuse(error)
    case .say(let text): return .say(text)
    case .run(let line):
      do throws(UsageError) {
        var options = ImportOptions(client: try ClientOptions(line, environment: environment))
        options.settings.time = try time(line, now: now)
        if line.has(.courses) { options.settings.courses = .taken }
        options.source = line.has(.folder) ? .folder : .files(line.operands)
        options.passedOn = line.optionWords(without: .folder)
        options.wantsJSON = line.has(.json)
        options.isQuiet = line.has(.quiet)
        return .run(options)
      } catch {
        return .refuse(error)
      }
    }
  }

  /// When it was, of an activity of which nothing says it.
  private static func time(
    _ line: ParsedLine, now: Instant
  ) throws(UsageError) -> Timestamp? {
    guard let text = line[.at] else { return nil }
    guard let time = Timestamp.typed(text, now: now) else {
      throw UsageError("not a time: \(text)", hint: Timestamp.typedForms)
    }
    return time
  }
}
