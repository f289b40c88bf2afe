// Draws who takes part in a history and what they do.

extension CoreScenario {
  package func plan(seed: UInt64) -> Plan {
    var random = Randomness(seed: seed &* 0x2545_f491_4f6c_dd1d)
    var policy = Policy(from: &random)
    // Kinds of histories: most have not everything at once, so that what fails is seen to.
    let isTroubled = random.happens(perMille: 150)
    if !isTroubled {
      policy.failing = 0
      policy.watchLimit = 8_192
      policy.instanceLimit = 128
    }
    var drawer = PlanDrawer(random: random)
    drawer.drawAll()
    if policy.failing > 0 { drawer.endFaults() }
    return Plan(seed: seed, policy: policy, actors: drawer.actors)
  }
}

private struct PlanDrawer {
  var random: Randomness
  var actors: [ActorPlan] = []
  private var value = 0

  init(random: Randomness) { self.random = random }

  mutating func drawAll() {
    let limit = random.choose([1024, 1024, 1024, 64])
    if random.happens(perMille: 850) {
      actors.append(
        ActorPlan("daemon", "daemon", [.init(after: pause(10_000_000), "start", [limit])]))
    }
    if random.happens(perMille: 150) {
      actors.append(
        ActorPlan("daemon2", "daemon", [.init(after: pause(2_000_000_000), "start", [limit])]))
    }
    for number in 0..<random.within(1...3) {
      let route = random.choose(["automatic", "automatic", "daemon", "direct"])
      actors.append(ActorPlan("client\(number)", "client \(route)", drawCalls()))
    }
    for number in 0..<random.within(0...2) {
      let route = random.choose(["automatic", "automatic", "direct"])
      actors.append(ActorPlan("follower\(number)", "follower \(route)"))
    }
    for number in 0..<random.within(0...2) {
      let slowness = random.choose([0, 0, 10_000_000, 400_000_000] as [Int64])
      actors.append(
        ActorPlan("monitor\(number)", "monitor", [.init(after: slowness, "pause between reads")]))
    }
    if random.happens(perMille: 600) { actors.append(ActorPlan("editor", "editor", drawEdits())) }
    if random.happens(perMille: 200) {
      actors.append(ActorPlan("administrator", "administrator", drawPolicies()))
    }
    drawCrowd()
    drawRecords()
    if random.happens(perMille: 120) {
      actors.append(ActorPlan("link", "link"))
    } else if random.happens(perMille: 150) {
      let count = random.within(1...2)
      actors.append(ActorPlan("new user", "new user", [.init(after: 0, "remove", [count])]))
    }
    if random.happens(perMille: 500) {
      actors.append(ActorPlan("director", "director", drawEvents()))
    }
    if limit < 1024, random.happens(perMille: 400) {
      let rushes: [ActorPlan.Operation] = (0..<random.within(1...3)).map { _ in
        .init(after: pause(30_000_000), "rush", [random.within(1...4), random.within(4...8)])
      }
      actors.append(ActorPlan("rush", "rush", rushes))
    }
  }

  /// Trouble has an end: what is checked last is that all is well again.
  mutating func endFaults() {
    let end = ActorPlan.Operation(after: 2_000_000_000, "faults", [0])
    if let index = actors.firstIndex(where: { $0.role == "director" }) {
      actors[index].operations.append(end)
    } else {
      actors.append(ActorPlan("director", "director", [end]))
    }
  }

  private mutating func pause(_ longest: Int) -> Int64 { Int64(random.anySize(upTo: longest)) }

  private mutating func nextValue() -> Int {
    value += 1
    return value
  }

  private mutating func drawCalls() -> [ActorPlan.Operation] {
    let longest = random.choose([100_000, 10_000_000, 300_000_000])
    return (0..<random.within(1...8)).map { _ in
      let key = random.below(World.keys.count)
      let after = pause(longest)
      return switch random.below(10) {
      case 0...3: .init(after: after, "set", [key, nextValue()])
      case 4, 5: .init(after: after, "cas", [key, nextValue()])
      case 6, 7: .init(after: after, "get", [key])
      case 8: .init(after: after, "list")
      default: .init(after: after, "own")
      }
    }
  }

  private mutating func drawEdits() -> [ActorPlan.Operation] {
    let longest = random.choose([100_000, 30_000_000, 400_000_000])
    return (0..<random.within(1...5)).map { _ in
      let action = random.choose([
        "rename", "rename", "in place", "in place", "in pieces", "in pieces", "truncate", "damage",
        "remove", "remove lock",
      ])
      let numbers = [
        random.below(World.keys.count), nextValue(), random.anySize(upTo: 90_000_000),
      ]
      return .init(after: pause(longest), action, numbers)
    }
  }

  private mutating func drawPolicies() -> [ActorPlan.Operation] {
    let longest = random.choose([1_000_000, 300_000_000])
    return (0..<random.within(1...4)).map { _ in
      let way = random.choose(["rename", "in place", "in pieces", "in pieces", "remove"])
      value += 3
      let numbers = [
        random.below(2), random.below(8), 10_000 + value, random.anySize(upTo: 90_000_000),
      ]
      return .init(after: pause(longest), way, numbers)
    }
  }

  private mutating func drawCrowd() {
    if random.happens(perMille: 100) {
      let visits: [ActorPlan.Operation] = (0..<random.within(3...20)).map { _ in
        .init(after: pause(50_000_000), "visit", [random.below(8)])
      }
      actors.append(ActorPlan("tourist", "tourist", visits))
    }
    if random.happens(perMille: 150) {
      let calls: [ActorPlan.Operation] = (0..<random.within(1...3)).map { _ in
        .init(
          after: pause(50_000_000), "pipeline", (0..<random.within(2...6)).map { _ in nextValue() })
      }
      actors.append(ActorPlan("hasty", "hasty", calls))
    }
    if random.happens(perMille: 80) {
      actors.append(
        ActorPlan(
          "deaf", "deaf",
          [.init(after: pause(100_000_000), "call", [random.within(1...30), random.within(0...5)])])
      )
    }
  }

  private mutating func drawRecords() {
    guard random.happens(perMille: 200) else { return }
    let additions: [ActorPlan.Operation] = (0..<random.within(1...4)).map { _ in
      .init(after: pause(900_000_000), "add")
    }
    actors.append(ActorPlan("recorder", "recorder", additions))
    guard random.happens(perMille: 400) else { return }
    let exchanges: [ActorPlan.Operation] = (0..<random.within(1...2)).map { _ in
      .init(after: pause(900_000_000), "exchange")
    }
    actors.append(ActorPlan("exchanger", "exchanger", exchanges))
  }

  private mutating func drawEvents() -> [ActorPlan.Operation] {
    let longest = random.choose([1_000_000, 100_000_000, 1_000_000_000])
    return (0..<random.within(1...4)).map { _ in
      let after = pause(longest)
      return switch random.below(8) {
      case 0...4:
        .init(
          after: after, "kill",
          [random.below(100), random.happens(perMille: 300) ? 0 : random.anySize(upTo: 300)])
      case 5, 6: .init(after: after, "cut power")
      default: .init(after: after, "jump", [random.within(-3...3) * 1_000_000_000])
      }
    }
  }
}
