// Where the store lives, by the XDG Base Directory Specification.

package import UnitsLinux

/// The directories and files of the store and of the daemon's socket.
package struct StorePaths: Equatable, Sendable {
  /// `$XDG_CONFIG_HOME/units`, else `~/.config/units`: preference files and their locks.
  package let configurationDirectory: String
  /// `$XDG_DATA_HOME/units`, else `~/.local/share/units`: records databases.
  package let dataDirectory: String

  package init(configurationDirectory: String, dataDirectory: String) {
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
  }

  package func preferences(of group: GroupName) -> String {
    "\(configurationDirectory)/\(group.text).json"
  }

  package func lock(of group: GroupName) -> String {
    "\(configurationDirectory)/\(group.text).lock"
  }

  package func records(of group: GroupName) -> String {
    "\(dataDirectory)/\(group.text).sqlite"
  }
}
