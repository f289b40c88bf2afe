// What there is to read: a file, the entries of an archive, the files of a folder.

internal import Glibc
internal import UnitsLinux

/// A file, or something that is like one.
struct ImportItem {
  /// What people are told it is called: a path, for an entry with its archive in front.
  let label: String
  /// Within its archive or folder, with `/` between folders; of a file alone its own.
  let name: String
  /// Its size without being unpacked, where that is known before it is read.
  let size: UInt64
  /// Its bytes, from the beginning.
  let open: () throws(ActivityFileError) -> any ByteSource
}

extension ImportItem {
  /// The entries of an archive, and of those in it, one level down, where services part what is
  /// large.
  struct Entries {
    var items: [ImportItem] = []
    /// Of archives in it that cannot be read.
    var refusals: [ImportError] = []
  }

  /// A file of its own.
  static func file(_ path: String, name: String, size: Int64) -> ImportItem {
    ImportItem(
      label: path, name: name, size: UInt64(clamping: size),
      open: { () throws(ActivityFileError) in try source(of: path) })
  }

  static func entries(ofArchive path: String) throws(ActivityFileError) -> Entries {
    let archive = try ZipArchive(try ArchiveBytes(path))
    var entries = Entries()
    for entry in archive.entries {
      guard entry.name.lowercased().hasSuffix(archiveEnding) else {
        if let item = item(entry, of: archive, in: path, folder: "") { entries.items.append(item) }
        continue
      }
      let label = label(entry, in: path)
      do throws(ActivityFileError) {
        let inner = try ZipArchive(try archive.archive(in: entry))
        for innermost in inner.entries {
          guard !innermost.name.lowercased().hasSuffix(archiveEnding) else {
            throw ActivityFileError(.file, "archive in an archive in an archive")
          }
          if let item = item(innermost, of: inner, in: label, folder: entry.name + "/") {
            entries.items.append(item)
          }
        }
      } catch {
        entries.refusals.append(.file(path: label, error))
      }
    }
    return entries
  }

  private static func item(
    _ entry: ZipArchive.Entry, of archive: ZipArchive, in label: String, folder: String
  ) -> ImportItem? {
    // A folder.
    if entry.name.hasSuffix("/") { return nil }
    return ImportItem(
      label: self.label(entry, in: label), name: folder + entry.name, size: entry.size,
      open: { () throws(ActivityFileError) in try archive.open(entry) })
  }

  private static func label(_ entry: ZipArchive.Entry, in archive: String) -> String {
    "\(archive), \(PlainText.line(entry.name, limit: nameLimit))"
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
          items.append(file(path, name: inner, size: identity.size))
        }
      }
    }
    return items
  }

  /// A file that is opened when it is read.
  private static func source(of path: String) throws(ActivityFileError) -> any ByteSource {
    do throws(SystemError) {
      // Opening a pipe must not wait for somebody to write to it.
      return FileSource(try openFile(path, flags: O_RDONLY | O_NONBLOCK | O_NOCTTY))
    } catch {
      throw ActivityFileError(.file, "\(error.operation): \(error.reason)")
    }
  }

  private static let archiveEnding = ".zip"
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
      } else if Self.isList(name) {
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

  /// Whether a file's name, in lower case, is that of Strava's list.
  static func isList(_ name: String) -> Bool {
    name.split(separator: "/").last == Substring(StravaList.fileName)
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
