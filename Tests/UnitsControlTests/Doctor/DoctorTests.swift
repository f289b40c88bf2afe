import Foundation
import TestSupport
import Testing
import UnitsCommandLine
import UnitsJSON
import UnitsLinux
import UnitsStore

@testable import UnitsControl

/// Each trap is set, found, and explained with what mends it.
@Suite struct DoctorTests {
  /// A home in which nothing is wrong.
  private func healthy(_ more: [String: String] = [:]) throws -> Session {
    let session = Session(["LANG": "en_US.UTF-8"].merging(more) { $1 })
    try session.installUnits()
    return session
  }

  @Test func `in a good set-up there is nothing to mend`() throws {
    let session = try healthy()
    let daemon = try session.startDaemon()
    _ = session.run("get")
    _ = session.run("log distance 5km")
    let outcome = session.run("doctor")
    #expect(outcome.status == 0, "\(outcome.output)")
    #expect(outcome.output.split(separator: "\n").allSatisfy { $0.hasPrefix("ok\t") })
    #expect(outcome.output.contains("\nok\tlocale\tLANG=en_US.UTF-8, US: imperial\t\n"))
    #expect(outcome.output.contains("\nok\trecords\t1 record: "))
    #expect(outcome.output.contains("\nok\tpreferences\t1 key: "))
    withExtendedLifetime(daemon) {}
  }

  @Test func `it changes nothing`() throws {
    let session = Session(["LANG": "C"])
    #expect(session.run("doctor").status == 1)
    #expect(session.content == nil)
    #expect(!FileManager.default.fileExists(atPath: session.configuration))
  }

  @Test func `in JSON each finding is an object`() throws {
    let session = try healthy()
    let text = session.run("doctor --json").output
    let findings = try JSONValue(parsing: text).arrayElements
    #expect(findings.count > 5)
    for finding in findings {
      let object = try #require(finding.objectValue)
      #expect(object["check"]?.stringValue != nil && object["text"]?.stringValue != nil)
      #expect(object["mend"] != nil)
      #expect(["ok", "note"].contains(object["state"]?.stringValue ?? ""))
    }
  }

  @Test func `no runtime directory`() throws {
    let away = try healthy(["XDG_RUNTIME_DIR": "/nowhere/at/all"])
    away.expectProblem(
      "runtime directory", "XDG_RUNTIME_DIR leads nowhere: /nowhere/at/all",
      mend: "mkdir -m 700 -p /nowhere/at/all, or unset XDG_RUNTIME_DIR")
    // An empty variable is none.
    let none = try healthy(["XDG_RUNTIME_DIR": ""])
    let line = try #require(none.finding("runtime directory"))
    #expect(line.contains("XDG_RUNTIME_DIR is not set"))
    #expect(line.hasPrefix("problem\t") || line.contains("export XDG_RUNTIME_DIR=/run/user/"))
  }

  @Test func `a mode that lets others in`() throws {
    let session = try healthy()
    chmod("\(session.root)/run", 0o755)
    session.expectProblem(
      "runtime directory", "open to others, mode 755: \(session.root)/run",
      mend: "chmod 700 \(session.root)/run")
    try session.apply("chmod 700 \(session.root)/run")
    #expect(session.run("doctor").status == 0)
    _ = session.run("get")
    chmod(session.configuration, 0o777)
    session.expectProblem(
      "preferences' directory", "writable by everybody, mode 777: \(session.configuration)",
      mend: "chmod o-w \(session.configuration)")
    #expect(session.run("set a 1").error.hasSuffix("\n`unitsctl doctor` may know why\n"))
    try session.apply("chmod o-w \(session.configuration)")
    #expect(session.run("set a 1") == .done())
  }

  @Test func `another owner`() throws {
    guard Requirement.areMet(.root) else { return }
    let session = try healthy()
    _ = session.run("get")
    chown(session.configuration, 65534, 65534)
    session.expectProblem(
      "preferences' directory", "belongs to user 65534, this is user 0: \(session.configuration)",
      mend: "sudo chown -R 0 \(session.configuration)")
    chown(session.configuration, 0, 0)
    chown(session.file, 65534, 65534)
    session.expectProblem(
      "preferences", "the file belongs to user 65534: \(session.file)",
      mend: "sudo chown 0 \(session.file)")
  }

  @Test func `a link that leads to no directory, or where nothing can be written`() throws {
    let session = try healthy()
    _ = session.run("set metric")
    let folder = "\(session.root)/dotfiles"
    try FileManager.default.removeItem(atPath: session.file)
    try FileManager.default.createSymbolicLink(
      atPath: session.file, withDestinationPath: "\(folder)/units.json")
    session.expectProblem(
      "preferences", "the link leads to no directory: \(session.file) -> \(folder)/units.json",
      mend: "mkdir -p \(folder), or rm \(session.file)")
    try session.apply("mkdir -p \(folder)")
    #expect(session.run("doctor").status == 0)
    guard getuid() != 0 else { return }
    chmod(folder, 0o500)
    session.expectProblem(
      "linked directory", "not writable (Permission denied): \(folder)",
      mend: "chmod u+wx \(folder)")
  }

  @Test func `a home that is no directory`() throws {
    let session = try healthy(["XDG_CONFIG_HOME": "/dev/null"])
    session.expectProblem(
      "preferences' directory", "no directory: /dev/null",
      mend: "have HOME and the XDG variables name directories, or move that away")
  }

  @Test func `a stale socket, and what is no socket`() throws {
    let session = try healthy()
    let path = "\(session.root)/run/units/unitsd.sock"
    let daemon = try session.startDaemon()
    daemon.signal(SIGKILL)
    session.expectProblem(
      "socket", "stale, nobody listens: \(path)",
      mend: "systemctl --user restart unitsd.socket, or start unitsd, which replaces it")
    // The second part of the mend.
    let next = try session.startDaemon()
    #expect(session.run("doctor").status == 0)
    next.signal(SIGTERM)
    try "".write(toFile: path, atomically: false, encoding: .utf8)
    session.expectProblem("socket", "no socket: \(path)", mend: "rm \(path)")
    try session.apply("rm \(path)")
    #expect(session.run("doctor").status == 0)
  }

  @Test func `a second daemon on the same files`() throws {
    let session = try healthy()
    let first = try session.startDaemon()
    let second = try session.startDaemon(socket: "\(session.root)/second/unitsd.sock")
    session.expectProblem(
      "daemon", "a second one serves the same files: process \(second.identifier)",
      mend: "kill \(second.identifier)")
    first.signal(SIGTERM)
    session.expectProblem(
      "daemon", "one runs and listens elsewhere: process \(second.identifier)",
      mend: "start it with the same XDG_RUNTIME_DIR as this shell, or: kill \(second.identifier)")
    second.signal(SIGTERM)
    #expect(session.run("doctor").status == 0)
  }

  @Test func `directories that only the shell knows of`() throws {
    let session = try healthy()
    let daemon = try session.startDaemon()
    let other = "\(session.root)/elsewhere"
    let shell = session.with(["XDG_CONFIG_HOME": other])
    try shell.installUnits(at: other)
    shell.expectProblem(
      "directories", "the daemon uses \(session.configuration), this shell \(other)/units",
      mend: """
        set XDG_CONFIG_HOME for both, in ~/.config/environment.d/units.conf, and log in again; or: \
        unset XDG_CONFIG_HOME
        """)
    withExtendedLifetime(daemon) {}
  }

  @Test func `a directory of records that only the shell knows of`() throws {
    let session = try healthy()
    let daemon = try session.startDaemon()
    let shell = session.with(["XDG_DATA_HOME": "\(session.root)/elsewhere"])
    shell.expectProblem(
      "directories",
      "the daemon uses \(session.root)/home/.local/share/units, this shell "
        + "\(session.root)/elsewhere/units",
      mend: """
        set XDG_DATA_HOME for both, in ~/.config/environment.d/units.conf, and log in again; or: \
        unset XDG_DATA_HOME
        """)
    withExtendedLifetime(daemon) {}
  }

  @Test func `no home`() throws {
    try healthy().with(["HOME": ""]).expectProblem(
      "store", "HOME is not set, so there is no place for it", mend: "export HOME=~")
  }

  @Test func `what can be no file of preferences`() throws {
    let session = try healthy()
    try session.apply("mkdir -p \(session.file)")
    session.expectProblem(
      "preferences", "no ordinary file: \(session.file)", mend: "mv \(session.file) elsewhere")
    try session.apply("rmdir \(session.file)")
    try session.write("{\"k\": \"\(String(repeating: "v", count: 1 << 20))\"}")
    session.expectProblem(
      "preferences", "larger than 1048576 bytes: \(session.file)",
      mend: "remove what is not needed from it")
  }

  @Test func `a daemon of another version, and one that does not answer`() throws {
    let session = try healthy()
    let status = try JSONObject(
      parsingStatus: [
        "version": "0.0.1", "pid": 4711, "config": session.configuration,
        "data": "\(session.root)/home/.local/share/units",
      ])
    let daemon = try AnsweringDaemon(session, reply: status)
    session.expectProblem(
      "daemon", "version 0.0.1 runs, this is \(Version.text): process 4711",
      mend: "systemctl --user restart unitsd, or kill 4711 and start it again")
    daemon.stop()
    let silent = try AnsweringDaemon(session, reply: nil)
    let line = try #require(session.finding("daemon", "--timeout", "0.2"))
    #expect(line.hasPrefix("problem\tdaemon\tdoes not answer: "))
    #expect(line.hasSuffix("\tsystemctl --user restart unitsd, or end it and start it again"))
    silent.stop()
  }

  @Test func `a damaged file, and the copies that were kept`() throws {
    let session = try healthy()
    _ = session.run("set a 1")
    try session.write("{\n  \"a\": 1,\n}\n")
    session.expectProblem(
      "preferences",
      "damaged (line 2, column 9: trailing comma): \(session.file)",
      mend: """
        mend it: ${EDITOR:-vi} +2 \(session.file); or begin anew: mv \(session.file) \
        \(session.file).old
        """)
    #expect(session.run("set a 2").error.hasSuffix("; `unitsctl doctor` says how\n"))
    try session.apply("mv \(session.file) \(session.file).old")
    #expect(session.run("doctor").status == 0)
    // A daemon with a last good state keeps a copy and goes on.
    _ = session.run("set a 3")
    let daemon = try session.startDaemon()
    #expect(session.run("get a") == .done("3\n"))
    try session.write("{oops")
    #expect(session.run("get a") == .done("3\n"))
    #expect(session.run("set b 1") == .done())
    let line = try #require(session.finding("damaged copies"))
    #expect(line.hasPrefix("note\tdamaged copies\t1 kept, the newest: \(session.file).damaged-"))
    let mend = try #require(line.split(separator: "\t").last)
    let copy = try #require(mend.split(separator: " ").last)
    #expect(try String(contentsOfFile: String(copy), encoding: .utf8) == "{oops")
    try session.apply("rm \(copy)")
    #expect(session.finding("damaged copies") == nil)
    withExtendedLifetime(daemon) {}
  }

  @Test func `damaged records are recovered by what it says`() throws {
    guard Requirement.areMet(.peer("sqlite3")) else { return }
    let session = try healthy()
    for number in 1...400 {
      #expect(
        session.run("log distance \(number)km --note \(String(repeating: "x", count: 60))").status
          == 0)
    }
    let path = "\(session.root)/home/.local/share/units/group.dev.units.sqlite"
    // Everything into the database itself, and then a page of it is lost.
    try session.apply("sqlite3 \(path) 'PRAGMA wal_checkpoint(TRUNCATE)'")
    let handle = try FileHandle(forUpdating: URL(filePath: path))
    try handle.seek(toOffset: 4096 * 5)
    try handle.write(contentsOf: Data(repeating: 0xa5, count: 4096))
    try handle.close()
    let line = try #require(session.finding("records"))
    #expect(line.hasPrefix("problem\trecords\tdamaged ("), "\(line)")
    let steps = try #require(line.components(separatedBy: ", then: ").last)
    try session.apply(steps.components(separatedBy: "; where too little")[0])
    let found = try #require(session.finding("records"))
    #expect(found.hasPrefix("ok\trecords\t"), "\(found)")
    // Most of them are there, and new ones can be added.
    let count = session.run("records --json").output.split(separator: "\n").count
    #expect((200..<400).contains(count), "\(count) records")
    #expect(session.run("log distance 1km").status == 0)
  }

  @Test func `records of what nobody measures are shown, named, and removed by what it says`()
    throws
  {
    let session = try healthy()
    _ = session.run("log distance 5km --at 2026-11-30T07:15:00Z")
    let path = "\(session.root)/home/.local/share/units/group.dev.units.sqlite"
    let ids = ["01a22b72-0854-7aaa-8a72-f5ecbcc24216", "01a22b72-0854-7aaa-8a72-f5ecbcc24217"]
    for (id, value) in zip(ids, ["9e999", "1e308"]) {
      let bytes = id.replacing("-", with: "")
      try SQLiteDatabase(path: path).execute(
        "INSERT INTO records VALUES (x'\(bytes)', 'weight', \(value), 0, 0, NULL, NULL)")
    }
    // Each can be read, and costs no other.
    for command in ["records", "records --json", "records export", "records export --csv"] {
      let outcome = session.run(command)
      #expect(outcome.status == 0 && outcome.error.isEmpty)
      #expect(!outcome.output.contains("inf") && !outcome.output.contains("null"))
      #expect(ids.allSatisfy(outcome.output.contains))
    }
    for command in ["summary --period year", "summary weight --json", "chart weight"] {
      #expect(session.run(command).status == 0)
    }
    let line = try #require(session.finding("records"))
    let mend = "unitsctl records remove \(ids.joined(separator: " "))"
    #expect(
      line == "problem\trecords\t2 records beyond 1e15, which nobody measures: \(path)\t\(mend)")
    #expect(session.run(String(mend.dropFirst("unitsctl ".count))).status == 0)
    #expect(session.finding("records") == "ok\trecords\t1 record: \(path)\t")
  }

  @Test func `unit files that are missing or not enabled`() throws {
    let session = Session()
    try session.installSystemctl()
    session.expectProblem(
      "unit files", "unitsd.socket is not installed", mend: "run install.sh again")
    try session.installUnits()
    #expect(session.run("doctor").status == 0)
    let wanted = "\(session.root)/home/.config/systemd/user/sockets.target.wants/unitsd.socket"
    try FileManager.default.removeItem(atPath: wanted)
    session.expectProblem(
      "unit files", "unitsd.socket is not enabled: nothing starts the daemon",
      mend: "systemctl --user enable --now unitsd.socket")
    try session.installUnits()
    try FileManager.default.removeItem(atPath: "\(session.root)/home/.local/bin/unitsd")
    session.expectProblem(
      "unit files", "unitsd.service starts a program that is not there: ~/.local/bin/unitsd",
      mend: "run install.sh again")
    // Where there is no systemd, nobody misses its files.
    try FileManager.default.removeItem(atPath: "\(session.root)/bin/systemctl")
    #expect(session.finding("unit files")?.hasPrefix("note\t") == true)
    #expect(session.finding("socket")?.hasSuffix("\tstart unitsd") == true)
  }

  @Test(arguments: [
    (["LANG": ""], "no LC_ALL, LC_MEASUREMENT or LANG is set, so no region is known"),
    (["LANG": "C.UTF-8"], "LANG=C.UTF-8 names no region"),
    (["LC_ALL": "en"], "LC_ALL=en names no region"),
  ])
  func `a locale without a region`(variables: [String: String], text: String) throws {
    let session = try healthy(variables)
    session.expectProblem(
      "locale", "\(text): measurements are shown in metric units, and it is not stored",
      mend: "export LANG=en_US.UTF-8, or your own; or choose: unitsctl set metric")
    try session.apply("\(BuiltProgram.unitsctl.path) set metric")
    #expect(
      session.finding("locale")
        == "note\tlocale\t\(text); the unit system is stored already\t")
    #expect(session.run("doctor").status == 0)
  }

  @Test func `a read-only home, and a full disk`() throws {
    guard Requirement.areMet(.root) else { return }
    let session = try healthy()
    let folder = "\(session.root)/disk"
    try session.apply("mkdir \(folder) && mount -t tmpfs -o size=4m,mode=700 units \(folder)")
    defer {
      // Whatever became of the test, no disk stays.
      try? session.apply("umount -l \(folder)")
    }
    let home = session.with(["XDG_CONFIG_HOME": folder])
    try home.installUnits(at: folder)
    #expect(home.run("get").status == 0)
    try session.apply("head -c 3m /dev/zero >\(folder)/filler")
    home.expectProblem(
      "preferences' directory", "the disk is full, ", exactly: false,
      mend: "make room: du -xh --max-depth=1 \(folder)/units | sort -h")
    try session.apply("rm \(folder)/filler && mount -o remount,ro \(folder)")
    home.expectProblem(
      "preferences' directory", "on a read-only file system: \(folder)/units",
      mend: "mount it for writing; until then nothing new is stored")
  }

  @Test func `a lock that is held`() throws {
    let session = try healthy()
    _ = session.run("set a 1")
    let path = "\(session.configuration)/group.dev.units.lock"
    guard let lock = try FileLock.attempt(at: path) else {
      Issue.record("nobody else has it")
      return
    }
    session.expectProblem(
      "lock", "a program holds it, so nothing can be stored: \(path)",
      mend: "see who: fuser -v \(path); a stopped one goes on by: kill -CONT PROCESS")
    #expect(lock.identity.inode > 0)
  }

  @Test(arguments: [
    ("/a/b_c-d.e", "/a/b_c-d.e"), ("/a b", "'/a b'"), ("/it's", "'/it'\\''s'"),
    ("/$(x)", "'/$(x)'"), ("/ü", "'/ü'"),
  ])
  func `a path in a mend can be pasted`(path: String, word: String) {
    #expect(quoted(path) == word)
  }
}
