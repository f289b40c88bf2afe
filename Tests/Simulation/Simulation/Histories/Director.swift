// Who starts the actors of a history, kills them, cuts the power, and starts them again.

internal import Glibc
internal import UnitsLinux

/// A program that runs through its operations, and is started again where it was killed.
package final class Actor: @unchecked Sendable {
  package let plan: ActorPlan
  /// The operation that comes next.
  package fileprivate(set) var next = 0
  package fileprivate(set) var process: SimulatedKernel?
  package let user: UInt32
  package let descriptorLimit: Int
  fileprivate let body: (Actor, SimulatedKernel) -> Void

  package init(
    _ plan: ActorPlan, user: UInt32 = 1000, descriptorLimit: Int = 1024,
    _ body: @escaping (Actor, SimulatedKernel) -> Void
  ) {
    self.plan = plan
    self.user = user
    self.descriptorLimit = descriptorLimit
    self.body = body
  }

  /// The next operation, after its pause; nil at the end. One that is under way when the process is
  /// killed is not begun again.
  package func take(_ kernel: SimulatedKernel) -> ActorPlan.Operation? {
    guard !kernel.isDead, next < plan.operations.count else { return nil }
    let operation = plan.operations[next]
    next += 1
    kernel.sleep(until: MonotonicTime(nanoseconds: kernel.machine.now + operation.pause))
    return kernel.isDead ? nil : operation
  }
}

/// Runs a history.
package final class Director: @unchecked Sendable {
  package let machine: Machine
  package let actors: [Actor]
  /// Called after each power cut, before anybody is started again.
  package var powerWasCut: ((_ version: Int) -> Void)?
  /// The number of the file's present version.
  package var versionNow: () -> Int = { 0 }
  /// Called with the name of each process that was killed.
  package var wasKilled: ((_ name: String) -> Void)?
  /// Called where the director's own plan has an action that is not the director's.
  package var otherAction: ((ActorPlan.Operation) -> Void)?
  private var events: [ActorPlan.Operation]
  private let process: SimulatedKernel
  /// What cannot run is not started for ever.
  private var restartsLeft = 40
  private var restarts: [(time: Int64, actor: Int)] = []

  package init(_ machine: Machine, _ plan: ActorPlan?, _ actors: [Actor]) {
    self.machine = machine
    self.actors = actors
    events = plan?.operations.reversed() ?? []
    process = machine.startProcess(named: "director", user: 0)
    process.isImmortal = true
  }

  package func start() {
    for actor in actors { spawn(actor) }
    let thread = machine.addThread("main", to: process) { [unowned self] in direct() }
    machine.processWasKilled = { [unowned self] killed in
      machine.faults.kills[killed.process] = nil
      wasKilled?(killed.name)
      machine.wake(thread)
    }
  }

  private func spawn(_ actor: Actor) {
    actor.process = machine.start(
      actor.plan.name, user: actor.user, descriptorLimit: actor.descriptorLimit
    ) { [unowned actor] kernel in actor.body(actor, kernel) }
  }

  /// Its events in time, and the return of those who were killed.
  private func direct() {
    var due = machine.now + (events.last?.pause ?? 0)
    while true {
      noteTheDead()
      let restart = restarts.first?.time ?? .max
      machine.wait(until: min(restart, events.isEmpty ? .max : due))
      while let first = restarts.first, first.time <= machine.now {
        restarts.removeFirst()
        spawn(actors[first.actor])
      }
      if let event = events.last, due <= machine.now {
        events.removeLast()
        happen(event)
        due = machine.now + (events.last?.pause ?? 0)
      }
    }
  }

  private func noteTheDead() {
    for (index, actor) in actors.enumerated() {
      guard let process = actor.process, process.wasKilled else { continue }
      actor.process = nil
      restartsLeft -= 1
      if restartsLeft < 0 { continue }
      let time = machine.now + Int64(machine.random.anySize(upTo: 300_000_000))
      let place = restarts.firstIndex { $0.time > time } ?? restarts.endIndex
      restarts.insert((time, index), at: place)
    }
  }

  private func happen(_ event: ActorPlan.Operation) {
    machine.remark("\(event)")
    switch event.action {
    case "kill":
      // Now, or at one of its next calls.
      guard let process = living(event.numbers[0]) else { return }
      if event.numbers[1] == 0 {
        machine.kill(process)
      } else {
        machine.faults.kills[process.process] = process.calls + event.numbers[1]
      }
    case "cut power":
      machine.faults.kills = [:]
      let version = versionNow()
      machine.cutPower()
      powerWasCut?(version)
    case "jump": machine.wallOffset += Int64(event.numbers[0])
    case "faults": machine.faults.perMille = event.numbers[0]
    default: otherAction?(event)
    }
  }

  private func living(_ number: Int) -> SimulatedKernel? {
    let living = actors.compactMap { $0.process }.filter { !$0.isDead }
    return living.isEmpty ? nil : living[number % living.count]
  }
}
