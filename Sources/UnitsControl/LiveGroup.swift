internal import Units
internal import UnitsClient
internal import UnitsCommandLine
internal import UnitsJSON
internal import UnitsLinux
internal import UnitsPrograms
internal import UnitsStore

/// What a group holds at present, for completion: asked for once, and empty where nobody answers.
struct LiveGroup {
  /// Somebody waits with a finger on the key.
  private static let patience: Duration = .milliseconds(300)

  private let client: GroupClient?

  init(_ line: TypedLine, _ environment: Environment) {
    do throws(UsageError) {
      // Help is asked for so that no form is missed in a line that is not complete.
      var options = try ClientOptions(
        try ParsedLine(line.given + ["--help"], of: line.program), environment: environment)
      options.timeout = Self.patience
      client = GroupClient(options: options)
    } catch {
      client = nil
    }
  }

  /// For the candidates that only it knows.
  var words: LiveWords {
    LiveWords(
      keys: { values.members.map { Candidate($0.key, ValueText.line($0.value)) } },
      values: likelyValues, groups: { names.map { Candidate($0) } }, records: recordIDs)
  }

  private var values: SortedMembers {
    guard let client else { return SortedMembers() }
    do throws(ClientError) { return try client.list() } catch {
      // Completion says nothing: the command will.
      return SortedMembers()
    }
  }

  /// What a key is likely to be set to.
  private func likelyValues(of key: String) -> [Candidate] {
    switch values[key] {
    case .bool: return [Candidate("true"), Candidate("false")]
    case .string(let text): return [Candidate(text, "as it is")]
    case .integer, .double: return [Candidate(values[key]?.description ?? "", "as it is")]
    // A data, a date or a list is not typed as it is printed.
    default: return []
    }
  }

  /// The groups that have a file.
  private var names: [String] {
    guard let directory = client?.options.paths?.configurationDirectory else { return [] }
    do throws(SystemError) {
      return try Directory.names(in: directory).filter { $0.hasSuffix(".json") }
        .map { String($0.dropLast(".json".count)) }.filter { GroupName($0) != nil }.sorted()
    } catch {
      // No directory, no groups.
      return []
    }
  }

  /// The newest records.
  private func recordIDs() -> [Candidate] {
    guard let client else { return [] }
    var records: [Record] = []
    do throws(ClientError) {
      let list = client.listRecords(RecordQuery(), limit: Self.recordsShown)
      while let more = try list.next() { records += more }
    } catch {
      // What has come is of use, too.
    }
    return records.map { record in
      let label = record.type.baseUnit.label(ofBase: record.value)
      return Candidate(
        record.id.description, "\(record.type.commandWord) \(label) \(record.time)")
    }
  }

  /// More than that nobody looks through.
  private static let recordsShown = 100
}
