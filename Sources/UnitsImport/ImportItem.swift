// What there is to read: a file, the entries of an archive, the files of a folder.

internal import Glibc
internal import UnitsLinux

/// A file, or something that is like one.
struct ImportItem {
  /// What people are told it is called: a path, for an entry with its archive in front.
  let label: String
  /// Within its archive or folder, with `/` between folders; of a file alone its own.
  let name: String
  /// When it was changed last, in nanoseconds since 1970.
  let modified: Int64
  /// Its size without being unpacked, where that is known before it is read.
  let size: UInt64
  /// Its bytes, from the beginning. Those of an entry only until another entry is opened.
  let open: () throws(ActivityFileError) -> any ByteSource
}

extension ImportItem {
  /// The entries of an archive.
  static func entries(ofArchive path: String, modified: Int64) throws(ActivityFileError)
    -> [ImportItem]
  {
    let archive = try ZipArchive(path)
    return archive.entries.filter { !$0.name.hasSuffix("/") }.map { entry in
      ImportItem(
        label: "\(path), \(PlainText.line(entry.name, limit: nameLimit))", name: entry.name,
        modified: modified, size: entry.size,
        open: { () throws(ActivityFileError) in try archive.open(entry) })
    }
  }

  /// The files of a folder and of those in it.
  static func files(ofFolder path: String) throws(SystemError) -> [ImportItem] {
    var items: [ImportItem] = []
    var folders = [(path: path, name: "", depth: 0)]
    while let folder = folders.popLast() {
      for name in try Directory.names(in: folder.path).sorted() {
        let path = "\(folder.path)/\(name)"
        let inner = folder.name.isEmpty ? name : "\(folder.name)/\(name)"
        // It may have gone meanwhile.
        guard let identity = try FileIdentity.following(path) else { continue }
        if identity.isDirectory {
          if folder.depth < depthLimit { folders.append((path, inner, folder.depth + 1)) }
        } else if identity.isRegularFile {
          items.append(
            ImportItem(
              label: path, name: inner, modified: identity.modified, size: UInt64(identity.size),
              open: { () throws(ActivityFileError) in try source(of: path) }))
        }
      }
    }
    return items
  }

  /// A file that is opened when it is read.
  static func source(of path: String) throws(ActivityFileError) -> any ByteSource {
    do throws(SystemError) {
      // Opening a pipe must not wait for somebody to write to it.
      return FileSource(try openFile(path, flags: O_RDONLY | O_NONBLOCK | O_NOCTTY))
    } catch {
      throw ActivityFileError(.file, "\(error.operation): \(error.reason)")
    }
  }

  /// An export has its files one or two folders down; links may lead round in a circle.
  private static let depthLimit = 4
  /// An archive may call its entries anything.
  private static let nameLimit = 200
}

/// What of an archive or a folder is read.
struct ImportSelection {
  /// Documents that may be a Health export.
  private(set) var documents: [ImportItem] = []
  private(set) var activities: [ImportItem] = []
  /// Strava's list.
  private(set) var list: ImportItem?

  init(_ items: [ImportItem]) {
    for item in items where !Self.isHidden(item.name) {
      let name = item.name.lowercased()
      if Self.isActivity(name) {
        activities.append(item)
      } else if name.hasSuffix(".xml") {
        documents.append(item)
      } else if name.split(separator: "/").last == Substring(StravaList.fileName) {
        list = list ?? item
      }
    }
    activities.sort { $0.name < $1.name }
  }

  var isEmpty: Bool { documents.isEmpty && activities.isEmpty && list == nil }

  /// Without what a Health export has of its workouts' ways, whose distances it tells itself.
  mutating func leaveOutRoutes() {
    activities.removeAll { $0.name.split(separator: "/").contains("workout-routes") }
  }

  /// Whether a file's name, in lower case, is that of an activity.
  static func isActivity(_ name: String) -> Bool {
    let plain = name.hasSuffix(packed) ? String(name.dropLast(packed.count)) : name
    return endings.contains(where: plain.hasSuffix)
  }

  static let packed = ".gz"
  private static let endings = ActivityFile.Format.allCases.map {
    ".\($0.rawValue.lowercased())"
  }

  /// Macs put such files beside others.
  private static func isHidden(_ name: String) -> Bool {
    name.split(separator: "/").contains { $0.hasPrefix(".") || $0 == "__MACOSX" }
  }
}
