// What the administrators of a machine say about a group's preferences.
//
// In each of $XDG_CONFIG_DIRS there may be a folder `units` with two files for a group:
// - `GROUP.json`, values for keys that the user has not set. Where several folders have a key, the
//   folder that stands first in the variable decides.
// - `GROUP.mandatory`, one key a line, `#` beginning a remark: keys that the user cannot set. What the
//   user's own file says of them counts for nothing; they have the administrators' value, or none.
//
// That is policy, not security: the user owns every process that obeys it.

internal import Glibc
package import UnitsJSON
internal import UnitsLinux
internal import UnitsProtocol

/// The administrators' values and locks of one group, from all folders.
package struct AdministratorLayer: Equatable, Sendable {
  /// A file with values.
  struct Defaults: Equatable, Sendable {
    let path: String
    let values: SortedMembers
  }

  /// A file that lists keys.
  struct Locks: Equatable, Sendable {
    let path: String
    let keys: Set<String>
  }

  /// Those that count: for each key that of the first folder.
  package let values: SortedMembers
  private let defaults: [Defaults]
  private let locks: [Locks]

  /// Files in the order of their folders, the one that decides first.
  init(defaults: [Defaults] = [], locks: [Locks] = []) {
    var merged = Patch()
    for file in defaults { merged.underlay(Patch(file.values)) }
    values = merged.changes
    self.defaults = defaults
    self.locks = locks
  }

  /// Whether nobody says anything.
  package var isEmpty: Bool { values.isEmpty && locks.isEmpty }

  /// The file that locks a key; nil if the user may set it.
  package func lock(of key: String) -> String? {
    locks.first { $0.keys.contains(key) }?.path
  }

  /// The file that a key's default comes from.
  func source(of key: String) -> String? {
    defaults.first { $0.values[key] != nil }?.path
  }

  /// What a key is to those who read, where the user's file has this under it; `null` for nothing.
  func effective(_ key: String, own: JSONValue) -> JSONValue {
    if isEmpty { return own }
    if own != .null, lock(of: key) == nil { return own }
    return values[key] ?? .null
  }

  /// What a group is to those who read, where the user's file has these values.
  package func effective(_ own: SortedMembers) -> SortedMembers {
    if isEmpty { return own }
    var merged = Patch(values)
    merged.merge(Patch(unlocked(own)))
    return merged.changes
  }

  /// The values of the user's file that count.
  package func unlocked(_ own: SortedMembers) -> SortedMembers {
    if locks.isEmpty { return own }
    return SortedMembers(ascending: own.members.filter { lock(of: $0.key) == nil })
  }

  /// A change of the user's file as those who read see it. `undo` leads back from `own`.
  func effective(_ undo: Patch, in own: SortedMembers) -> Patch {
    var changes: [SortedMembers.Member] = []
    for before in undo.changes.members {
      let old = effective(before.key, own: before.value)
      let new = effective(before.key, own: own[before.key] ?? .null)
      if new != old { changes.append(SortedMembers.Member(key: before.key, value: new)) }
    }
    return Patch(SortedMembers(ascending: changes))
  }
}

/// Why a key has the value that it has.
package struct Explanation: Equatable, Sendable {
  /// What those who read see; nil for an absent key.
  package let value: JSONValue?
  /// The file that the value stands in.
  package let path: String?
  /// The file that keeps the user from setting it.
  package let lockPath: String?
  /// What the user's file has and nobody sees, since the key is locked.
  package let ignored: JSONValue?

  package init(value: JSONValue?, path: String?, lockPath: String?, ignored: JSONValue?) {
    self.value = value
    self.path = path
    self.lockPath = lockPath
    self.ignored = ignored
  }
}

/// The administrators' files of one group, read anew where they have changed. One thread owns a
/// value.
struct AdministratorFiles {
  struct File {
    let path: String
    var identity: FileIdentity?
    /// It was so young when it was read that a later content may look the same.
    var mustReread = false
    /// What is wrong with it, while something is.
    var problem: String?
  }

  /// What one folder has for the group.
  struct Folder {
    var defaults: File
    var locks: File
    var values: SortedMembers?
    var keys: Set<String>?
  }

  private(set) var layer = AdministratorLayer()
  private var folders: [Folder]

  init(group: GroupName, paths: StorePaths) {
    folders = paths.administratorFiles(of: group).map { files in
      Folder(defaults: File(path: files.defaults), locks: File(path: files.mandatory))
    }
  }

  /// What cannot be understood or read; the last good content of it stands.
  var problems: [String] {
    folders.flatMap { [$0.defaults.problem, $0.locks.problem].compactMap(\.self) }
  }

  /// Looks at the files; tells whether the layer is another than before.
  mutating func refresh() -> Bool {
    var hasChanged = false
    for index in folders.indices {
      if let content = Self.lookAt(&folders[index].defaults) {
        hasChanged = folders[index].takeDefaults(content) || hasChanged
      }
      if let content = Self.lookAt(&folders[index].locks) {
        hasChanged = folders[index].takeLocks(content) || hasChanged
      }
    }
    guard hasChanged else { return false }
    layer = AdministratorLayer(
      defaults: folders.compactMap { folder in
        folder.values.map { AdministratorLayer.Defaults(path: folder.defaults.path, values: $0) }
      },
      locks: folders.compactMap { folder in
        folder.keys.map { AdministratorLayer.Locks(path: folder.locks.path, keys: $0) }
      })
    return true
  }

  /// The content of a file that has changed; nil if it has not, or cannot be read. Empty inside for
  /// one that is not there.
  private static func lookAt(_ file: inout File) -> [UInt8]?? {
    do throws(SystemError) {
      let identity = try FileIdentity.following(file.path)
      if identity == file.identity, !file.mustReread { return nil }
      switch try GroupFile.read(file.path) {
      case .absent:
        file.identity = nil
        file.mustReread = false
        file.problem = nil
        return .some(nil)
      case .content(let bytes, let identity):
        file.identity = identity
        file.mustReread = identity.isTooYoung()
        return bytes
      case .oversized(let identity):
        file.identity = identity
        file.problem = "larger than \(GroupDocument.maximumSize) bytes: \(file.path)"
      case .special:
        file.problem = "not a regular file: \(file.path)"
      }
    } catch {
      // What may not be read is not there for this user.
      file.problem = error.code == EACCES ? nil : error.description
    }
    return nil
  }
}

extension AdministratorFiles.Folder {
  mutating func takeDefaults(_ content: [UInt8]?) -> Bool {
    let before = values
    do throws(Damage) {
      values = try content.map { (bytes) throws(Damage) in
        try GroupFile.parse(bytes, path: defaults.path)
      }
      defaults.problem = nil
    } catch {
      defaults.problem = error.description
    }
    return values != before
  }

  mutating func takeLocks(_ content: [UInt8]?) -> Bool {
    let before = keys
    guard let content else {
      keys = nil
      return keys != before
    }
    guard let text = String(validating: content, as: UTF8.self) else {
      locks.problem = "not UTF-8: \(locks.path)"
      return false
    }
    locks.problem = nil
    var listed: Set<String> = []
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
        listed.insert(key)
      } catch {
        locks.problem = "\(error) (\(locks.path))"
      }
    }
    keys = listed.isEmpty ? nil : listed
    return keys != before
  }
}
