// From files to records.

internal import Glibc
internal import Units
internal import UnitsClient
internal import UnitsLinux
internal import UnitsStore

/// Reads files and hands on what is in them.
final class Importer {
  /// What a path may lead to.
  enum Kind {
    case fileOnly
    case fileOrFolder
  }

  private let options: ClientOptions
  private let records: RecordImport
  private let progress: ProgressLine
  /// Asked once: it is only shown.
  private(set) lazy var system = shownSystem()

  init(_ options: ClientOptions, progress: ProgressLine) {
    self.options = options
    self.progress = progress
    records = GroupClient(options: options).importRecords()
  }

  /// Imports a file, all of it or nothing of what is wrong; of an archive or a folder each file for
  /// itself.
  func add(_ path: String, kind: Kind = .fileOrFolder) throws(ImportError) -> ImportOutcome {
    let before = records.addedCount
    defer { progress.clear() }
    var outcome = try addAll(path, kind)
    outcome.addedCount = records.addedCount - before
    guard !outcome.isEmpty || !outcome.refusals.isEmpty else {
      throw .file(path: path, ActivityFileError(.file, "no activity with a distance"))
    }
    return outcome
  }

  private func addAll(_ path: String, _ kind: Kind) throws(ImportError) -> ImportOutcome {
    let identity: FileIdentity
    do throws(SystemError) {
      let file = try openFile(path, flags: O_RDONLY | O_NONBLOCK | O_NOCTTY)
      identity = try FileIdentity(of: file, path: path)
    } catch {
      throw .unreadable(error)
    }
    if identity.isDirectory, kind == .fileOrFolder {
      let files: [ImportItem]
      do throws(SystemError) { files = try ImportItem.files(ofFolder: path) } catch {
        throw .unreadable(error)
      }
      return try addEach(of: files, path)
    }
    guard identity.isRegularFile else {
      throw .file(path: path, ActivityFileError(.file, "not a regular file"))
    }
    let item = ImportItem(
      label: path, name: path, modified: identity.modified, size: UInt64(identity.size),
      open: { () throws(ActivityFileError) in try ImportItem.source(of: path) })
    let entries = try blaming(path) { () throws(ActivityFileError) -> [ImportItem]? in
      guard ZipArchive.hasSignature(try SourceWithHead(try item.open(), atLeast: 4).head) else {
        return nil
      }
      return try ImportItem.entries(ofArchive: path, modified: identity.modified)
    }
    if let entries { return try addEach(of: entries, path) }
    var outcome = ImportOutcome()
    try add(item, to: &outcome)
    return outcome
  }

  // MARK: Many files

  private func addEach(of items: [ImportItem], _ path: String) throws(ImportError) -> ImportOutcome
  {
    var selection = ImportSelection(items)
    var outcome = ImportOutcome()
    var isOfNote = !selection.activities.isEmpty || selection.list != nil
    for document in selection.documents {
      try attempt(&outcome) { (outcome) throws(ImportError) in
        let source = try blaming(document.label) { () throws(ActivityFileError) in
          try Self.unpacked(document)
        }
        guard HealthSource.isBegun(by: source.head) else { return }
        isOfNote = true
        selection.leaveOutRoutes()
        try addHealth(document, to: &outcome)
      }
    }
    guard isOfNote || !outcome.refusals.isEmpty else {
      throw .file(
        path: path, ActivityFileError(.file, "neither activities nor a Health export in it"))
    }
    var names: [String: String] = [:]
    if let list = selection.list {
      try attempt(&outcome) { (outcome) throws(ImportError) in
        names = try addList(list, selection.activities, to: &outcome)
      }
    }
    for item in selection.activities {
      try attempt(&outcome) { (outcome) throws(ImportError) in
        try add(item, named: names[item.name], to: &outcome)
      }
    }
    return outcome
  }

  /// What is wrong with one file does not keep the others out.
  private func attempt(
    _ outcome: inout ImportOutcome, _ body: (inout ImportOutcome) throws(ImportError) -> Void
  ) throws(ImportError) {
    do throws(ImportError) { try body(&outcome) } catch {
      guard case .file = error else { throw error }
      outcome.refusals.append(error)
    }
  }

  /// Adds what only Strava's list has. Returns the activities' names by those of their items.
  private func addList(
    _ item: ImportItem, _ activities: [ImportItem], to outcome: inout ImportOutcome
  ) throws(ImportError) -> [String: String] {
    let list = try blaming(item.label) { () throws(ActivityFileError) in
      let source = LimitedSource(try item.open(), limit: StravaList.sizeLimit)
      return try StravaList(try source.rest())
    }
    try store(list.activities, of: item, to: &outcome)
    let folder = item.name.dropLast(StravaList.fileName.count)
    var names: [String: String] = [:]
    var missing = Set(list.names.keys)
    for activity in activities where activity.name.hasPrefix(folder) {
      let name = String(activity.name.dropFirst(folder.count))
      // Some have unpacked them.
      for name in [name, name + ImportSelection.packed] {
        guard missing.remove(name) != nil else { continue }
        names[activity.name] = list.names[name]
      }
    }
    if let first = missing.min() {
      let count = missing.count == 1 ? "1 file" : "\(missing.count) files"
      outcome.refusals.append(
        .file(
          path: item.label,
          ActivityFileError(
            .file, "\(count) that the list names are not there: \(PlainText.shown(first))")))
    }
    return names
  }

  // MARK: One file

  private func add(
    _ item: ImportItem, named name: String? = nil, to outcome: inout ImportOutcome
  ) throws(ImportError) {
    let activities = try blaming(item.label) { () throws(ActivityFileError) -> [Activity]? in
      let source = try Self.unpacked(item)
      if HealthSource.isBegun(by: source.head) { return nil }
      guard item.size <= UInt64(ActivityFile.sizeLimit) else {
        throw ActivityFileError.tooLarge(limit: ActivityFile.sizeLimit)
      }
      return try ActivityFile.activities(
        in: LimitedSource(source, limit: ActivityFile.sizeLimit))
    }
    guard let activities else { return try addHealth(item, to: &outcome) }
    try store(activities, named: name, of: item, to: &outcome)
  }

  /// What is in a file, without the packing of gzip.
  private static func unpacked(_ item: ImportItem) throws(ActivityFileError) -> SourceWithHead {
    let source = try SourceWithHead(try item.open(), atLeast: HealthSource.headSize)
    guard GzipSource.hasSignature(source.head) else { return source }
    return try SourceWithHead(GzipSource(source), atLeast: HealthSource.headSize)
  }

  /// A Health export is too large to be held: it is read to its end once to see that all of it is
  /// right, and once more for what is in it.
  private func addHealth(
    _ item: ImportItem, to outcome: inout ImportOutcome
  ) throws(ImportError) {
    let checked = try read(item) { _ in }
    progress.total = checked.workouts + checked.samples
    defer { progress.total = nil }
    var count = 0
    _ = try read(item) { (records) throws(ImportError) in
      try store(records)
      count += records.count
      progress.show(count)
    }
    try finish()
    outcome.activityCount += checked.workouts
    outcome.distance += checked.distance
    outcome.measurementCount += checked.samples
    outcome.leftOutCount += checked.leftOut
  }

  private func read(
    _ item: ImportItem, _ take: ([Record]) throws(ImportError) -> Void
  ) throws(ImportError) -> HealthHandler.Count {
    let handler = HealthHandler()
    let reader = XMLReader(handler)
    let source = try blaming(item.label) { () throws(ActivityFileError) in
      HealthSource(LimitedSource(try Self.unpacked(item), limit: HealthSource.sizeLimit))
    }
    while true {
      let isAtEnd = try blaming(item.label) { () throws(ActivityFileError) in
        let piece = try source.next()
        try reader.feed(piece)
        return piece.isEmpty
      }
      try take(handler.takeRecords())
      if isAtEnd { return handler.count }
    }
  }

  private func blaming<Value>(
    _ label: String, _ body: () throws(ActivityFileError) -> Value
  ) throws(ImportError) -> Value {
    do throws(ActivityFileError) { return try body() } catch {
      throw .file(path: label, error)
    }
  }

  // MARK: Storing

  private func store(
    _ activities: [Activity], named name: String? = nil, of item: ImportItem,
    to outcome: inout ImportOutcome
  ) throws(ImportError) {
    try store(
      try blaming(item.label) { () throws(ActivityFileError) in
        try activities.map { (activity) throws(ActivityFileError) in
          try activity.record(named: name, modified: item.modified)
        }
      })
    try finish()
    outcome.activityCount += activities.count
    outcome.distance += activities.reduce(0) { $0 + $1.distance }
  }

  private func store(_ new: [Record]) throws(ImportError) {
    do throws(ClientError) {
      var rest = new[...]
      while !rest.isEmpty {
        try records.add(Array(rest.prefix(RecordImport.batchSize)))
        rest = rest.dropFirst(RecordImport.batchSize)
      }
    } catch {
      throw .store(error)
    }
  }

  private func finish() throws(ImportError) {
    do throws(ClientError) { try records.finish() } catch { throw .store(error) }
  }

  private func shownSystem() -> UnitSystem {
    do throws(ClientError) {
      let values = try GroupClient(options: options).get(PreferenceKey.shown(.distance))
      return options.shownSystem(in: values, for: .distance)
    } catch {
      // The records are stored; how they are shown here is the lesser thing.
      return options.locale.system
    }
  }
}

extension Activity {
  /// The record of it. Where the file has no time, that of its last change is the nearest there is.
  fileprivate func record(
    named given: String?, modified: Int64
  ) throws(ActivityFileError) -> Record {
    let instant = start ?? Instant(microseconds: modified / 1000) ?? .latest
    do throws(InvalidRecord) {
      return try Record(
        checking: id, type: .distance, value: distance,
        time: Timestamp(instant, offset: offset ?? Timestamp.local(instant).offset),
        note: (given ?? name).map { PlainText.line($0, limit: NewRecord.noteLimit) },
        source: (creator ?? format?.rawValue).map {
          PlainText.line($0, limit: NewRecord.sourceLimit)
        })
    } catch {
      throw ActivityFileError(.file, error.description)
    }
  }
}
