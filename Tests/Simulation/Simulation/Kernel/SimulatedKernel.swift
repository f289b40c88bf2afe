// The kernel that a simulated process sees.

internal import CUnitsLinux
internal import Glibc
package import UnitsLinux

/// One process of a simulated machine: its descriptors, its user, its threads.
package final class SimulatedKernel: Kernel, @unchecked Sendable {
  package let name: String
  package let process: Int32
  package let user: UInt32
  package let descriptorLimit: Int
  package let machine: Machine
  /// Whether it was killed or has ended: what its threads still ask has no effect.
  package internal(set) var isDead = false
  /// Whether its end was not its own.
  package internal(set) var wasKilled = false
  /// Whether it stands beside the machine, and survives a power cut.
  var isImmortal = false
  /// Calls it has made.
  package private(set) var calls = 0
  /// What its descriptors lead to, by their numbers.
  private var objects: [OpenObject?]

  init(name: String, process: Int32, user: UInt32, descriptorLimit: Int, machine: Machine) {
    self.name = name
    self.process = process
    self.user = user
    self.descriptorLimit = descriptorLimit
    self.machine = machine
    // Three are taken by the streams.
    objects = []
  }

  // MARK: Each call

  /// Before a call looks at anything: others may run, the process may be killed, the call may fail.
  func enter(_ call: Call, _ operation: String, _ path: String? = nil) throws(SystemError) {
    guard enter(call) else { throw SystemError(operation: operation, path: path, code: ESHUTDOWN) }
    if let code = machine.faults.strike(call, name, &machine.random) {
      note("\(call) \(path ?? "") -> made to fail: \(Self.name(of: code))")
      throw SystemError(operation: operation, path: path, code: code)
    }
  }

  /// Tells whether the process lives.
  func enter(_ call: Call) -> Bool {
    if !isDead {
      calls += 1
      if let number = machine.faults.kills[process], calls >= number { machine.kill(self) }
    }
    if !isDead { machine.pass() }
    if isDead { machine.wasCalledByTheDead() }
    return !isDead
  }

  /// After a call: what it came to is written down, and others may run.
  func leave(_ text: @autoclosure () -> String) {
    note(text())
    machine.pass()
  }

  func note(_ text: @autoclosure () -> String) {
    if machine.trace.isKept { machine.trace.add(machine.now, machine.who, text()) }
  }

  /// Does what a call does, and writes down what it came to.
  func perform<Result>(
    _ call: Call, _ operation: String, _ path: String? = nil,
    _ body: () throws(Refusal) -> Result
  ) throws(SystemError) -> Result {
    try enter(call, operation, path)
    do throws(Refusal) {
      let result = try body()
      leave("\(call)\(path.map { " \($0)" } ?? "")\(Self.text(result))")
      return result
    } catch {
      leave("\(call) \(path ?? "") -> \(Self.name(of: error.code))")
      throw SystemError(operation: operation, path: path, code: error.code)
    }
  }

  private static func text<Result>(_ result: Result) -> String {
    switch result {
    case is Void: ""
    case let identity as FileIdentity: text(identity)
    case let identity as FileIdentity?: identity.map { text($0) } ?? " -> nothing"
    default: " -> \(result)"
    }
  }

  private static func text(_ identity: FileIdentity) -> String {
    " -> #\(identity.inode) size \(identity.size) modified \(identity.modified % 1_000_000_000_000)"
  }

  static func name(of code: CInt) -> String { unsafe String(cString: units_error_name(code)) }

  // MARK: Descriptors

  /// The lowest free number.
  func add(_ object: OpenObject) throws(Refusal) -> CInt {
    let index = objects.firstIndex { $0 == nil } ?? objects.count
    guard index + 3 < descriptorLimit else { throw Refusal(EMFILE) }
    if index == objects.count { objects.append(object) } else { objects[index] = object }
    return CInt(index + 3)
  }

  /// Whether there is room for one more.
  func allowDescriptor() throws(Refusal) {
    guard openDescriptors + 3 < descriptorLimit else { throw Refusal(EMFILE) }
  }

  /// How many are open, the streams not counted.
  package var openDescriptors: Int { objects.reduce(0) { $1 == nil ? $0 : $0 + 1 } }

  func object(_ number: CInt) throws(Refusal) -> OpenObject {
    let index = Int(number) - 3
    guard index >= 0, index < objects.count, let object = objects[index] else {
      throw Refusal(EBADF)
    }
    return object
  }

  func object<Kind: OpenObject>(
    _ number: CInt, _ kind: Kind.Type, otherwise code: CInt
  ) throws(Refusal) -> Kind {
    guard let object = try object(number) as? Kind else { throw Refusal(code) }
    return object
  }

  func file(_ number: CInt) throws(Refusal) -> OpenFile {
    try object(number, OpenFile.self, otherwise: EINVAL)
  }

  func folder(_ number: CInt?) throws(Refusal) -> Inode? {
    guard let number else { return nil }
    let file = try object(number, OpenFile.self, otherwise: ENOTDIR)
    guard file.inode.isDirectory else { throw Refusal(ENOTDIR) }
    return file.inode
  }

  package func close(_ descriptor: CInt) {
    guard enter(.close) else { return }
    let wasOpen = drop(descriptor)
    leave("close \(descriptor)\(wasOpen ? "" : " -> EBADF")")
  }

  private func drop(_ descriptor: CInt) -> Bool {
    guard let object = try? object(descriptor) else { return false }
    objects[Int(descriptor) - 3] = nil
    end(object)
    return true
  }

  private func end(_ object: OpenObject) {
    object.wasClosed(machine)
    for registration in object.registrations {
      registration.poller.registered.removeAll { $0 === registration }
    }
    object.registrations = []
  }

  /// The end of the process.
  func closeAll() {
    let open = objects
    objects = []
    for case let object? in open { end(object) }
  }

  /// Sends a signal to the process; one that nobody reads is dropped.
  package func signal(_ signal: CInt) {
    for case let queue as SignalQueue in objects where queue.signals.contains(signal) {
      queue.pending.append(signal)
      queue.stir(machine)
    }
  }

  // MARK: Time, threads, the process

  package func now() -> MonotonicTime { MonotonicTime(nanoseconds: machine.now) }

  package func wallClock() -> Int64 { machine.now + machine.wallOffset }

  package func stampClock() -> Int64 { machine.stamp }

  package func sleep(until time: MonotonicTime) {
    guard enter(.sleep) else { return }
    note("sleep until \(time.nanoseconds / 1000)")
    while machine.now < time.nanoseconds, !isDead { machine.wait(until: time.nanoseconds) }
  }

  package func startThread(
    named name: String, _ body: @escaping @Sendable () -> Void
  ) throws(SystemError) -> @Sendable () -> Void {
    let thread = try perform(.startThread, "pthread_create", name) {
      Finish(machine.addThread(name, to: self, body))
    }
    return { [self] in
      guard enter(.sleep) else { return }
      thread.join(machine, self)
    }
  }

  package func randomBits() -> UInt64 { machine.random.next() }
}

/// Waits for a thread's end.
private final class Finish: @unchecked Sendable, CustomStringConvertible {
  private var coroutine: Coroutine?

  init(_ coroutine: Coroutine) { self.coroutine = coroutine }

  func join(_ machine: Machine, _ kernel: SimulatedKernel) {
    guard let coroutine, let running = machine.running else { return }
    while coroutine.state != .finished, !kernel.isDead {
      coroutine.joiners.append(running)
      machine.wait(until: .max)
    }
    self.coroutine = nil
  }

  var description: String { "started" }
}
