// Where the store lives, by the XDG Base Directory Specification.

package import UnitsLinux

/// The directories and files of the store and of the daemon's socket.
package struct StorePaths: Equatable, Sendable {
  /// `$XDG_CONFIG_HOME/units`, else `~/.config/units`: preference files and their locks.
  package let configurationDirectory: String
  /// `$XDG_DATA_HOME/units`, else `~/.local/share/units`: records databases.
  package let dataDirectory: String
  /// `units` in each of `$XDG_CONFIG_DIRS`, else `/etc/xdg/units`: what administrators say. The
  /// first is the most important.
  package let administratorDirectories: [String]

  package init(
    configurationDirectory: String, dataDirectory: String, administratorDirectories: [String] = []
  ) {
    self.administratorDirectories = administratorDirectories
    self.configurationDirectory = configurationDirectory
    self.dataDirectory = dataDirectory
  }

  /// Nil if neither the XDG variables nor `HOME` say where. As the specification demands, relative
  /// paths in the variables are ignored.
  package init?(environment: Environment) {
    func base(_ variable: String, _ fallback: String) -> String? {
      if let path = environment[variable], path.utf8.first == UInt8(ascii: "/") { return path }
      guard let home = environment["HOME"], home.utf8.first == UInt8(ascii: "/") else { return nil }
      return "\(home)/\(fallback)"
    }
    guard let configuration = base("XDG_CONFIG_HOME", ".config"),
      let data = base("XDG_DATA_HOME", ".local/share")
    else { return nil }
    configurationDirectory = "\(configuration)/units"
    dataDirectory = "\(data)/units"
    guard let listed = environment["XDG_CONFIG_DIRS"] else {
      administratorDirectories = [Self.standardAdministratorDirectory]
      return
    }
    let directories = listed.utf8.split(separator: UInt8(ascii: ":"))
    administratorDirectories = directories.filter { $0.first == UInt8(ascii: "/") }
      .map { "\(Substring($0))/units" }
  }

  private static let standardAdministratorDirectory = "/etc/xdg/units"

  /// The administrators' files of a group, of each directory.
  package func administratorFiles(
    of group: GroupName
  ) -> [(defaults: String, mandatory: String)] {
    administratorDirectories.map { directory in
      ("\(directory)/\(group.text).json", "\(directory)/\(group.text).mandatory")
    }
  }

  /// Where a change of the administrators' files shows.
  package func administratorPlaces(
    of group: GroupName, on kernel: any Kernel = .linux
  ) -> [PathWatch.Place] {
    var places: [PathWatch.Place] = []
    for files in administratorFiles(of: group) {
      for path in [files.defaults, files.mandatory] {
        // What may not be looked at is not there for this user.
        guard let walk = try? PathWatch(resolving: path, on: kernel) else { continue }
        places.append(contentsOf: walk.places.filter { !places.contains($0) })
      }
    }
    return places
  }

  package func preferences(of group: GroupName) -> String {
    "\(configurationDirectory)/\(group.text).json"
  }

  package func lock(of group: GroupName) -> String {
    "\(configurationDirectory)/\(group.text).lock"
  }

  /// The folder whose activities are imported: the preferred one, `~/` standing for the home, else
  /// one beside the databases.
  package func importFolder(preferred: String?, home: String?) -> String {
    guard let preferred, !preferred.isEmpty else { return "\(dataDirectory)/import" }
    guard preferred.hasPrefix("~/"), let home else { return preferred }
    return "\(home)/\(preferred.dropFirst(2))"
  }

  /// The link to that folder, which systemd watches.
  package var importLink: String { "\(configurationDirectory)/import-folder" }

  package func records(of group: GroupName) -> String {
    "\(dataDirectory)/\(group.text).sqlite"
  }
}

/// What lies in the folder whose activities are imported.
package enum ImportPlace {
  /// The folder in it for files that were imported.
  package static let imported = "imported"
  /// The folder in it for files that were refused.
  package static let failed = "failed"
  /// Behind a refused file's name: the file that says why.
  package static let reasonSuffix = ".reason"
}
