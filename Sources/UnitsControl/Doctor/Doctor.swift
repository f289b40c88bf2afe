internal import Glibc
internal import Units
internal import UnitsClient
internal import UnitsCommandLine
internal import UnitsLinux
internal import UnitsPrograms
internal import UnitsProtocol
internal import UnitsStore

/// Looks at the set-up of one user and one group, part by part.
struct Doctor {
  let options: ClientOptions
  let client: GroupClient
  let environment: Environment
  /// The daemon's account of itself; nil if none answers.
  let daemon: DaemonGetStatus.Response?
  /// Why none answers, if it is not that none is there.
  let daemonProblem: ClientError?

  init(_ invocation: Invocation) {
    client = invocation.client
    options = client.options
    environment = invocation.environment
    var daemon: DaemonGetStatus.Response?
    var problem: ClientError?
    if options.route != .directOnly {
      do throws(ClientError) { daemon = try client.status() } catch {
        if case .notRunning = error {} else { problem = error }
      }
    }
    self.daemon = daemon
    daemonProblem = problem
  }

  /// Everything there is to say, in the order in which a program meets it.
  func examine() -> [Finding] {
    var findings = runtimeDirectory() + socket() + runningDaemon() + otherDaemons()
    findings += directories() + unitFiles() + failedUnits() + locale() + preferences() + records()
    return findings
  }

  // MARK: What the socket needs

  private func runtimeDirectory() -> [Finding] {
    let subject = "runtime directory"
    let standard = "/run/user/\(Process.user)"
    guard let path = environment["XDG_RUNTIME_DIR"] else {
      if let identity = try? FileIdentity.following(standard), identity.owner == Process.user {
        return [
          .note(
            subject, "XDG_RUNTIME_DIR is not set; \(standard) is used",
            mend: "export XDG_RUNTIME_DIR=\(standard)")
        ]
      }
      return [
        .problem(
          subject, "XDG_RUNTIME_DIR is not set, and there is no \(standard)",
          mend: hasSystemd
            ? "log in through the machine's own log-in, or: loginctl enable-linger"
            : "at each log-in: mkdir -p -m 700 ~/.run && export XDG_RUNTIME_DIR=~/.run")
      ]
    }
    do throws(SystemError) {
      guard let identity = try FileIdentity.following(path) else {
        return [
          .problem(
            subject, "XDG_RUNTIME_DIR leads nowhere: \(path)",
            mend: "mkdir -m 700 -p \(quoted(path)), or unset XDG_RUNTIME_DIR")
        ]
      }
      return judge(identity, path, subject, private: .wanted)
    } catch {
      return [.problem(subject, error.description, mend: "unset XDG_RUNTIME_DIR")]
    }
  }

  private func socket() -> [Finding] {
    let path = options.socket.path
    let directory = splitPath(path).directory
    var findings: [Finding] = []
    if options.socket.choice == .named {
      findings.append(
        .note("socket", "named, so nothing but the daemon there is used: \(path)"))
    }
    do throws(SystemError) {
      if let identity = try FileIdentity.following(directory) {
        findings += judge(identity, directory, "socket's directory", private: .wanted)
          .filter { $0.state != .ok }
      }
      guard let identity = try FileIdentity.following(path) else {
        if daemon == nil {
          findings.append(
            .note(
              "socket", "no daemon listens; the store is used directly: \(path)",
              mend: (hasSystemd ? "systemctl --user start unitsd.socket, or " : "")
                + "start unitsd"))
        }
        return findings
      }
      guard identity.isSocket else {
        findings.append(
          .problem("socket", "no socket: \(path)", mend: "rm \(quoted(path))"))
        return findings
      }
      if daemon == nil, daemonProblem == nil, options.route != .directOnly {
        findings.append(
          .problem(
            "socket", "stale, nobody listens: \(path)",
            mend: "systemctl --user restart unitsd.socket, or start unitsd, which replaces it"))
      } else {
        findings.append(.ok("socket", path))
      }
    } catch {
      findings.append(
        .problem("socket", error.description, mend: "see who owns \(quoted(directory))"))
    }
    return findings
  }

  // MARK: Daemons

  private func runningDaemon() -> [Finding] {
    if let error = daemonProblem {
      return [
        .problem(
          "daemon", "does not answer: \(error)",
          mend: "systemctl --user restart unitsd, or end it and start it again")
      ]
    }
    guard let daemon else { return [] }
    var findings: [Finding] = []
    if daemon.version != Version.text {
      findings.append(
        .problem(
          "daemon",
          "version \(daemon.version) runs, this is \(Version.text): process \(daemon.pid)",
          mend: "systemctl --user restart unitsd, or kill \(daemon.pid) and start it again"))
    } else {
      findings.append(.ok("daemon", "version \(daemon.version), process \(daemon.pid)"))
    }
    guard let paths = options.paths else { return findings }
    let places = [
      ("XDG_CONFIG_HOME", daemon.configDirectory, paths.configurationDirectory),
      ("XDG_DATA_HOME", daemon.dataDirectory, paths.dataDirectory),
    ]
    for (variable, theirs, ours) in places where theirs != ours {
      findings.append(
        .problem(
          "directories", "the daemon uses \(theirs), this shell \(ours)",
          mend: """
            set \(variable) for both, in ~/.config/environment.d/units.conf, and log in again; \
            or: unset \(variable)
            """))
    }
    return findings
  }

  /// Daemons that serve the same files on another socket: the store's lock keeps the two apart, but
  /// whoever asks one hears of the other's changes late.
  private func otherDaemons() -> [Finding] {
    guard let paths = options.paths else { return [] }
    let processes: [Int32]
    do throws(SystemError) { processes = try ProcessEntry.processes(named: "unitsd") } catch {
      return [.note("daemon", "the table of processes cannot be read: \(error)")]
    }
    return processes.filter { process in
      process != daemon.map { Int32($0.pid) }
        && ProcessEntry.environment(of: process).flatMap(StorePaths.init(environment:)) == paths
    }
    .map { process in
      daemon == nil
        ? .problem(
          "daemon", "one runs and listens elsewhere: process \(process)",
          mend: "start it with the same XDG_RUNTIME_DIR as this shell, or: kill \(process)")
        : .problem(
          "daemon", "a second one serves the same files: process \(process)",
          mend: "kill \(process)")
    }
  }

  // MARK: What lasts

  private func directories() -> [Finding] {
    guard let paths = options.paths else {
      return [
        .problem("store", "HOME is not set, so there is no place for it", mend: "export HOME=~")
      ]
    }
    return directory("preferences' directory", paths.configurationDirectory)
      + directory("records' directory", paths.dataDirectory)
  }

  /// What is to be said of a directory that commits write to.
  func directory(_ subject: String, _ path: String) -> [Finding] {
    do throws(SystemError) {
      // What is not there yet is made where it can be.
      var existing = path
      while try FileIdentity.following(existing) == nil { existing = splitPath(existing).directory }
      guard let identity = try FileIdentity.following(existing) else { return [] }
      guard identity.isDirectory else {
        return [
          .problem(
            subject, "no directory: \(existing)",
            mend: "have HOME and the XDG variables name directories, or move that away")
        ]
      }
      var findings: [Finding] = []
      if existing == path { findings += judge(identity, path, subject, private: .notWanted) }
      let space = try FileSystemSpace(holding: existing)
      if space.isReadOnly {
        return findings.filter { $0.state == .problem } + [
          .problem(
            subject, "on a read-only file system: \(existing)",
            mend: "mount it for writing; until then nothing new is stored")
        ]
      }
      if space.availableBytes < Self.leastSpace {
        findings =
          findings.filter { $0.state == .problem } + [
            .problem(
              subject, "the disk is full, \(space.availableBytes / 1024) KiB left: \(existing)",
              mend: "make room: du -xh --max-depth=1 \(quoted(existing)) | sort -h")
          ]
      }
      do throws(SystemError) { try FileSystemSpace.checkWritable(existing) } catch {
        findings =
          findings.filter { $0.state == .problem } + [
            .problem(
              subject, "not writable (\(error.reason)): \(existing)",
              mend: "chmod u+wx \(quoted(existing))")
          ]
      }
      if findings.isEmpty { findings = [.note(subject, "not there yet: \(path)")] }
      return findings
    } catch {
      return [.problem(subject, error.description, mend: "see who owns \(quoted(path))")]
    }
  }

  /// A commit writes a whole new file, of a megabyte at most, beside the old one.
  private static let leastSpace = 2 << 20

  private enum Privacy {
    case wanted
    case notWanted
  }

  /// Whether a directory is this user's, and closed to others as far as need be.
  private func judge(
    _ identity: FileIdentity, _ path: String, _ subject: String, private privacy: Privacy
  ) -> [Finding] {
    guard identity.owner == Process.user else {
      return [
        .problem(
          subject, "belongs to user \(identity.owner), this is user \(Process.user): \(path)",
          mend: "sudo chown -R \(Process.user) \(quoted(path))")
      ]
    }
    let mode = String(identity.mode, radix: 8)
    if privacy == .wanted, identity.mode & 0o077 != 0 {
      return [
        .problem(
          subject, "open to others, mode \(mode): \(path)", mend: "chmod 700 \(quoted(path))")
      ]
    }
    if identity.mode & 0o002 != 0 {
      return [
        .problem(
          subject, "writable by everybody, mode \(mode): \(path)", mend: "chmod o-w \(quoted(path))"
        )
      ]
    }
    return [.ok(subject, path)]
  }
}
