// The daemon.

internal import UnitsDaemon
internal import UnitsLinux

extension World {
  /// A daemon that runs until it is killed or told to stop. One that finds another ends.
  func daemon(_ plan: ActorPlan) -> Actor {
    let limit = plan.operations.first?.numbers.first ?? 1024
    return Actor(plan, user: Self.user, descriptorLimit: limit) { [unowned self] actor, kernel in
      let start = actor.next == 0 ? plan.operations.first : nil
      if start != nil, actor.take(kernel) == nil { return }
      do throws(Daemon.Failure) {
        let daemon = try Daemon(configuration: daemonConfiguration(kernel))
        try daemon.run()
        kernel.note("daemon has ended")
      } catch {
        if kernel.isDead { return }
        kernel.note("daemon: \(error)")
        switch error {
        case .listener(.alreadyRunning): return
        default: break
        }
        if !oracle.isInTrouble { oracle.fail("\(kernel.name): \(error)") }
        // The service manager starts it again.
        machine.kill(kernel)
      }
    }
  }
}
