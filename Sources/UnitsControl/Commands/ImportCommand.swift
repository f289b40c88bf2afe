internal import Glibc
internal import UnitsClient
internal import UnitsCommandLine
internal import UnitsJSON
internal import UnitsLinux
internal import UnitsPrograms
internal import UnitsStore

/// `records import`: the whole file is read and checked, then written in batches.
enum ImportCommand {
  /// Standard input is held in memory; some millions of records.
  private static let inputLimit = 1 << 30

  /// How much of a file is read at once.
  private static let chunkSize = 256 << 10

  /// So many bad lines are named; who has more of them looks at the file.
  private static let namedLines = 10

  static func run(
    _ path: String, _ invocation: Invocation
  ) throws(ControlFailure) -> ExitStatus {
    var (records, bad) = try read(path, invocation)
    if let first = bad.first {
      guard invocation.arguments.has(.skipBad) else {
        let count = bad.count == 1 ? "1 bad line" : "\(bad.count) bad lines"
        throw ControlFailure(
          .badData, first, hint: "\(count), nothing was imported; --skip-bad imports the others")
      }
      for line in bad.prefix(namedLines) { warn("skipped: \(line)", invocation) }
      if bad.count > namedLines {
        warn("skipped: \(bad.count - namedLines) more bad lines: \(path)", invocation)
      }
    }
    // In the order in which the database keeps them: records that follow each other share its pages,
    // and a file in any other order would have each batch touch hundreds of them.
    records.sort { $0.id < $1.id }
    let merging = invocation.client.importRecords()
    let progress = invocation.progress(of: records.count)
    defer { progress.clear() }
    try translating { () throws(ClientError) in
      for start in stride(from: 0, to: records.count, by: RecordImport.batchSize) {
        let end = min(start + RecordImport.batchSize, records.count)
        try merging.add(Array(records[start..<end]))
        progress.show(merging.count)
      }
      try merging.finish()
    }
    progress.clear()
    try report(added: merging.addedCount, of: records.count, skipped: bad.count, invocation)
    return .done
  }

  private static func report(
    added: Int, of count: Int, skipped: Int, _ invocation: Invocation
  ) throws(ControlFailure) {
    guard !invocation.wantsJSON else {
      let object: JSONObject = [
        "added": .integer(added), "present": .integer(count - added),
        "skipped": .integer(skipped),
      ]
      return try invocation.report(object.description)
    }
    var text = added == 1 ? "1 record added" : "\(added) records added"
    if count > added { text += ", \(count - added) already there" }
    if skipped > 0 { text += ", \(skipped) skipped" }
    try invocation.report(text)
  }

  private static func warn(_ text: String, _ invocation: Invocation) {
    if !invocation.arguments.has(.quiet) {
      _ = invocation.streams.error.write("\(Control.name): \(text)\n")
    }
  }

  /// The records of a file, and what is wrong with its other lines.
  private static func read(
    _ path: String, _ invocation: Invocation
  ) throws(ControlFailure) -> (records: [Record], bad: [String]) {
    do throws(SystemError) {
      var reader: RecordReader
      if path == "-" {
        var bytes = try invocation.streams.readInput(inputLimit)
        if bytes.count > inputLimit {
          throw SystemError(operation: "read", path: "standard input", code: EFBIG)
        }
        reader = RecordReader { buffer in
          defer { bytes = [] }
          buffer += bytes
          return bytes.count
        }
        return try read(&reader, "standard input")
      }
      let file = OpenFile(try openFile(path, flags: O_RDONLY))
      reader = RecordReader { (buffer) throws(SystemError) in
        do throws(SystemError) {
          return try readBytes(file.number, appendingTo: &buffer, limit: chunkSize)
        } catch {
          throw SystemError(operation: "read", path: path, code: error.code)
        }
      }
      return try read(&reader, path)
    } catch {
      throw ControlFailure(.badData, error.description)
    }
  }

  private static func read(
    _ reader: inout RecordReader, _ path: String
  ) throws(SystemError) -> (records: [Record], bad: [String]) {
    var records: [Record] = []
    var bad: [String] = []
    while true {
      switch try reader.next() {
      case .record(let record): records.append(record)
      case .bad(let error, let line):
        let column = error.column.map { ", column \($0)" } ?? ""
        bad.append("\(error.reason): \(path), line \(line)\(column)")
      case .end: return (records, bad)
      }
    }
  }
}

/// A file that a closure reads.
private final class OpenFile {
  private let descriptor: FileDescriptor

  init(_ descriptor: consuming FileDescriptor) {
    self.descriptor = descriptor
  }

  var number: CInt { descriptor.number }
}

extension Invocation {
  /// A line on a terminal about records: so many, where that is known.
  func progress(of total: Int? = nil) -> ProgressLine {
    let sink = streams.error
    let isSeen = arguments.has(.quiet) ? { false } : sink.isTerminal
    return ProgressLine(
      noun: "records", total: total, isTerminal: isSeen, write: { _ = sink.draw($0) })
  }
}
