/// Asks how the daemon is doing.
package struct DaemonGetStatus: UnitsRequest {
  package typealias Field = NoField

  package static let method = UnitsMethod.getStatus

  package init() {}

  package init(_ fields: inout FieldReader<Field>) throws(InvalidField) {}

  package func write(_ fields: inout FieldWriter<Field>) {}

  /// The daemon's state at the moment of the call.
  package struct Response: UnitsResponse {
    package enum Field: String, CaseIterable, Sendable {
      case version, pid, uptime, socket
      case configDirectory = "config_directory"
      case dataDirectory = "data_directory"
      case epoch, connections, subscribers, groups, counters
    }

    package let version: String
    package let pid: Int
    /// In seconds.
    package let uptime: Double
    package let socket: String
    package let configDirectory: String
    package let dataDirectory: String
    package let epoch: String
    package let connections: Int
    /// The connections among them that monitor.
    package let subscribers: Int
    package let groups: [GroupStatus]
    package let counters: DaemonCounters

    package init(
      version: String, pid: Int, uptime: Double, socket: String, configDirectory: String,
      dataDirectory: String, epoch: String, connections: Int, subscribers: Int,
      groups: [GroupStatus], counters: DaemonCounters
    ) {
      self.version = version
      self.pid = pid
      self.uptime = uptime
      self.socket = socket
      self.configDirectory = configDirectory
      self.dataDirectory = dataDirectory
      self.epoch = epoch
      self.connections = connections
      self.subscribers = subscribers
      self.groups = groups
      self.counters = counters
    }

    package init(_ fields: inout FieldReader<Field>) throws(InvalidField) {
      version = try fields.required(.version)
      pid = try fields.required(.pid)
      uptime = try fields.required(.uptime)
      socket = try fields.required(.socket)
      configDirectory = try fields.required(.configDirectory)
      dataDirectory = try fields.required(.dataDirectory)
      epoch = try fields.required(.epoch)
      connections = try fields.required(.connections)
      subscribers = try fields.required(.subscribers)
      groups = try fields.required(.groups)
      counters = try fields.required(.counters)
    }

    package func write(_ fields: inout FieldWriter<Field>) {
      fields.put(version, .version)
      fields.put(pid, .pid)
      fields.put(uptime, .uptime)
      fields.put(socket, .socket)
      fields.put(configDirectory, .configDirectory)
      fields.put(dataDirectory, .dataDirectory)
      fields.put(epoch, .epoch)
      fields.put(connections, .connections)
      fields.put(subscribers, .subscribers)
      fields.put(groups, .groups)
      fields.put(counters, .counters)
    }
  }
}
