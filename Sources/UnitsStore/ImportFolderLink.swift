// A link of a fixed name to the folder whose activities are imported.
//
// A path unit of systemd watches that name and starts `units-import` when a file is there. It does not
// watch while `units-import` runs: a change of the preference that the unit had to notice would be
// lost then. So whoever learns of the change leads the link to the new folder: the daemon at once, and
// `units-import` each time it looks. What is behind the link the unit looks at when it watches again.

internal import Glibc
internal import UnitsJSON
package import UnitsLinux

/// The link to the folder of activities. One thread owns a value.
package struct ImportFolderLink: Sendable {
  private let paths: StorePaths
  private let home: String?
  /// The folder that the link was last led to.
  private var followed: String?

  /// `home` is what `~/` in the preference stands for.
  package init(paths: StorePaths, home: String?) {
    self.paths = paths
    self.home = home
  }

  /// The folder that the preferences say.
  package func folder(_ values: SortedMembers) -> String {
    paths.importFolder(preferred: values[PreferenceKey.importFolder]?.stringValue, home: home)
  }

  /// Leads a link that is there to the folder that the preferences say. Without `units-import` there
  /// is none, and none is made. An error is thrown once for each folder.
  package mutating func follow(_ values: SortedMembers) throws(SystemError) {
    let folder = folder(values)
    guard folder != followed else { return }
    followed = folder
    let kernel: any Kernel = .linux
    guard try kernel.identity(ofLink: paths.importLink) != nil else { return }
    _ = try lead(to: folder)
  }

  /// Leads the link to a folder and makes it where there is none. Returns false if it led there.
  package func lead(to folder: String) throws(SystemError) -> Bool {
    do throws(SystemError) {
      if try SymbolicLink.destination(of: paths.importLink) == folder { return false }
    } catch {
      // Whatever else has the name is replaced.
    }
    try replace(folder)
    return true
  }

  private func replace(_ folder: String) throws(SystemError) {
    let new = "\(paths.importLink).\(Process.identifier)"
    // Only a process that was killed and had the same number can have left one.
    do throws(SystemError) { try removeFile(new) } catch { if error.code != ENOENT { throw error } }
    try SymbolicLink.make(at: new, to: folder)
    try renameFile(new, to: paths.importLink)
  }
}
