// Histories of the real programs: daemon, clients, followers, people.

internal import Glibc
internal import UnitsClient
internal import UnitsLinux
internal import UnitsStore

/// The programs of this project on a simulated machine.
package struct CoreScenario: Scenario {
  package init() {}

  /// What one history may cost at most; one that makes more calls goes round in circles.
  private static let callLimit = 1_000_000
  /// How long after the last operation all must be quiet.
  private static let rest: Int64 = 60_000_000_000

  package func run(_ plan: Plan, trace mode: Trace.Mode) -> Verdict {
    let trace = Trace(mode)
    let world = World(plan, trace: trace)
    let cast = Cast(world, plan)
    let (machine, oracle) = (world.machine, world.oracle)
    oracle.isInTrouble =
      plan.policy.failing > 0 || plan.policy.watchLimit < 100
      || plan.policy.instanceLimit < 100
    let director = Director(
      machine, plan.actors.first { $0.role == "director" }, cast.actors)
    director.powerWasCut = { version in oracle.powerWasCut(at: version) }
    director.versionNow = { oracle.file.last }
    director.wasKilled = { oracle.wasKilled($0) }
    director.start()
    machine.faults.struck = ["daemon", "client", "follower"]
    machine.faults.perMille = plan.policy.failing
    var stop = machine.run(until: machine.now + 600_000_000_000, callLimit: Self.callLimit)
    if stop != .tooManyCalls, oracle.failure == nil {
      world.probe()
      stop = machine.run(until: machine.now + 600_000_000_000, callLimit: Self.callLimit)
    }
    cast.judgeEnd(stop)
    var verdict = Verdict()
    verdict.failure = oracle.failure
    verdict.calls = machine.calls
    verdict.digest = machine.random.next() ^ UInt64(bitPattern: machine.now)
    verdict.trace = trace.lines
    machine.tearDown()
    return verdict
  }
}

/// Those who take part in one history.
private final class Cast {
  let world: World
  private(set) var actors: [Actor] = []
  private var followed: [(name: String, Followed)] = []

  init(_ world: World, _ plan: Plan) {
    self.world = world
    for actor in plan.actors { add(actor) }
  }

  private func add(_ plan: ActorPlan) {
    switch plan.role {
    case "daemon": actors.append(world.daemon(plan))
    case "client automatic": actors.append(world.client(plan, .automatic))
    case "client daemon": actors.append(world.client(plan, .daemonOnly))
    case "client direct": actors.append(world.client(plan, .directOnly))
    case "follower automatic": actors.append(world.follower(plan, .automatic, follow(plan.name)))
    case "follower direct": actors.append(world.follower(plan, .directOnly, follow(plan.name)))
    case "monitor": actors.append(world.monitor(plan, follow(plan.name)))
    case "editor": actors.append(world.editor(plan))
    case "administrator": actors.append(world.administrator(plan))
    case "recorder": actors.append(world.recordsWriter(plan))
    case "exchanger": actors.append(world.exchanger(plan))
    case "link": world.linkFile()
    case "new user": world.removeDirectories(plan)
    case "tourist": actors.append(world.tourist(plan))
    case "rush": actors.append(world.rush(plan))
    case "hasty": actors.append(world.hasty(plan))
    case "deaf": actors.append(world.deaf(plan))
    case "director": break
    default: preconditionFailure("nobody plays \(plan.role)")
    }
  }

  private func follow(_ name: String) -> Followed {
    let new = Followed()
    followed.append((name, new))
    return new
  }

  /// When nothing happens any more, everybody knows the truth and nobody plans anything.
  func judgeEnd(_ stop: Machine.Stop) {
    let oracle = world.oracle
    oracle.end()
    switch stop {
    case .idle: break
    case .limit: if !oracle.isInTrouble { oracle.fail("something is planned when nothing happens") }
    case .tooManyCalls: return oracle.fail("the programs go round in circles")
    }
    // Of a file that stays damaged everybody may remember another state.
    guard oracle.isWhole else { return }
    for (name, followed) in followed {
      guard let values = followed.values, followed.problem == nil else { continue }
      if name.hasPrefix("follower"), let records = oracle.records, records.last > 0,
        records.versions[records.number(at: followed.recordsTime)].content
          != records.versions[records.last].content
      {
        oracle.fail("\(name) was not told of the last record")
      }
      if values != oracle.truth {
        oracle.fail(
          "\(name) ends on \(Oracle.text(values)), the truth is \(Oracle.text(oracle.truth))")
      }
    }
  }
}
