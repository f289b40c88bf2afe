// The program `units-import`: files of others in, records in the store.
//
// It is a program of its own so that no XML ever enters `unitsd`, and so that the others stay small.
// A file is read and checked to its end before the first record of it is handed on, in batches by id:
// what broke off is finished by doing it again.

internal import Glibc
internal import UnitsClient
internal import UnitsCommandLine
package import UnitsLinux
internal import UnitsPrograms
internal import UnitsStore

/// The whole of `units-import` but its `main.swift`.
package struct ImportProgram {
  package static let name = Program.unitsImport.rawValue

  /// Where its text goes.
  package struct Streams {
    let output: (String) -> Void
    let error: (String) -> Void
    /// As `error`, but the cursor may be moved.
    let draw: (String) -> Void
    /// Whether somebody sees `error` as it is written.
    let isTerminal: () -> Bool

    package init(
      output: @escaping (String) -> Void, error: @escaping (String) -> Void,
      draw: ((String) -> Void)? = nil,
      isTerminal: @escaping () -> Bool = { false }
    ) {
      self.output = output
      self.error = error
      self.draw = draw ?? error
      self.isTerminal = isTerminal
    }

    package static var standard: Streams {
      Streams(
        output: { StandardStream.output.write($0) }, error: { StandardStream.error.write($0) },
        draw: { StandardStream.error.draw($0) },
        isTerminal: { UnitsLinux.isTerminal(StandardStream.error.rawValue) })
    }
  }

  /// Who reads the files of the folder, and how much of this machine it may take for one.
  package struct Reader: Sendable {
    package let program: String
    package let bounds: @Sendable (_ fileSize: Int64) -> BoundedChild.Bounds

    package init(
      program: String, bounds: @escaping @Sendable (_ fileSize: Int64) -> BoundedChild.Bounds
    ) {
      self.program = program
      self.bounds = bounds
    }

    /// This program itself.
    package static let own = Reader(program: "/proc/self/exe", bounds: Self.bounds)

    /// Reading takes a quarter of it: what is held is the largest FIT file and its records.
    private static let memory: UInt64 = 1 << 30
    /// A file of a few kilobytes may be packed, or slow.
    private static let leastSeconds: UInt64 = 60
    /// For each mebibyte, ten times as long as the largest exports take.
    private static let secondsPerMebibyte: UInt64 = 4

    private static func bounds(_ size: Int64) -> BoundedChild.Bounds {
      let mebibytes = UInt64(clamping: size) >> 20
      let seconds = leastSeconds + min(mebibytes, 1 << 20) * secondsPerMebibyte
      return BoundedChild.Bounds(
        memory: memory, processorSeconds: seconds, seconds: 2 * seconds + leastSeconds)
    }

    var notRun: SystemError { SystemError(operation: "execv", path: program, code: ENOENT) }
  }

  let options: ImportOptions
  let environment: Environment
  let streams: Streams
  let reader: Reader

  /// Runs the program; `arguments` are those behind its name. Returns the exit status.
  package static func run(
    arguments: [String], environment: Environment, streams: Streams = .standard,
    reader: Reader = .own
  ) -> Int32 {
    switch ImportOptions.parse(arguments, environment: environment, now: .now()) {
    case .say(let text):
      streams.output(text)
      return ExitStatus.done.rawValue
    case .refuse(let error):
      streams.error(error.text(of: .unitsImport))
      return error.status.rawValue
    case .run(let options):
      let program = ImportProgram(
        options: options, environment: environment, streams: streams, reader: reader)
      switch options.source {
      case .files(let paths): return program.importFiles(paths).rawValue
      case .folder: return ImportFolder(program).run().rawValue
      }
    }
  }

  /// Imports files one by one. A refused one does not keep the others out.
  private func importFiles(_ paths: [String]) -> ExitStatus {
    let importer = importer()
    var status = ExitStatus.done
    for path in paths {
      do throws(ImportError) {
        let outcome = try importer.add(path)
        for refusal in outcome.refusals {
          tell(refusal)
          status = refusal.exitStatus
        }
        report(outcome, of: path, importer)
      } catch {
        tell(error)
        // What the store refuses, it refuses for the next file, too.
        switch error {
        case .file, .told, .unreadable: status = error.exitStatus
        case .unwritable, .refused, .store, .child: return error.exitStatus
        }
      }
    }
    return status
  }

  func tell(_ error: ImportError) {
    // A child has told it itself.
    if case .child = error { return }
    streams.error("\(Self.name): \(error)\n")
  }

  func report(_ outcome: ImportOutcome, of path: String, _ importer: Importer) {
    guard !options.isQuiet, !outcome.isEmpty else { return }
    streams.output(
      options.wantsJSON ? outcome.json(of: path) : outcome.line(of: path, in: importer.system))
  }

  func importer() -> Importer {
    let isSeen = options.isQuiet ? { false } : streams.isTerminal
    return Importer(
      options.client, options.settings,
      progress: ImportProgress(isTerminal: isSeen, write: streams.draw))
  }
}

/// Why a file was not imported.
enum ImportError: Error, Equatable, CustomStringConvertible {
  /// The file is to blame.
  case file(path: String, ActivityFileError)
  /// It cannot be read at all.
  case unreadable(SystemError)
  /// What is beside it cannot be made, or it cannot be moved there.
  case unwritable(SystemError)
  /// A folder of our own cannot be made.
  case refused(Directory.Refusal)
  /// The store is to blame.
  case store(ClientError)
  /// What a child told of a file.
  case told(String)
  /// A child could not store what it read.
  case child(ExitStatus)

  /// Fact, then file and place.
  var description: String {
    switch self {
    case .file(let path, let error):
      switch error.position {
      case .file: "\(error.reason): \(FileName.shown(path))"
      case .line(let line, let column):
        "\(error.reason): \(FileName.shown(path)), line \(line), column \(column)"
      case .byte(let offset): "\(error.reason): \(FileName.shown(path)), byte \(offset)"
      }
    case .unreadable(let error), .unwritable(let error): error.description
    case .refused(let refusal): refusal.description
    case .store(let error): "\(error)"
    case .told(let text): text
    case .child(let status): "the import of a file ended with \(status.rawValue)"
    }
  }

  /// What keeps this program from reading any file, whatever is in it.
  private static let shortages = [EMFILE, ENFILE, ENOMEM]

  var exitStatus: ExitStatus {
    switch self {
    case .unreadable(let error) where Self.shortages.contains(error.code): .inputOutput
    case .file, .told, .unreadable: .badData
    case .unwritable(let error), .refused(.system(let error)):
      error.code == EACCES || error.code == EPERM ? .notPermitted : .inputOutput
    case .refused: .notPermitted
    case .store(let error): error.exitStatus
    case .child(let status): status
    }
  }
}
