// What the daemon tells of itself.

internal import UnitsCommandLine
internal import UnitsLinux
internal import UnitsProtocol
internal import UnitsStore

extension Daemon {
  /// The daemon's state at this moment.
  func status() -> DaemonGetStatus.Response {
    let elapsed = kernel.now().nanoseconds - started.nanoseconds
    var counters = counters
    counters.refused = connections.refused
    return DaemonGetStatus.Response(
      version: Version.text, pid: Int(kernel.process),
      uptime: Double(elapsed / 1_000_000) / 1_000, socket: socketPath,
      configDirectory: configuration.paths.configurationDirectory,
      dataDirectory: configuration.paths.dataDirectory, epoch: epoch,
      connections: connections.connections.count,
      subscribers: connections.connections.values.count(where: \.isMonitor),
      groups: groups.groups.values.sorted { $0.name.text < $1.name.text }.map(status(of:)),
      counters: counters)
  }

  private func status(of group: ServedGroup) -> GroupStatus {
    GroupStatus(
      name: group.name.text,
      preferencesPath: configuration.paths.preferences(of: group.name),
      recordsPath: configuration.paths.records(of: group.name), revision: group.revision,
      watch: group.cannotBeWatched ? .unwatched : .watched,
      damaged: group.damage?.reason, damagedLine: group.damage?.line,
      damagedColumn: group.damage?.column)
  }
}
