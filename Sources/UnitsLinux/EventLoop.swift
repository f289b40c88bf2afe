// The event loop: epoll, timers, and nothing else.
//
// One thread owns a loop and everything that its handlers touch, so nothing here is locked. A
// handler never waits: what takes time is handed to another thread and comes back through a
// `HandOverQueue`, whose descriptor is watched like any other. Readiness is level-triggered: a
// handler may leave bytes unread and is called again. The alternative, edge-triggered epoll, saves
// a call now and then and loses a wake-up whenever a handler forgets to drain.
//
// The order within one turn: descriptors that are ready, timers that are due, then `beforeSleep`,
// in which the owner sends what the turn produced.

internal import CUnitsLinux
internal import Glibc

/// Waits for descriptors and timers and calls their handlers, in one thread.
@safe package final class EventLoop {
  /// What a descriptor is watched for.
  package struct Interest: OptionSet, Sendable {
    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }
    package static let readable = Interest(rawValue: 0x001)
    package static let writable = Interest(rawValue: 0x004)
    /// Only for what comes unasked. In other modules this is a constant where `[]` is not.
    package static let nothing: Interest = []
  }

  /// What a descriptor is ready for. `failed` and `hungUp` come unasked.
  package struct Readiness: OptionSet, Sendable {
    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }
    package static let readable = Readiness(rawValue: 0x001)
    package static let writable = Readiness(rawValue: 0x004)
    package static let failed = Readiness(rawValue: 0x008)
    package static let hungUp = Readiness(rawValue: 0x010)
    /// Either of the two that come unasked.
    package static let over = Readiness(rawValue: 0x018)
  }

  package struct TimerID: Hashable, Sendable {
    fileprivate let number: Int
  }

  private struct Watched {
    let generation: UInt32
    let handler: (Readiness) -> Void
  }

  private struct Timer {
    let id: TimerID
    let due: MonotonicTime
    let handler: () -> Void
  }

  /// Enough for one turn; what is ready beyond it is reported by the next.
  private static let eventsPerTurn = 128

  /// Called at the end of each turn, before the loop may sleep.
  package var beforeSleep: (() -> Void)?

  private let kernel: any Kernel
  private let poller: FileDescriptor
  private var watched: [Watched?] = []
  private var generation: UInt32 = 0
  private var timers: [Timer] = []
  private var nextTimer = 0
  private var isStopping = false
  private var isAwake = false
  /// Only ``wait(_:)`` writes to it: the handlers that run between are no part of that access.
  @exclusivity(unchecked) private var ready = ReadyDescriptors(capacity: EventLoop.eventsPerTurn)

  package init(on kernel: any Kernel = .linux) throws(SystemError) {
    self.kernel = kernel
    poller = FileDescriptor(owning: try kernel.makePoller(), by: kernel)
  }

  /// Calls `handler` whenever the descriptor is ready. The caller keeps the descriptor and calls
  /// ``forget(_:)`` before it closes it. epoll_ctl(2)
  package func watch(
    _ descriptor: CInt, for interest: Interest, handler: @escaping (Readiness) -> Void
  ) throws(SystemError) {
    generation &+= 1
    let token = Self.token(generation, descriptor)
    try kernel.control(poller.number, .add(interest, token: token), descriptor)
    let index = Int(descriptor)
    if index >= watched.count {
      watched.append(contentsOf: repeatElement(nil, count: index + 1 - watched.count))
    }
    watched[index] = Watched(generation: generation, handler: handler)
  }

  /// Changes what a watched descriptor is watched for. epoll_ctl(2)
  package func change(_ descriptor: CInt, to interest: Interest) throws(SystemError) {
    guard let entry = entry(descriptor) else {
      preconditionFailure("only a watched descriptor can be changed")
    }
    let token = Self.token(entry.generation, descriptor)
    try kernel.control(poller.number, .change(interest, token: token), descriptor)
  }

  /// Stops watching; its pending readiness is dropped. Does nothing if it was not watched.
  package func forget(_ descriptor: CInt) {
    guard entry(descriptor) != nil else { return }
    watched[Int(descriptor)] = nil
    // One that is closed already is forgotten already.
    try? kernel.control(poller.number, .forget, descriptor)
  }

  /// Calls `handler` once, when the time has passed. O(timers); a loop has a handful.
  @discardableResult
  package func after(_ delay: Duration, _ handler: @escaping () -> Void) -> TimerID {
    at(kernel.now() + delay, handler)
  }

  /// Calls `handler` once, at that time or as soon as possible after it. O(timers)
  @discardableResult
  package func at(_ due: MonotonicTime, _ handler: @escaping () -> Void) -> TimerID {
    let id = TimerID(number: nextTimer)
    nextTimer += 1
    let index = timers.firstIndex { $0.due > due } ?? timers.endIndex
    timers.insert(Timer(id: id, due: due, handler: handler), at: index)
    return id
  }

  /// Takes a timer back; does nothing if it has fired.
  package func cancel(_ id: TimerID) {
    timers.removeAll { $0.id == id }
  }

  /// Turns until ``stop()``.
  package func run() throws(SystemError) {
    isStopping = false
    while !isStopping { try turn() }
  }

  /// Ends ``run()`` after the present turn.
  package func stop() {
    isStopping = true
  }

  /// Lets the next turn begin without waiting: something is left to do.
  package func stayAwake() {
    isAwake = true
  }

  /// One turn: waits at most `limit` for something to do, and does it.
  package func turn(limit: Duration? = nil) throws(SystemError) {
    try wait(limit)
    for index in 0..<(unsafe ready.count) {
      let (token, readiness) = unsafe ready[index]
      let descriptor = CInt(truncatingIfNeeded: token & 0xffff_ffff)
      // A handler earlier in this turn may have closed the descriptor and opened another under the
      // same number; the generation tells them apart.
      guard let entry = entry(descriptor), entry.generation == UInt32(token >> 32) else { continue }
      entry.handler(readiness)
    }
    fireTimers()
    beforeSleep?()
  }

  private func wait(_ limit: Duration?) throws(SystemError) {
    var deadline = timers.first?.due
    if let limit { deadline = min(deadline ?? .never, kernel.now() + limit) }
    if isAwake {
      isAwake = false
      deadline = .start
    }
    try unsafe kernel.poll(poller.number, until: deadline, into: &ready)
  }

  private func fireTimers() {
    guard !timers.isEmpty else { return }
    let now = kernel.now()
    while let first = timers.first, first.due <= now {
      timers.removeFirst()
      first.handler()
    }
  }

  private func entry(_ descriptor: CInt) -> Watched? {
    let index = Int(descriptor)
    return index >= 0 && index < watched.count ? watched[index] : nil
  }

  private static func token(_ generation: UInt32, _ descriptor: CInt) -> UInt64 {
    UInt64(generation) << 32 | UInt64(UInt32(bitPattern: descriptor))
  }
}
