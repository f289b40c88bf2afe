// Clients that are many, deaf, or hasty.

internal import UnitsClient
internal import UnitsJSON
internal import UnitsLinux
internal import UnitsProtocol
internal import UnitsStore

extension World {
  /// Asks about one group after another, more than a daemon keeps open.
  func tourist(_ plan: ActorPlan) -> Actor {
    oracle.hasTourists = true
    return Actor(plan, user: Self.user) { [unowned self] actor, kernel in
      while let operation = actor.take(kernel) {
        do throws(ClientError) {
          let deadline = kernel.now() + .seconds(2)
          let connection = try DaemonConnection(to: Self.socket, deadline: deadline, on: kernel)
          let request = PreferencesGet(group: "t\(operation.numbers[0])")
          _ = try connection.call(request, deadline: deadline)
        } catch {
          if !kernel.isDead { judge(error, of: "visit", by: kernel, since: machine.now) }
        }
      }
    }
  }

  /// Asks about more groups at once than a daemon keeps open, one on each of its connections.
  func rush(_ plan: ActorPlan) -> Actor {
    oracle.hasTourists = true
    return Actor(plan, user: Self.user) { [unowned self] actor, kernel in
      while let operation = actor.take(kernel) {
        do throws(ClientError) {
          try visit(rounds: operation.numbers[0], groups: operation.numbers[1], kernel)
        } catch {
          if !kernel.isDead { judge(error, of: "rush", by: kernel, since: machine.now) }
        }
      }
    }
  }

  private func visit(rounds: Int, groups: Int, _ kernel: SimulatedKernel) throws(ClientError) {
    let deadline = kernel.now() + .seconds(3)
    var connections: [DaemonConnection] = []
    for _ in 0..<groups {
      connections.append(try DaemonConnection(to: Self.socket, deadline: deadline, on: kernel))
    }
    for _ in 0..<rounds {
      var calls: [(DaemonConnection, PreferencesGet)] = []
      for (number, connection) in connections.enumerated() {
        let request = PreferencesGet(group: "t\(number)")
        try connection.send(request, deadline: deadline)
        calls.append((connection, request))
      }
      for (connection, request) in calls {
        do throws(ClientError) {
          _ = try connection.response(to: request, deadline: deadline)
        } catch {
          // There is room for so many.
          guard case .preferences(.refused) = error else { throw error }
        }
      }
    }
  }

  /// Sends several changes before it reads the first reply.
  func hasty(_ plan: ActorPlan) -> Actor {
    Actor(plan, user: Self.user) { [unowned self] actor, kernel in
      while let operation = actor.take(kernel) {
        let values = operation.numbers
        do throws(ClientError) {
          try pipeline(values, kernel)
        } catch {
          kernel.note("hasty: \(error)")
        }
        for value in values where oracle.log[value]?.state == .underWay { oracle.forget(value) }
      }
    }
  }

  private func pipeline(_ values: [Int], _ kernel: SimulatedKernel) throws(ClientError) {
    let deadline = kernel.now() + .seconds(3)
    let connection = try DaemonConnection(to: Self.socket, deadline: deadline, on: kernel)
    var requests: [(Int, PreferencesSet)] = []
    for value in values {
      let key = Self.keys[value % Self.keys.count]
      oracle.begin(kernel.name, key, value, expected: nil)
      let request = PreferencesSet(group: group.text, values: [key: .integer(value)])
      try connection.send(request, deadline: deadline)
      requests.append((value, request))
    }
    for (value, request) in requests {
      do throws(ClientError) {
        _ = try connection.response(to: request, deadline: deadline)
        if kernel.isDead { return }
        oracle.acknowledge(value)
      } catch {
        guard case .preferences(let refusal) = error, !kernel.isDead else { throw error }
        kernel.note("\(value) refused: \(refusal)")
        if case .notDurable = refusal { oracle.forget(value) } else { oracle.refuse(value) }
      }
    }
  }

  /// Connects often, asks much, and never reads.
  func deaf(_ plan: ActorPlan) -> Actor {
    Actor(plan, user: Self.user) { [unowned self] actor, kernel in
      var connections: [DaemonConnection] = []
      while let operation = actor.take(kernel) {
        for _ in 0..<operation.numbers[0] {
          do throws(ClientError) {
            let deadline = kernel.now() + .milliseconds(20)
            let connection = try DaemonConnection(to: Self.socket, deadline: deadline, on: kernel)
            for _ in 0..<operation.numbers[1] {
              try connection.send(PreferencesGet(group: group.text), deadline: deadline)
            }
            connections.append(connection)
          } catch {
            kernel.note("deaf: \(error)")
          }
        }
      }
      // They stay open for a while.
      kernel.sleep(until: kernel.now() + .seconds(5))
      kernel.note("\(connections.count) connections end")
    }
  }

  /// When all is over the group can be read and changed.
  func probe() {
    machine.faults = Faults()
    let value = 1_000_000 + Int(machine.now % 1000)
    machine.start("probe", user: Self.user) { [unowned self] kernel in
      var options = options(kernel, .automatic)
      // However slow the machine is.
      options.timeout = .seconds(60)
      let client = GroupClient(options: options)
      do throws(ClientError) {
        oracle.begin("probe", "b", value, expected: nil)
        try client.set(["b": .integer(value)])
        oracle.acknowledge(value)
        let start = machine.now
        let values = try client.get(["b"])
        oracle.read("probe", values, keys: ["b"], since: start, client.route ?? .store)
      } catch {
        if case .preferences(.locked) = error { return oracle.refuse(value) }
        // Nobody here remembers what a damaged file held.
        if case .preferences(.damaged) = error, !oracle.isWhole { return oracle.refuse(value) }
        oracle.fail("probe: \(error)")
      }
    }
  }
}
