internal import Units
internal import UnitsClient
internal import UnitsCommandLine
internal import UnitsJSON
internal import UnitsLinux
internal import UnitsProtocol
internal import UnitsStore

/// `status`: who serves the group, and where everything is.
enum StatusCommand {
  static func run(_ invocation: Invocation) throws(ControlFailure) -> ExitStatus {
    let daemon = try daemon(invocation)
    var report = Report()
    report.put("daemon", .bool(daemon != nil), daemon == nil ? "not running" : "running")
    if let daemon {
      report.put("version", .string(daemon.version))
      report.put("pid", .integer(daemon.pid))
      report.put(
        "uptime", .double(daemon.uptime), DecimalText.fixed(daemon.uptime, fractionDigits: 0) + " s"
      )
    }
    report.put("route", .string(daemon == nil ? "direct" : "daemon"))
    report.put("socket", .string(daemon?.socket ?? invocation.client.options.socket.path))
    describeGroup(invocation, daemon, &report)
    if let daemon {
      report.put("connections", .integer(daemon.connections))
      report.put("subscribers", .integer(daemon.subscribers))
    }
    describeLocale(invocation, &report)
    let copies = keptCopies(invocation)
    report.put(
      "damaged_copies", .array(copies.map { .string($0) }),
      copies.isEmpty ? "none" : copies.joined(separator: " "))
    describeImports(invocation, &report)
    if invocation.wantsJSON {
      try invocation.write("\(report.object)\n")
    } else {
      try invocation.write(report.table)
    }
    return daemon == nil ? .no : .done
  }

  private static func daemon(
    _ invocation: Invocation
  ) throws(ControlFailure) -> DaemonGetStatus.Response? {
    if invocation.client.options.route == .directOnly { return nil }
    do throws(ClientError) { return try invocation.client.status() } catch {
      switch error {
      case .notRunning: return nil
      // Nothing was asked for that could have changed anything.
      case .outcomeUnknown(let socket): throw ControlFailure(.timedOut(socket: socket))
      default: throw ControlFailure(error)
      }
    }
  }

  private static func describeGroup(
    _ invocation: Invocation, _ daemon: DaemonGetStatus.Response?, _ report: inout Report
  ) {
    let name = invocation.client.options.group
    let group = daemon?.groups.first { $0.name == name.text }
    let paths = invocation.client.options.paths
    report.put("group", .string(name.text))
    if let path = group?.preferencesPath ?? paths?.preferences(of: name) {
      report.put("preferences", .string(path))
    }
    if let path = group?.recordsPath ?? paths?.records(of: name) {
      report.put("records", .string(path))
    }
    guard let group else { return }
    report.put("revision", .integer(group.revision))
    report.put("watched", .bool(group.watch == .watched), group.watch == .watched ? "yes" : "no")
    if let damaged = group.damaged {
      let place = "line \(group.damagedLine ?? 0), column \(group.damagedColumn ?? 0): \(damaged)"
      report.put("damaged", .string(place))
    }
  }

  private static func describeLocale(_ invocation: Invocation, _ report: inout Report) {
    let locale = invocation.client.options.locale
    var cause = "no variable set"
    if let variable = locale.variable {
      cause = "\(variable.rawValue)=\(locale.locale ?? "")"
      if locale.region == nil { cause += ", no region" }
    }
    report.put("locale_system", .string(locale.system.rawValue), "\(locale.system) (\(cause))")
    if let variable = locale.variable {
      report.putJSON("locale_variable", .string(variable.rawValue))
      report.putJSON("locale", .string(locale.locale ?? ""))
    }
  }

  /// Where activities are imported from, and the files that were refused.
  private static func describeImports(_ invocation: Invocation, _ report: inout Report) {
    guard let paths = invocation.client.options.paths else { return }
    let preferred: String?
    do throws(ClientError) {
      let key = PreferenceKey.importFolder
      preferred = try invocation.client.get([key])[key]?.stringValue
    } catch {
      // What is wrong with the preferences stands above.
      return
    }
    let folder = paths.importFolder(
      preferred: preferred, home: invocation.environment["HOME"])
    report.put("import_folder", .string(folder))
    let failed = "\(folder)/\(ImportPlace.failed)"
    let names: [String]
    do throws(SystemError) { names = try Directory.names(in: failed) } catch {
      // Without the directory nothing has failed.
      names = []
    }
    let files = names.filter { !$0.hasSuffix(ImportPlace.reasonSuffix) }.sorted()
    report.put(
      "failed_imports", .array(files.map { .string("\(failed)/\($0)") }),
      files.isEmpty ? "none" : files.map { "\(failed)/\($0)" }.joined(separator: " "))
  }

  private static func keptCopies(_ invocation: Invocation) -> [String] {
    guard let paths = invocation.client.options.paths else { return [] }
    let (directory, name) = splitPath(paths.preferences(of: invocation.client.options.group))
    do throws(SystemError) {
      let names = try Directory.names(in: directory).filter { $0.hasPrefix("\(name).damaged-") }
      return names.sorted().map { "\(directory)/\($0)" }
    } catch {
      // Without the directory there are no copies.
      return []
    }
  }
}

/// Facts with a name, for people and for programs.
private struct Report {
  private(set) var object = JSONObject()
  private(set) var table = TextTable()

  mutating func put(_ name: String, _ value: JSONValue, _ text: String? = nil) {
    putJSON(name, value)
    // `replacing(_:with:)` would link the engine of regular expressions, one megabyte.
    let label = String(name.map { $0 == "_" ? " " : $0 })
    table.add([label, text ?? ValueText.plain(value)])
  }

  mutating func putJSON(_ name: String, _ value: JSONValue) {
    object.append(name, value)
  }
}
