// What a daemon is told before it starts; nothing here is looked up later.

package import UnitsLinux
package import UnitsStore

/// The paths, the environment and the voice of one daemon.
package struct DaemonConfiguration: Sendable {
  package let socketPath: String
  /// Where programs may look and not touch; nil for nowhere.
  package let readOnlySocketPath: String?
  /// Whether somebody asked for that place; if not, the daemon goes on without it.
  package let readOnlySocketChoice: SocketAddress.Choice
  /// The groups that may be looked at there.
  package let readOnlyGroups: Set<GroupName>
  package let paths: StorePaths
  package let log: Log
  package let serviceManager: ServiceManager
  /// Sockets handed over by the service manager; empty if the daemon opens its own.
  package let inherited: [ServiceManager.Inherited]
  /// Where Varlink's clients look interfaces up; nil if the daemon is not to be found there.
  package let registry: String?

  /// How long nobody may be connected before the daemon ends; nil for as long as you like.
  package let idleExit: Duration?

  /// Leads to the folder whose activities are imported; nil if that is nobody's business here.
  package let importFolder: ImportFolderLink?

  package let kernel: any Kernel
  /// Opens the records of a group at this path.
  package let openRecords: @Sendable (_ path: String) -> any RecordsDatabase

  package init(
    socketPath: String, readOnlySocketPath: String? = nil,
    readOnlySocketChoice: SocketAddress.Choice = .named,
    readOnlyGroups: Set<GroupName> = [.standard], paths: StorePaths, log: Log,
    serviceManager: ServiceManager, inherited: [ServiceManager.Inherited],
    registry: String? = nil, idleExit: Duration? = nil, importFolder: ImportFolderLink? = nil,
    kernel: any Kernel = .linux,
    openRecords: @escaping @Sendable (_ path: String) -> any RecordsDatabase = {
      RecordStore(path: $0)
    }
  ) {
    self.socketPath = socketPath
    self.readOnlySocketPath = readOnlySocketPath
    self.readOnlySocketChoice = readOnlySocketChoice
    self.readOnlyGroups = readOnlyGroups
    self.paths = paths
    self.log = log
    self.serviceManager = serviceManager
    self.inherited = inherited
    self.registry = registry
    self.idleExit = idleExit
    self.importFolder = importFolder
    self.kernel = kernel
    self.openRecords = openRecords
  }
}
