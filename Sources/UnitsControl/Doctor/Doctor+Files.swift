internal import Glibc
internal import Units
internal import UnitsClient
internal import UnitsCommandLine
internal import UnitsLinux
internal import UnitsProtocol
internal import UnitsStore

extension Doctor {
  // MARK: Service manager

  /// The unit files, where this machine has systemd at all.
  func unitFiles() -> [Finding] {
    let subject = "unit files"
    guard hasSystemd else {
      return [.note(subject, "no systemd here: unitsd runs if something starts it")]
    }
    guard let own = environment["XDG_CONFIG_HOME"] ?? environment["HOME"].map({ "\($0)/.config" })
    else { return [] }
    let folders = [
      "\(own)/systemd/user", "/etc/systemd/user", "/usr/local/lib/systemd/user",
      "/usr/lib/systemd/user",
    ]
    for unit in ["unitsd.socket", "unitsd.service"]
    where !folders.contains(where: { exists("\($0)/\(unit)") }) {
      return [.problem(subject, "\(unit) is not installed", mend: "run install.sh again")]
    }
    let isEnabled = folders.contains { exists("\($0)/sockets.target.wants/unitsd.socket") }
    guard isEnabled else {
      return [
        .problem(
          subject, "unitsd.socket is not enabled: nothing starts the daemon",
          mend: "systemctl --user enable --now unitsd.socket")
      ]
    }
    guard isExecutable("\(environment["HOME"] ?? "")/.local/bin/unitsd") || isInPath("unitsd")
    else {
      return [
        .problem(
          subject, "unitsd.service starts a program that is not there: ~/.local/bin/unitsd",
          mend: "run install.sh again")
      ]
    }
    return [.ok(subject, "unitsd.socket is enabled")]
  }

  var hasSystemd: Bool { isInPath("systemctl") }

  private func exists(_ path: String) -> Bool {
    // What cannot be looked at is of no use to systemd either.
    (try? FileIdentity.following(path)).flatMap { $0 } != nil
  }

  private func isExecutable(_ path: String) -> Bool {
    guard let identity = try? FileIdentity.following(path) else { return false }
    return identity.isRegularFile && identity.mode & 0o111 != 0
  }

  private func isInPath(_ program: String) -> Bool {
    (environment["PATH"] ?? "").split(separator: ":").contains { isExecutable("\($0)/\(program)") }
  }

  // MARK: Locale

  /// What the first default is made of.
  func locale() -> [Finding] {
    let locale = options.locale
    let isStored = (try? client.get([PreferenceKey.unitSystem]))?.unitSystem != nil
    let mend = "export LANG=en_US.UTF-8, or your own; or choose: unitsctl set metric"
    var text = "no LC_ALL, LC_MEASUREMENT or LANG is set, so no region is known"
    if let variable = locale.variable {
      text = "\(variable.rawValue)=\(locale.locale ?? "") names no region"
      if let region = locale.region {
        return [
          .ok("locale", "\(variable.rawValue)=\(locale.locale ?? ""), \(region): \(locale.system)")
        ]
      }
    }
    if isStored { return [.note("locale", "\(text); the unit system is stored already")] }
    return [
      .problem(
        "locale", "\(text): measurements are shown in metric units, and it is not stored",
        mend: mend)
    ]
  }

  // MARK: Preferences

  func preferences() -> [Finding] {
    guard let paths = options.paths else { return [] }
    let path = paths.preferences(of: options.group)
    return file(path) + link(path) + owner(of: path) + lock(paths.lock(of: options.group))
      + copies(of: path)
  }

  private func file(_ path: String) -> [Finding] {
    let subject = "preferences"
    do throws(SystemError) {
      switch try GroupFile.read(path) {
      case .absent: return [.note(subject, "nothing stored yet: \(path)")]
      case .special:
        return [
          .problem(subject, "no ordinary file: \(path)", mend: "mv \(quoted(path)) elsewhere")
        ]
      case .oversized:
        return [
          .problem(
            subject, "larger than \(GroupDocument.maximumSize) bytes: \(path)",
            mend: "remove what is not needed from it")
        ]
      case .text(let bytes, _):
        do throws(Damage) {
          let values = try GroupFile.parse(bytes, path: path)
          let count = values.members.count
          let findings = keys(of: values)
          if findings.contains(where: { $0.state == .problem }) { return findings }
          return [.ok(subject, "\(count) \(count == 1 ? "key" : "keys"): \(path)")] + findings
        } catch {
          return [
            .problem(
              subject, "\(error)",
              mend: """
                mend it: ${EDITOR:-vi} +\(error.line) \(quoted(path)); or begin anew: \
                mv \(quoted(path)) \(quoted("\(path).old"))
                """)
          ]
        }
      }
    } catch {
      return [
        .problem(
          subject, "not readable (\(error.reason)): \(path)", mend: "chmod 600 \(quoted(path))")
      ]
    }
  }

  /// A link is kept: the file that it leads to is the one that is replaced.
  private func link(_ path: String) -> [Finding] {
    guard let destination = try? SymbolicLink.destination(of: path) else { return [] }
    let isWhole = destination.utf8.first == UInt8(ascii: "/")
    let target = isWhole ? destination : "\(splitPath(path).directory)/\(destination)"
    let folder = splitPath(target).directory
    if exists(folder) {
      return directory("linked directory", folder).filter { $0.state == .problem }
    }
    return [
      .problem(
        "preferences", "the link leads to no directory: \(path) -> \(destination)",
        mend: "mkdir -p \(quoted(folder)), or rm \(quoted(path))")
    ]
  }

  private func owner(of path: String) -> [Finding] {
    guard let identity = try? FileIdentity.following(path), identity.owner != Process.user else {
      return []
    }
    return [
      .problem(
        "preferences", "the file belongs to user \(identity.owner): \(path)",
        mend: "sudo chown \(Process.user) \(quoted(path))")
    ]
  }

  /// Whether somebody holds the lock for longer than a commit takes.
  private func lock(_ path: String) -> [Finding] {
    guard exists(path) else { return [] }
    let deadline = MonotonicTime.now() + Self.lockPatience
    repeat {
      // The lock goes with the value, at once.
      do throws(SystemError) { if try FileLock.attempt(at: path) != nil { return [] } } catch {
        return [.problem("lock", error.description, mend: "rm \(quoted(path))")]
      }
      MonotonicTime.sleep(until: .now() + .milliseconds(10))
    } while !deadline.isPast
    return [
      .problem(
        "lock", "a program holds it, so nothing can be stored: \(path)",
        mend: "see who: fuser -v \(quoted(path)); a stopped one goes on by: kill -CONT PROCESS")
    ]
  }

  private static let lockPatience: Duration = .milliseconds(500)

  private func copies(of path: String) -> [Finding] {
    let (directory, name) = splitPath(path)
    let names: [String]
    do throws(SystemError) { names = try Directory.names(in: directory) } catch {
      // Without the directory there are no copies.
      return []
    }
    let copies = names.filter { $0.hasPrefix("\(name).damaged-") }.sorted()
    guard let newest = copies.last else { return [] }
    let copy = quoted("\(directory)/\(newest)")
    return [
      .note(
        "damaged copies", "\(copies.count) kept, the newest: \(directory)/\(newest)",
        mend: "look what was lost: diff \(copy) \(quoted(path)); then: rm \(copy)")
    ]
  }

  // MARK: Records

  func records() -> [Finding] {
    guard let paths = options.paths else { return [] }
    let path = paths.records(of: options.group)
    guard exists(path) else { return [.note("records", "nothing recorded yet: \(path)")] }
    do throws(SQLiteError) {
      let database = try SQLiteDatabase(path: path)
      database.deadline = .now() + options.timeout
      let verdict = try database.value(of: "PRAGMA quick_check(1)")
      guard let text = verdict.textValue, text == "ok" else {
        let schema = try database.value(of: "PRAGMA user_version").integerValue
        let reason = String((verdict.textValue ?? "").map { $0.isNewline ? " " : $0 })
        return [damaged(path, reason, schema: Int(schema ?? 1))]
      }
      let count = try database.value(of: "SELECT count(*) FROM sqlite_schema WHERE name='records'")
      guard count.integerValue == 1 else { return [.ok("records", "empty: \(path)")] }
      let records = try database.value(of: "SELECT count(*) FROM records").integerValue ?? 0
      if let finding = try impossibleRecords(in: database) { return [finding] }
      return [.ok("records", "\(records) \(records == 1 ? "record" : "records"): \(path)")]
    } catch {
      if error.kind == .damaged { return [damaged(path, error.message)] }
      return [
        .problem(
          "records", "not readable (\(error.message)): \(path)", mend: "chmod 600 \(quoted(path))")
      ]
    }
  }

  /// Records of values that nothing stores any more, and that spoil each sum.
  private func impossibleRecords(in database: SQLiteDatabase) throws(SQLiteError) -> Finding? {
    let greatest = MeasurementType.greatestStoredValue
    let condition = "FROM records WHERE value NOT BETWEEN -\(greatest) AND \(greatest)"
    let count = try database.value(of: "SELECT count(*) \(condition)").integerValue ?? 0
    guard count > 0 else { return nil }
    var ids: [String] = []
    let rows = try database.prepare("SELECT id \(condition) LIMIT \(Self.namedRecords)")
    try rows.forEachRow([]) { row in
      if let id = row[0].blobValue.flatMap({ RecordID(bytes: $0) }) { ids.append(id.description) }
      return .more
    }
    let group = options.group == .standard ? "" : " --group \(quoted(options.group.text))"
    return .problem(
      "records",
      "\(count) \(count == 1 ? "record" : "records") beyond 1e15, which nobody measures: "
        + database.path,
      mend: "unitsctl records remove\(group) \(ids.joined(separator: " "))")
  }

  /// As many ids as fit into a line that is still read.
  private static let namedRecords = 20

  /// What sqlite3's `.dump` reads up to the damage, from both ends, goes into a new database; it
  /// leaves out the number of the schema. Its `.recover` reads more and is broken in version 3.40.
  private func damaged(_ path: String, _ reason: String, schema: Int = 1) -> Finding {
    let old = quoted("\(path).damaged")
    return .problem(
      "records", "damaged (\(reason)): \(path)",
      mend: """
        stop unitsd and its socket, then: mv \(quoted(path)) \(old); \
        mv -f \(quoted("\(path)-wal")) \(quoted("\(path).damaged-wal")); \
        rm -f \(quoted("\(path)-shm")); (sqlite3 \(old) .dump | sed 's/^ROLLBACK.*/COMMIT;/'; \
        echo 'PRAGMA user_version=\(schema);') | sqlite3 \(quoted(path)); \
        where too little comes back, try: sqlite3 \(old) .recover
        """)
  }
}
