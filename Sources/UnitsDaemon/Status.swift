// What the daemon tells of itself.

internal import UnitsCommandLine
internal import UnitsLinux
internal import UnitsProtocol
internal import UnitsStore

extension Daemon {
  /// The daemon's state at this moment.
  func status() -> DaemonGetStatus.Response {
    let elapsed = MonotonicTime.now().nanoseconds - started.nanoseconds
    return DaemonGetStatus.Response(
      version: Version.text, pid: Int(Process.identifier),
      uptime: Double(elapsed / 1_000_000) / 1_000, socket: socketPath,
      configDirectory: configuration.paths.configurationDirectory,
      dataDirectory: configuration.paths.dataDirectory, epoch: epoch,
      connections: connections.count,
      subscribers: connections.values.count(where: \.isMonitor),
      groups: groups.values.sorted { $0.name.text < $1.name.text }.map(status(of:)),
      counters: counters)
  }

  private func status(of group: ServedGroup) -> GroupStatus {
    GroupStatus(
      name: group.name.text,
      preferencesPath: configuration.paths.preferences(of: group.name),
      recordsPath: configuration.paths.records(of: group.name), revision: group.revision,
      watch: group.coverage == .complete ? .watched : .unwatched,
      damaged: group.damage?.reason, damagedLine: group.damage?.line,
      damagedColumn: group.damage?.column)
  }
}
