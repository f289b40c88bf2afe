// Programs that read and change preferences.

internal import UnitsClient
internal import UnitsJSON
internal import UnitsLinux
internal import UnitsProtocol
internal import UnitsStore

extension World {
  /// A program that uses a `GroupClient`.
  func client(_ plan: ActorPlan, _ route: ClientOptions.RouteChoice) -> Actor {
    Actor(plan, user: Self.user) { [unowned self] actor, kernel in
      let client = GroupClient(options: options(kernel, route))
      var seen: [String: Int] = [:]
      while let operation = actor.take(kernel) {
        perform(operation, client, kernel, &seen)
      }
    }
  }

  private func perform(
    _ operation: ActorPlan.Operation, _ client: GroupClient, _ kernel: SimulatedKernel,
    _ seen: inout [String: Int]
  ) {
    let start = machine.now
    let hasSucceeded =
      switch operation.action {
      case "set": set(operation, client, kernel)
      case "cas": compareAndSet(operation, client, kernel, &seen)
      default: read(operation, client, kernel, &seen)
      }
    judgeDuration(operation, kernel, since: start)
    // What the daemon answered, or what failed, is not in the client's own memory.
    if hasSucceeded, client.route == .store { oracle.noteLook(of: kernel.name, since: start) }
  }

  /// A call has its time, and a machine may be slow.
  private func judgeDuration(
    _ operation: ActorPlan.Operation, _ kernel: SimulatedKernel, since start: Int64
  ) {
    guard !kernel.isDead else { return }
    let limit =
      ClientOptions.standardTimeout.wholeNanoseconds + 3_000_000_000
      + 1_000 * Int64(machine.policy.longestCall)
    if machine.now - start > limit {
      oracle.fail("\(kernel.name): \(operation.action) took \((machine.now - start) / 1000) us")
    }
  }

  private func set(
    _ operation: ActorPlan.Operation, _ client: GroupClient, _ kernel: SimulatedKernel
  ) -> Bool {
    let (key, value) = (Self.keys[operation.numbers[0]], operation.numbers[1])
    oracle.begin(kernel.name, key, value, expected: nil)
    do throws(ClientError) {
      try client.set([key: .integer(value)])
      if kernel.isDead {
        oracle.forget(value)
        return false
      }
      kernel.note("set \(key)=\(value) acknowledged")
      oracle.acknowledge(value)
      return true
    } catch {
      takeFailure(of: value, error, operation, kernel)
      return false
    }
  }

  private func compareAndSet(
    _ operation: ActorPlan.Operation, _ client: GroupClient, _ kernel: SimulatedKernel,
    _ seen: inout [String: Int]
  ) -> Bool {
    let (key, value) = (Self.keys[operation.numbers[0]], operation.numbers[1])
    let expected = seen[key]
    oracle.begin(kernel.name, key, value, expected: .some(expected))
    do throws(ClientError) {
      let comparison = try client.compareAndSet(
        expected: [key: expected.map { .integer($0) } ?? .null], values: [key: .integer(value)])
      if kernel.isDead {
        oracle.forget(value)
        return false
      }
      let found = comparison.values[key]?.integerValue
      kernel.note("cas \(key)=\(value): \(comparison.outcome)")
      seen[key] = found
      switch comparison.outcome {
      case .applied: oracle.acknowledge(value)
      case .comparisonFailed: oracle.failComparison(value, found: found)
      }
      return true
    } catch {
      takeFailure(of: value, error, operation, kernel)
      return false
    }
  }

  private func read(
    _ operation: ActorPlan.Operation, _ client: GroupClient, _ kernel: SimulatedKernel,
    _ seen: inout [String: Int]
  ) -> Bool {
    let start = machine.now
    do throws(ClientError) {
      let keys = operation.action == "get" ? [Self.keys[operation.numbers[0]]] : nil
      let values =
        switch operation.action {
        case "get": try client.get(keys ?? [])
        case "list": try client.list()
        default: try client.ownValues()
        }
      if kernel.isDead { return false }
      for key in keys ?? Self.keys { seen[key] = values[key]?.integerValue }
      // Without the administrators' values a state is not told apart from another.
      if operation.action == "own", oracle.administrators != nil { return true }
      oracle.read(kernel.name, values, keys: keys, since: start, client.route ?? .store)
      return true
    } catch {
      if kernel.isDead { return false }
      judge(error, of: operation.action, by: kernel, since: start)
      return false
    }
  }

  private func takeFailure(
    of value: Int, _ error: ClientError, _ operation: ActorPlan.Operation, _ kernel: SimulatedKernel
  ) {
    if kernel.isDead { return oracle.forget(value) }
    kernel.note("\(operation.action) failed: \(error)")
    switch error {
    case .outcomeUnknown, .preferences(.notDurable), .violation, .malformedReply, .unknown, .system:
      oracle.forget(value)
    case .notRunning, .unreachable, .timedOut, .service, .preferences, .records, .noStore:
      oracle.refuse(value)
    }
    let start = oracle.log[value]?.start ?? machine.now
    judge(error, of: operation.action, by: kernel, since: start)
  }

  /// Whether a call may fail so.
  func judge(
    _ error: ClientError, of action: String, by kernel: SimulatedKernel, since start: Int64
  ) {
    kernel.note("\(action) failed: \(error)")
    switch error {
    case .violation, .malformedReply, .unknown, .service, .noStore:
      oracle.fail("\(kernel.name): \(action): \(error)")
    case .preferences(.damaged):
      // Nobody remembers a good state of a file that is damaged.
      let first = oracle.file.number(at: start)
      let isDamaged = (max(0, first - 1)...oracle.file.last).contains {
        oracle.file.versions[$0].values == nil
      }
      if !isDamaged { oracle.fail("\(kernel.name): \(action): \(error)") }
    case .preferences(.locked):
      if oracle.administrators == nil { oracle.fail("\(kernel.name): \(action): \(error)") }
    case .preferences(.notDurable):
      // A link that is replaced by a file at the wrong moment.
      if !oracle.isInTrouble, !oracle.hasLink {
        oracle.fail("\(kernel.name): \(action): \(error)")
      }
    case .preferences(.refused):
      if !oracle.hasTourists, !oracle.isInTrouble {
        oracle.fail("\(kernel.name): \(action): \(error)")
      }
    case .preferences(.busy), .timedOut, .outcomeUnknown, .notRunning, .unreachable: break
    default:
      if !oracle.isInTrouble { oracle.fail("\(kernel.name): \(action): \(error)") }
    }
  }
}
