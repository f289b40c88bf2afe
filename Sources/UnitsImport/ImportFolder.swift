// The folder into which somebody else, a phone's synchroniser, drops files.
//
// - A path unit of systemd starts this program when a file is there, and again as long as one is. So
//   every file leaves the folder: to `imported/` in it when it is stored, to `failed/` when it is
//   refused, with a text beside it that says why. It is tried once.
// - A file is taken when it is complete: nobody has it open for writing, and it has been left alone for
//   a moment. This program stays until every file is.
// - A file may be made to harm whoever reads it. Each is read by a child of this program, with bounds
//   of memory and of time, and is refused whatever it does to the child.
// - What is not the file's fault, a store that is busy or a disk that is full, is tried again.
// - The path unit can watch only one fixed name, which is a link to the folder of the preference. The
//   daemon leads it to another folder when the preference changes, and this program when it looks.

internal import Glibc
internal import UnitsClient
internal import UnitsCommandLine
internal import UnitsJSON
internal import UnitsLinux
internal import UnitsPrograms
internal import UnitsStore

/// Empties the folder, and waits for what is not complete in it.
final class ImportFolder {
  /// A file is left alone this long before it is taken, in nanoseconds: some writers close a file and
  /// open it again.
  private static let restTime: Int64 = 1_000_000_000
  /// The same where nobody can say whether it is open.
  private static let longRestTime: Int64 = 10_000_000_000
  /// How long to wait for a file to become complete before looking again.
  private static let pause: UInt32 = 1
  /// How long to wait after a failure that is not the file's.
  private static let longPause: UInt32 = 10

  private let program: ImportProgram
  /// Files that could not be moved away.
  private var stuck: [String: Stuck] = [:]

  /// A file that is done with, as it was then, and why it was refused if it was.
  private struct Stuck {
    let identity: FileIdentity
    let refusals: [ImportError]
  }

  init(_ program: ImportProgram) { self.program = program }

  /// Runs until the folder is empty.
  func run() -> ExitStatus {
    FileLease.ignoreBreaks()
    while true {
      do throws(ImportError) {
        let folder = try currentFolder()
        let files = try self.files(in: folder)
        if files.isEmpty { return .done }
        var isWaiting = false
        for name in files {
          switch try take(name, in: folder) {
          case .moved: break
          case .incomplete: isWaiting = true
          }
        }
        if isWaiting { sleep(Self.pause) }
      } catch {
        program.tell(error)
        guard error.exitStatus == .temporary else { return error.exitStatus }
        sleep(Self.longPause)
      }
    }
  }

  private enum Fate {
    case moved
    /// Or it cannot be moved yet.
    case incomplete
  }

  private func take(_ name: String, in folder: String) throws(ImportError) -> Fate {
    let path = "\(folder)/\(name)"
    guard let identity = try Self.completed(path) else { return .incomplete }
    let earlier = stuck[name].flatMap { $0.identity == identity ? $0 : nil }
    let refusals = if let earlier { earlier.refusals } else { try add(path, identity) }
    do throws(SystemError) {
      if try FileIdentity.following(path) != identity { return .incomplete }
      try Self.move(name, from: folder, refusals)
      stuck[name] = nil
      return .moved
    } catch {
      // Told once, and tried until it succeeds: a disk that is full has room again some day.
      if earlier == nil { program.tell(.unwritable(error)) }
      stuck[name] = Stuck(identity: identity, refusals: refusals)
      return .incomplete
    }
  }

  /// Has a file imported; returns what of it is refused, and why.
  private func add(
    _ path: String, _ identity: FileIdentity
  ) throws(ImportError) -> [ImportError] {
    guard identity.isRegularFile else {
      let refusal = ImportError.file(path: path, ActivityFileError(.file, "not a regular file"))
      program.tell(refusal)
      return [refusal]
    }
    let result: BoundedChild.Result
    do throws(SystemError) {
      result = try BoundedChild.run(
        program.reader.program, program.options.passedOn + ["--", path],
        program.reader.bounds(identity.size))
    } catch {
      throw .unwritable(error)
    }
    program.streams.output(result.output)
    program.streams.error(result.error)
    return try refusals(of: path, result)
  }

  private func refusals(
    of path: String, _ result: BoundedChild.Result
  ) throws(ImportError) -> [ImportError] {
    let told = result.error.split(separator: "\n").map { line in
      let prefix = "\(ImportProgram.name): "
      return ImportError.told(String(line.hasPrefix(prefix) ? line.dropFirst(prefix.count) : line))
    }
    let reason: String
    switch result.ending {
    case .exited(ExitStatus.done.rawValue): return []
    case .exited(ExitStatus.badData.rawValue) where !told.isEmpty: return told
    case .exited(let number):
      switch ExitStatus(rawValue: number) {
      case .temporary?, .inputOutput?, .notPermitted?, .unavailable?:
        // What it told is about the store.
        throw .child(ExitStatus(rawValue: number) ?? .inputOutput)
      case .done?, .no?, .usage?, .badData?, nil:
        if number == Self.notRun { throw .unwritable(program.reader.notRun) }
        reason = "reading it ended with status \(number)"
      }
    case .killed(let signal): reason = "reading it ended with: \(signalName(signal))"
    case .overtime: reason = "reading it took too long"
    }
    let refusal = ImportError.file(path: path, ActivityFileError(.file, reason))
    program.tell(refusal)
    return told + [refusal]
  }

  /// What a child exits with that never became the program.
  private static let notRun: Int32 = 127

  // MARK: Files

  /// The folder of the preference, to which the link leads. The standard one is made.
  private func currentFolder() throws(ImportError) -> String {
    var options = program.options.client
    // The file says it, and nobody has to be started for it at each log-in.
    if options.route == .automatic { options.route = .directOnly }
    guard let paths = options.paths else { throw .store(.noStore) }
    let link = ImportFolderLink(paths: paths, home: program.environment["HOME"])
    let client = GroupClient(options: options)
    while true {
      let folder: String
      do throws(ClientError) {
        folder = link.folder(try client.get([PreferenceKey.importFolder]))
      } catch {
        throw .store(error)
      }
      do throws(Directory.Refusal) {
        if folder == paths.importFolder(preferred: nil, home: nil) { try Directory.create(folder) }
        try Directory.create(paths.configurationDirectory)
      } catch {
        throw .refused(error)
      }
      do throws(SystemError) {
        // The daemon may have led it elsewhere since the preference was read: so that is read again.
        if try !link.lead(to: folder) { return folder }
      } catch {
        throw .unwritable(error)
      }
    }
  }

  /// The names of files that may have activities, in their order; none where there is no folder.
  private func files(in folder: String) throws(ImportError) -> [String] {
    do throws(SystemError) {
      let names = try Directory.names(in: folder)
      return names.filter { name in
        // A synchroniser has its unfinished files under hidden names.
        !name.hasPrefix(".") && Self.isForUs(name.lowercased())
      }.sorted()
    } catch {
      // Whoever makes it has it watched.
      if error.code == ENOENT { return [] }
      throw .unreadable(error)
    }
  }

  /// Those that the path unit watches for.
  private static func isForUs(_ name: String) -> Bool {
    ImportSelection.isActivity(name) || name.hasSuffix(".zip") || name == "export.xml"
  }

  /// The identity of a file that is complete; nil if it is not.
  private static func completed(_ path: String) throws(ImportError) -> FileIdentity? {
    do throws(SystemError) {
      let file = try openFile(path, flags: O_RDONLY | O_NONBLOCK | O_NOCTTY)
      let identity = try FileIdentity(of: file, path: path)
      // Whatever else it is, it is refused, and moved aside as it is.
      guard identity.isRegularFile else { return identity }
      let age = WallClock.nanoseconds() - max(identity.modified, identity.changed)
      switch FileLease.ask(file) {
      case .nobodyWrites: return age >= restTime || age < 0 ? identity : nil
      case .somebodyWrites: return nil
      case .unknown: return age >= longRestTime || age < 0 ? identity : nil
      }
    } catch {
      // It may have gone meanwhile; one that nobody may read is refused when it is tried.
      do throws(SystemError) { return try FileIdentity.following(path) } catch {
        throw .unreadable(error)
      }
    }
  }

  /// Moves a file to where it stays, under a name that is free there.
  private static func move(
    _ name: String, from folder: String, _ refusals: [ImportError]
  ) throws(SystemError) {
    let destination = "\(folder)/\(refusals.isEmpty ? ImportPlace.imported : ImportPlace.failed)"
    do { try Directory.create(destination) } catch {
      guard case .system(let cause) = error else {
        throw SystemError(operation: "mkdir", path: destination, code: EACCES)
      }
      throw cause
    }
    var free = "\(destination)/\(name)"
    var number = 1
    while try FileIdentity.following(free) != nil {
      number += 1
      free = "\(destination)/\(number)-\(name)"
    }
    if !refusals.isEmpty {
      let text = try openFile(
        free + ImportPlace.reasonSuffix, flags: O_WRONLY | O_CREAT | O_TRUNC, mode: 0o600)
      try text.writeAll(Array(refusals.map { "\($0)\n" }.joined().utf8))
    }
    try renameFile("\(folder)/\(name)", to: free)
  }
}
