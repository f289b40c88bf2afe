// The machine that simulated programs run on: one disk, one clock, and a scheduler that may let any
// other thread run at each kernel call.
//
// Every choice comes from one generator of numbers. Nothing else that could differ between two runs is
// asked: no address, no real clock, no order of a hash table (the program runs with a fixed seed for
// those). So a seed is a run.
//
// Threads are coroutines in one real thread. A coroutine stops only inside a kernel call, and no object
// of the machine is being changed then: each call looks and changes in one go, between two stops.

/// A simulated machine.
package final class Machine: @unchecked Sendable {
  package var random: Randomness
  package var policy: Policy
  package let trace: Trace
  package private(set) lazy var disk = Disk(machine: self)
  /// Nanoseconds since the machine was started; it only rises.
  package internal(set) var now: Int64 = 1_000_000_000
  /// What the clock that people set is ahead of the other.
  package var wallOffset: Int64 = 1_700_000_000_000_000_000
  private var lastStamp: Int64 = 0
  /// When a process last began or ended.
  package private(set) var lastUpheaval: Int64 = 0
  /// Until when the clock that stamps files stands still.
  private var lagEnd: Int64 = 0
  /// Kernel calls made so far.
  package private(set) var calls = 0
  /// What makes calls fail and kills processes.
  package var faults = Faults()
  /// Called whenever a name, a link or a content on the disk has changed.
  package var diskHasChanged: (() -> Void)?

  var processWasKilled: ((SimulatedKernel) -> Void)?

  package internal(set) var processes: [SimulatedKernel] = []
  private(set) var coroutines: [Coroutine] = []
  private(set) var running: Coroutine?
  var watchCount = 0
  var instanceCount = 0
  private var nextProcess: Int32 = 100
  /// How many coroutines were left where they were, since they would not end after their death.
  package private(set) var abandoned = 0

  package init(seed: UInt64, policy: Policy? = nil, trace: Trace = Trace(.silent)) {
    var random = Randomness(seed: seed)
    self.policy = policy ?? Policy(from: &random)
    self.random = random
    self.trace = trace
  }

  /// Lets go of everything; the machine is of no use afterwards.
  package func tearDown() {
    diskHasChanged = nil
    processWasKilled = nil
    for process in processes where !process.isDead { kill(process) }
    unwindTheDead()
    disk.tearDown()
    processes = []
    coroutines = []
    diskHasChanged = nil
    processWasKilled = nil
  }

  // MARK: Programs

  /// A process of a user, without a thread yet.
  package func startProcess(
    named name: String, user: UInt32 = 1000, descriptorLimit: Int = 1024
  ) -> SimulatedKernel {
    nextProcess += 1
    let process = SimulatedKernel(
      name: name, process: nextProcess, user: user, descriptorLimit: descriptorLimit, machine: self)
    processes.append(process)
    lastUpheaval = now
    return process
  }

  /// Starts a program: a process with one thread, which ends with it.
  @discardableResult
  package func start(
    _ name: String, user: UInt32 = 1000, descriptorLimit: Int = 1024,
    _ body: @escaping (SimulatedKernel) -> Void
  ) -> SimulatedKernel {
    let process = startProcess(named: name, user: user, descriptorLimit: descriptorLimit)
    addThread("main", to: process) { [unowned self] in
      body(process)
      if !process.isDead { end(process) }
    }
    return process
  }

  @discardableResult
  func addThread(
    _ name: String, to process: SimulatedKernel, _ body: @escaping () -> Void
  ) -> Coroutine {
    let coroutine = Coroutine(name: "\(process.name)/\(name)", kernel: process, body)
    coroutine.weight = 1 << random.below(5)
    coroutines.append(coroutine)
    return coroutine
  }

  /// Ends a process at once, as SIGKILL does: its descriptors are closed, and what its threads still
  /// ask has no effect.
  package func kill(_ process: SimulatedKernel) {
    guard !process.isDead else { return }
    if trace.isKept { trace.add(now, process.name, "killed") }
    process.wasKilled = true
    end(process)
    processWasKilled?(process)
  }

  func end(_ process: SimulatedKernel) {
    process.isDead = true
    process.closeAll()
    processes.removeAll { $0 === process }
    lastUpheaval = now
  }

  /// Kills every process and loses what was not made durable.
  package func cutPower() {
    if trace.isKept { trace.add(now, "machine", "power cut") }
    for process in processes where !process.isImmortal { kill(process) }
    disk.losePower(&random)
    now += 1_000_000_000
    diskHasChanged?()
  }

  // MARK: The scheduler

  /// Why the machine stopped.
  package enum Stop: Equatable, Sendable {
    /// Nobody waits for any time, and nothing is ready.
    case idle
    /// The next thing would happen after the limit, which the clock stands at now.
    case limit
    /// More calls were made than a history may have.
    case tooManyCalls
  }

  /// Runs programs until nothing is left to be done, or until a time.
  package func run(until limit: Int64 = .max, callLimit: Int = .max) -> Stop {
    let lastCall = calls.addingReportingOverflow(callLimit)
    while true {
      unwindTheDead()
      if calls >= lastCall.partialValue, !lastCall.overflow { return .tooManyCalls }
      guard let chosen = choose(limit) else {
        if now >= limit { return .limit }
        return .idle
      }
      if now > limit { return .limit }
      resume(chosen)
    }
  }

  /// One of those that can go on; the clock jumps where all wait for it.
  private func choose(_ limit: Int64) -> Coroutine? {
    while true {
      var total = 0
      var next = Int64.max
      for coroutine in coroutines {
        if coroutine.state == .waiting {
          if coroutine.deadline > now {
            next = min(next, coroutine.deadline)
            continue
          }
          coroutine.state = .ready
        }
        total += coroutine.weight
      }
      if total > 0 {
        var number = coroutines.count == 1 ? 0 : random.below(total)
        for coroutine in coroutines where coroutine.state == .ready {
          number -= coroutine.weight
          if number < 0 { return coroutine }
        }
      }
      guard next != .max else { return nil }
      if next > limit {
        now = limit
        return nil
      }
      now = max(now, next)
    }
  }

  private func resume(_ coroutine: Coroutine) {
    coroutine.deadline = .max
    running = coroutine
    coroutine.resume()
    running = nil
    if coroutine.state == .finished { remove(coroutine) }
  }

  private func remove(_ coroutine: Coroutine) {
    coroutines.removeAll { $0 === coroutine }
    for joiner in coroutine.joiners { wake(joiner) }
  }

  /// Lets the threads of dead processes come to their ends: each of their calls fails.
  private func unwindTheDead() {
    while let coroutine = coroutines.first(where: { $0.kernel.isDead }) {
      resume(coroutine)
      if coroutine.state != .finished {
        abandoned += 1
        remove(coroutine)
      }
    }
  }

  /// The clock goes on by what a call takes, and somebody else may run.
  func pass() {
    calls += 1
    now += Int64(policy.longestCall <= 1 ? 1 : random.below(policy.longestCall) + 1)
    guard let running, random.happens(perMille: policy.switching) else { return }
    if random.happens(perMille: policy.stalling) {
      wait(until: now + Int64(random.anySize(upTo: policy.longestStall)))
    } else {
      running.state = .ready
      Coroutine.stop()
    }
  }

  /// Stops the running coroutine until the deadline, or until something wakes it.
  func wait(until deadline: Int64) {
    guard let running else { preconditionFailure("only a program can wait") }
    running.state = .waiting
    running.deadline = deadline
    Coroutine.stop()
  }

  func wake(_ coroutine: Coroutine) {
    if coroutine.state == .waiting { coroutine.state = .ready }
  }

  /// A dead thread that goes on asking is left where it is.
  func wasCalledByTheDead() {
    guard let running else { return }
    running.callsAfterDeath += 1
    if running.callsAfterDeath > 10_000 { Coroutine.stop() }
  }

  /// A line of the trace that is no call.
  package func remark(_ text: @autoclosure () -> String) {
    if trace.isKept { trace.add(now, who, text()) }
  }

  /// The name of the process that runs.
  var runningProcess: String { running?.kernel.name ?? "machine" }

  /// Makes a directory that everybody may enter and a user owns.
  func furnish(_ path: String, of user: UInt32) {
    guard let place = try? disk.walk(path, in: nil, .named, as: 0) else { return }
    _ = try? disk.make(.directory, at: place, mode: 0o755, as: 0, owner: user)
  }

  /// What a path leads to, for who knows everything.
  func inode(at path: String) -> Inode? { try? disk.find(path, .followed, as: 0) }

  /// The running coroutine's name.
  var who: String { running?.name ?? "machine" }

  /// How long two changes may have the same stamp.
  var longestTick: Int64 { policy.tick + Int64(policy.longestLag) }

  /// What the clock that stamps files shows. It may miss ticks, for at most `policy.longestLag`.
  var stamp: Int64 {
    let tick = (now + wallOffset) / policy.tick * policy.tick
    if tick <= lastStamp || now >= lagEnd {
      if policy.longestLag > 0, tick > lastStamp, random.happens(perMille: 100) {
        lagEnd = now + Int64(random.anySize(upTo: policy.longestLag))
      }
      lastStamp = tick
    }
    return lastStamp
  }
}
