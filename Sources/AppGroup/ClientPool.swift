internal import UnitsClient
internal import UnitsLinux

/// Clients that threads borrow for one operation each, so that writers do not wait for each other:
/// the daemon makes one commit of what arrives together.
final class ClientPool: Sendable {
  /// What a program with a few threads needs again and again; each holds a connection open.
  private static let keptClients = 4

  private let options: ClientOptions
  private let idle = Guarded<[Guarded<GroupClient>]>([])

  init(options: ClientOptions) {
    self.options = options
  }

  /// Does something with a client that nobody else uses meanwhile.
  func use<Result: Sendable>(
    _ operation: (GroupClient) throws(ClientError) -> Result
  ) throws(AppGroupError) -> Result {
    let client = idle.withLock { $0.popLast() } ?? Guarded(GroupClient(options: options))
    defer {
      idle.withLock { if $0.count < Self.keptClients { $0.append(client) } }
    }
    do throws(ClientError) {
      return try client.withLock { (client) throws(ClientError) in try operation(client) }
    } catch {
      throw AppGroupError(error)
    }
  }
}
