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

  /// What whoever imports says besides.
  struct Settings {
    /// When activities began of which nothing says it.
    var time: Timestamp?
    var courses = Courses.refused
  }

  private let options: ClientOptions
  private let settings: Settings
  private let records: RecordImport
  private let progress: ImportProgress
  /// Asked once: it is only shown.
  private(set) lazy var system = shownSystem()

  init(_ options: ClientOptions, _ settings: Settings, progress: ImportProgress) {
    self.options = options
    self.settings = settings
    self.progress = progress
    records = GroupClient(options: options).importRecords()
  }

  /// Imports a file, all of it or nothing of what is wrong; of an archive or a folder each file for
  /// itself.
  func add(_ path: String, kind: Kind = .fileOrFolder) throws(ImportError) -> ImportOutcome {
    let before = records.addedCount
    progress.begin()
    defer { progress.clear() }
    var outcome = try addAll(path, kind)
    outcome.addedCount = records.addedCount - before
    guard !outcome.isEmpty || !outcome.refusals.isEmpty else {
      throw .file(path: path, .nothing(outcome.leftOut))
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
      return try addEach(of: .init(items: files), path)
    }
    guard identity.isRegularFile else {
      throw .file(path: path, ActivityFileError(.file, "not a regular file"))
    }
    let item = ImportItem.file(path, name: path, size: identity.size)
    let entries = try blaming(path) { () throws(ActivityFileError) -> ImportItem.Entries? in
      guard ZipArchive.hasSignature(try SourceWithHead(try item.open(), atLeast: 4).head) else {
        return nil
      }
      return try ImportItem.entries(ofArchive: path)
    }
    if let entries { return try addEach(of: entries, path) }
    var outcome = ImportOutcome()
    if ImportSelection.isList(path.lowercased()) {
      _ = try addList(item, [], to: &outcome, isAlone: .yes)
    } else {
      try add(item, to: &outcome)
    }
    return outcome
  }

  // MARK: Many files

  private func addEach(
    of entries: ImportItem.Entries, _ path: String
  ) throws(ImportError) -> ImportOutcome {
    var selection = ImportSelection(entries.items)
    var outcome = ImportOutcome()
    outcome.refusals = entries.refusals
    var isOfNote = !selection.activities.isEmpty || selection.list != nil
    for document in selection.documents {
      try attempt(&outcome) { (outcome) throws(ImportError) in
        let isHealth = try blaming(document.label) { () throws(ActivityFileError) in
          HealthSource.isBegun(by: try self.text(of: document).head)
        }
        guard isHealth else { return }
        isOfNote = true
        selection.leaveOutRoutes()
        try addHealth(document, to: &outcome)
      }
    }
    guard isOfNote || !outcome.refusals.isEmpty else {
      throw .file(
        path: path, ActivityFileError(.file, "neither activities nor a Health export in it"))
    }
    var rows: [String: StravaList.Row] = [:]
    if let list = selection.list {
      try attempt(&outcome) { (outcome) throws(ImportError) in
        rows = try addList(list, selection.activities, to: &outcome, isAlone: .no)
      }
    }
    for item in selection.activities {
      let row = rows[item.name]
      try attempt(&outcome) { (outcome) throws(ImportError) in
        try add(item, row, listLabel: selection.list?.label ?? path, to: &outcome)
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

  /// Whether a list is read without the files that it names.
  private enum Alone {
    case yes
    case no
  }

  /// Adds what only Strava's list has. Returns the other rows by the names of their items.
  private func addList(
    _ item: ImportItem, _ activities: [ImportItem], to outcome: inout ImportOutcome,
    isAlone: Alone
  ) throws(ImportError) -> [String: StravaList.Row] {
    let list = try blaming(item.label) { () throws(ActivityFileError) in
      progress.begin(item.label)
      let source = LimitedSource(
        XMLText(WatchedSource(try item.open(), progress)), limit: StravaList.sizeLimit)
      return StravaList(try source.rest())
    }
    outcome.refusals += list.refusals.map { .file(path: item.label, $0) }
    var own: [Activity] = []
    var named: [String: StravaList.Row] = [:]
    for row in list.rows {
      if let file = row.file {
        named[file] = row
      } else if let activity = activity(row, item.label, &outcome) {
        own.append(activity)
      }
    }
    try store(own, label: item.label, to: &outcome)
    let folder = item.name.dropLast(StravaList.fileName.count)
    var rows: [String: StravaList.Row] = [:]
    for activity in activities where activity.name.hasPrefix(folder) {
      let name = String(activity.name.dropFirst(folder.count))
      // Some have unpacked them.
      for name in [name, name + ImportSelection.packed] {
        if let row = named.removeValue(forKey: name) { rows[activity.name] = row }
      }
    }
    if case .yes = isAlone {
      // Their distances are in their files, and counted from the list they would be there twice.
      outcome.leftOut.count(.activities, named.count)
    } else if let first = named.keys.min() {
      let count = named.count == 1 ? "1 file" : "\(named.count) files"
      outcome.refusals.append(
        .file(
          path: item.label,
          ActivityFileError(
            .file, "\(count) that the list names are not there: \(PlainText.shown(first))")))
    }
    return rows
  }

  /// What a row says by itself; one that cannot be understood is told.
  private func activity(
    _ row: StravaList.Row, _ label: String, _ outcome: inout ImportOutcome
  ) -> Activity? {
    do throws(ActivityFileError) { return try row.activity() } catch {
      outcome.refusals.append(.file(path: label, error))
      return nil
    }
  }

  // MARK: One file

  /// Adds the activities of a file; of one without any, what its row in a list says.
  private func add(
    _ item: ImportItem, _ row: StravaList.Row? = nil, listLabel: String = "",
    to outcome: inout ImportOutcome
  ) throws(ImportError) {
    let content = try blaming(item.label) { () throws(ActivityFileError) -> ActivityFile.Content? in
      let source = try unpacked(item)
      if try HealthSource.isBegun(by: Self.headText(source.head)) { return nil }
      guard item.size <= UInt64(ActivityFile.sizeLimit) else {
        throw ActivityFileError.tooLarge(limit: ActivityFile.sizeLimit)
      }
      return try ActivityFile.content(
        of: LimitedSource(source, limit: ActivityFile.sizeLimit), settings.courses)
    }
    guard let content else { return try addHealth(item, to: &outcome) }
    outcome.leftOut += content.leftOut
    progress.leftOutCount = outcome.leftOut.total
    var activities = content.activities
    if activities.isEmpty, let row, let activity = activity(row, listLabel, &outcome) {
      activities = [activity]
    }
    for place in activities.indices {
      if activities[place].start == nil { activities[place].start = row?.start }
      if activities[place].start == nil, let time = settings.time {
        activities[place].start = time.instant
        activities[place].offset = time.offset
      }
      if let name = row?.name { activities[place].name = name }
      guard activities[place].start != nil else { throw .file(path: item.label, .timeless) }
    }
    try store(activities, label: item.label, to: &outcome)
  }

  /// What is in a file, without the packing of gzip.
  private func unpacked(_ item: ImportItem) throws(ActivityFileError) -> SourceWithHead {
    progress.begin(item.label)
    let source = try SourceWithHead(
      WatchedSource(try item.open(), progress), atLeast: HealthSource.headSize)
    guard GzipSource.hasSignature(source.head) else { return source }
    return try SourceWithHead(GzipSource(source), atLeast: HealthSource.headSize)
  }

  /// The same of a document, in UTF-8.
  private func text(of item: ImportItem) throws(ActivityFileError) -> SourceWithHead {
    try SourceWithHead(XMLText(try unpacked(item)), atLeast: HealthSource.headSize)
  }

  /// The beginning of what may be a document, in UTF-8.
  private static func headText(_ head: [UInt8]) throws(ActivityFileError) -> [UInt8] {
    try XMLText(ArraySource(Array(head.prefix(HealthSource.headSize)))).next()
  }

  /// A Health export is too large to be held: it is read to its end once to see that all of it is
  /// right, and once more for what is in it.
  private func addHealth(
    _ item: ImportItem, to outcome: inout ImportOutcome
  ) throws(ImportError) {
    let checked = try read(item) { _ in }
    let total = checked.workouts + checked.samples
    var count = 0
    _ = try read(item) { (records) throws(ImportError) in
      try store(records)
      count += records.count
      if !records.isEmpty { progress.stored(count, of: total) }
    }
    try finish()
    outcome.activityCount += checked.workouts
    outcome.distance += checked.distance
    outcome.measurementCount += checked.samples
    outcome.leftOut += checked.leftOut
  }

  private func read(
    _ item: ImportItem, _ take: ([Record]) throws(ImportError) -> Void
  ) throws(ImportError) -> HealthHandler.Count {
    let handler = HealthHandler()
    let reader = XMLReader(handler)
    let source = try blaming(item.label) { () throws(ActivityFileError) in
      HealthSource(LimitedSource(try text(of: item), limit: HealthSource.sizeLimit))
    }
    while true {
      let isAtEnd = try blaming(item.label) { () throws(ActivityFileError) in
        let piece = try source.next()
        try reader.feed(piece)
        return piece.isEmpty
      }
      progress.leftOutCount = handler.count.leftOut.total
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

  /// Stores activities of a file; one that cannot be a record is told, and costs no other.
  private func store(
    _ activities: [Activity], label: String, to outcome: inout ImportOutcome
  ) throws(ImportError) {
    var new: [Record] = []
    for activity in activities {
      do throws(ActivityFileError) { new.append(try activity.record()) } catch {
        outcome.refusals.append(.file(path: label, error))
      }
    }
    try store(new)
    try finish()
    outcome.activityCount += new.count
    outcome.distance += new.reduce(0) { $0 + $1.value }
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
  /// The record of it.
  fileprivate func record() throws(ActivityFileError) -> Record {
    guard let start else { throw .timeless }
    do throws(InvalidRecord) {
      return try Record(
        checking: id, type: .distance, value: distance,
        time: Timestamp(start, offset: offset ?? Timestamp.local(start).offset),
        note: name.map { PlainText.line($0, limit: NewRecord.noteLimit) },
        source: (creator ?? format?.rawValue).map {
          PlainText.line($0, limit: NewRecord.sourceLimit)
        })
    } catch {
      throw ActivityFileError(.file, error.description)
    }
  }
}
