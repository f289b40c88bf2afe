// Programs that follow the preferences.

internal import UnitsClient
internal import UnitsJSON
internal import UnitsLinux
internal import UnitsProtocol
internal import UnitsStore

/// What one of those who follow has been told last, for the end.
final class Followed: @unchecked Sendable {
  var values: SortedMembers?
  /// Whether it heard of a problem that is still there.
  var problem: ClientError?
  /// When it was told of records last.
  var recordsTime: Int64 = 0
}

extension World {
  /// A program that keeps running with a `GroupFollower`.
  func follower(
    _ plan: ActorPlan, _ route: ClientOptions.RouteChoice, _ followed: Followed
  ) -> Actor {
    Actor(plan, user: Self.user) { [unowned self] _, kernel in
      followed.values = nil
      do throws(SystemError) {
        let loop = try EventLoop(on: kernel)
        let follower = GroupFollower(
          options: options(kernel, route), interests: [.preferences, .records], loop: loop
        ) { [unowned self] event in
          take(event, kernel, followed)
        }
        try follower.start()
        try loop.run()
      } catch {
        kernel.note("follower ends: \(error)")
        // It may be started again when the trouble is over.
        if !kernel.isDead { machine.kill(kernel) }
      }
    }
  }

  private func take(
    _ event: GroupFollower.Event, _ kernel: SimulatedKernel, _ followed: Followed
  ) {
    if kernel.isDead { return }
    switch event {
    case .preferences(let update):
      kernel.note("told \(Oracle.text(update.values))")
      followed.problem = nil
      followed.values = update.values
      // A follower that cannot read begins with nothing.
      if update.values.isEmpty, update.content == .complete { return }
      oracle.tell(kernel.name, update.values)
    case .recordsChanged:
      kernel.note("told of records")
      followed.recordsTime = machine.now
    case .problem(let error):
      kernel.note("told of a problem: \(error)")
      followed.problem = error
    }
  }

  /// A program that monitors through a connection of its own, slowly.
  func monitor(_ plan: ActorPlan, _ followed: Followed) -> Actor {
    Actor(plan, user: Self.user) { [unowned self] actor, kernel in
      let pause = plan.operations.first?.pause ?? 0
      // A daemon that does not come is not waited for for ever.
      for _ in 0..<30 {
        followed.values = nil
        do throws(ClientError) {
          let connection = try DaemonConnection(
            to: Self.socket, deadline: kernel.now() + .seconds(1), on: kernel)
          let request = PreferencesMonitor(group: group.text)
          try connection.send(request, deadline: kernel.now() + .seconds(1))
          try follow(connection, request, pause, kernel, followed)
        } catch {
          kernel.note("monitor: \(error)")
          if kernel.isDead { return }
        }
        kernel.sleep(until: kernel.now() + .milliseconds(200))
      }
    }
  }

  private func follow(
    _ connection: DaemonConnection, _ request: PreferencesMonitor, _ pause: Int64,
    _ kernel: SimulatedKernel, _ followed: Followed
  ) throws(ClientError) {
    var values = SortedMembers()
    var last: (epoch: String, revision: Int)?
    while true {
      let (response, _) = try connection.streamedResponse(
        to: request, deadline: .never)
      if kernel.isDead { return }
      switch response.content {
      case .complete: values = SortedMembers(wire: response.values)
      case .change: _ = values.apply(Patch(SortedMembers(wire: response.values)))
      }
      kernel.note("monitor told \(response.revision): \(Oracle.text(values))")
      if let last {
        if response.epoch != last.epoch {
          oracle.fail("\(kernel.name): another epoch in one stream")
        } else if response.revision <= last.revision {
          oracle.fail("\(kernel.name): revision \(response.revision) after \(last.revision)")
        }
      } else if response.content == .change {
        oracle.fail("\(kernel.name): the first reply is a change")
      }
      last = (response.epoch, response.revision)
      followed.values = values
      oracle.tell(kernel.name, values)
      if pause > 0 { kernel.sleep(until: kernel.now() + .nanoseconds(pause)) }
    }
  }
}
