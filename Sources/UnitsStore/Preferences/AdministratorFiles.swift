// The administrators' files of one group: read anew where they have changed, and believed as the user's
// own file is. While one is being saved, what it said before stands.

internal import Glibc
internal import UnitsJSON
internal import UnitsLinux
internal import UnitsProtocol

/// The administrators' files of one group. One thread owns a value.
struct AdministratorFiles {
  /// A file with what it says.
  struct Source<Meaning: Equatable> {
    var file: ObservedFile
    /// What it said when it was last good; nil where there is none.
    var meaning: Meaning?
    /// What is wrong with it, while something is.
    var problem: String?

    init(path: String) {
      file = ObservedFile(path: path)
    }
  }

  private(set) var layer = AdministratorLayer()
  private var defaults: [Source<SortedMembers>]
  private var locks: [Source<Set<String>>]

  init(group: GroupName, paths: StorePaths) {
    let files = paths.administratorFiles(of: group)
    defaults = files.map { Source(path: $0.defaults) }
    locks = files.map { Source(path: $0.mandatory) }
  }

  /// What cannot be understood or read; the last good content of it stands.
  var problems: [String] { (defaults.map(\.problem) + locks.map(\.problem)).compactMap(\.self) }

  /// Whether what was last seen is the last word.
  var settlement: Settlement {
    (defaults.map(\.file.settlement) + locks.map(\.file.settlement))
      .reduce(.settled) { $0.joined(with: $1) }
  }

  /// Looks at the files; tells whether the layer is another than before.
  mutating func look(on kernel: any Kernel) -> Bool {
    var hasChanged = false
    for index in defaults.indices {
      hasChanged =
        defaults[index].look(on: kernel, parse: Self.values) { _, _ in .believed } || hasChanged
    }
    for index in locks.indices {
      hasChanged =
        locks[index].look(on: kernel, parse: Self.keys) { before, now in
          // A list that is being written lacks keys.
          before.isSubset(of: now) ? .believed : .doubtful
        } || hasChanged
    }
    guard hasChanged else { return false }
    layer = AdministratorLayer(
      defaults: defaults.compactMap { source in
        source.meaning.map { AdministratorLayer.Defaults(path: source.file.path, values: $0) }
      },
      locks: locks.compactMap { source in
        guard let keys = source.meaning, !keys.isEmpty else { return nil }
        return AdministratorLayer.Locks(path: source.file.path, keys: keys)
      })
    return true
  }

  private static func values(_ content: [UInt8], _ path: String) -> Reading<SortedMembers> {
    do throws(Damage) {
      return Reading(meaning: try GroupFile.parse(content, path: path))
    } catch {
      return Reading(problem: error.description)
    }
  }

  /// One key a line, `#` beginning a remark. A line that is no key costs that line only.
  private static func keys(_ content: [UInt8], _ path: String) -> Reading<Set<String>> {
    guard let text = String(validating: content, as: UTF8.self) else {
      return Reading(problem: "not UTF-8: \(path)")
    }
    var reading = Reading<Set<String>>(meaning: [])
    for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
      var bytes = line
      if let remark = bytes.firstIndex(of: UInt8(ascii: "#")) { bytes = bytes[..<remark] }
      let isSpace: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 || $0 == 0x0d }
      while let last = bytes.last, isSpace(last) { bytes.removeLast() }
      while let first = bytes.first, isSpace(first) { bytes.removeFirst() }
      guard !bytes.isEmpty else { continue }
      let key = String(Substring(bytes))
      do throws(PreferenceError) {
        try PreferenceKey.check(key)
        reading.meaning?.insert(key)
      } catch {
        reading.problem = "\(error) (\(path))"
      }
    }
    return reading
  }

  /// What a file's content means, nil where it is damaged, and what is wrong with it.
  struct Reading<Meaning> {
    var meaning: Meaning?
    var problem: String?
  }
}

extension AdministratorFiles.Source {
  fileprivate enum Judgement {
    case believed
    case doubtful
  }

  /// Looks at the file; tells whether it says something else than before.
  fileprivate mutating func look(
    on kernel: any Kernel, parse: ([UInt8], String) -> AdministratorFiles.Reading<Meaning>,
    _ judge: (_ before: Meaning, _ now: Meaning) -> Judgement
  ) -> Bool {
    let before = meaning
    do throws(SystemError) {
      switch try file.look(.ifChanged, on: kernel) {
      case .none:
        file.confirm()
      case .absent:
        // One that was damaged when it was first seen, and is gone, leaves no doubt.
        guard file.identity != nil else {
          file.forget()
          break
        }
        if file.believes(nil, on: kernel) {
          meaning = nil
          problem = nil
        }
      case .text(let bytes, let identity):
        take(bytes, identity, on: kernel, parse, judge)
      case .oversized(let identity):
        if file.believes(identity, on: kernel) {
          problem = "larger than \(GroupDocument.maximumSize) bytes: \(file.path)"
        }
      case .special:
        problem = "not a regular file: \(file.path)"
      }
    } catch {
      // What may not be read is not there for this user.
      problem = error.code == EACCES ? nil : error.description
      if error.code != EACCES { file.retry(on: kernel) }
    }
    return meaning != before
  }

  private mutating func take(
    _ bytes: [UInt8], _ identity: FileIdentity, on kernel: any Kernel,
    _ parse: ([UInt8], String) -> AdministratorFiles.Reading<Meaning>,
    _ judge: (_ before: Meaning, _ now: Meaning) -> Judgement
  ) {
    let reading = parse(bytes, file.path)
    guard let now = reading.meaning else {
      if file.believes(identity, on: kernel) { problem = reading.problem }
      return
    }
    if let meaning, judge(meaning, now) == .doubtful, !file.believes(identity, on: kernel) {
      return
    }
    file.accept(bytes, identity, on: kernel)
    meaning = now
    problem = reading.problem
  }
}
