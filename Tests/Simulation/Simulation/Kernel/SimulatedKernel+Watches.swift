// The calls that concern watches, signals and pollers.

internal import CUnitsLinux
internal import Glibc
package import UnitsLinux

extension SimulatedKernel {
  package func makeWatch() throws(SystemError) -> CInt {
    try perform(.makeWatch, "inotify_init1") { () throws(Refusal) in
      guard machine.instanceCount < machine.policy.instanceLimit else { throw Refusal(EMFILE) }
      let number = try add(Inotify(machine))
      machine.instanceCount += 1
      return number
    }
  }

  package func watch(
    _ directory: String, by watch: CInt, mask: UInt32
  ) throws(SystemError) -> CInt {
    try perform(.watch, "inotify_add_watch", directory) { () throws(Refusal) in
      let instance = try object(watch, Inotify.self, otherwise: EINVAL)
      let inode = try machine.disk.find(directory, .followed, as: user)
      if mask & UInt32(IN_ONLYDIR) != 0, !inode.isDirectory { throw Refusal(ENOTDIR) }
      guard machine.disk.may(.read, inode, user) else { throw Refusal(EACCES) }
      guard let number = instance.watch(inode, mask: mask) else { throw Refusal(ENOSPC) }
      return number
    }
  }

  package func unwatch(_ number: CInt, by watch: CInt) {
    guard enter(.unwatch) else { return }
    (try? object(watch, Inotify.self, otherwise: EINVAL))?.unwatch(number)
    leave("unwatch \(number)")
  }

  package func readEvents(of watch: CInt) throws(SystemError) -> FileWatch.Drained {
    try perform(.readEvents, "read") { () throws(Refusal) in
      try object(watch, Inotify.self, otherwise: EINVAL).drain()
    }
  }

  package func makePoller() throws(SystemError) -> CInt {
    try perform(.makePoller, "epoll_create1") { () throws(Refusal) in try add(Poller()) }
  }

  package func control(
    _ poller: CInt, _ change: PollerChange, _ descriptor: CInt
  ) throws(SystemError) {
    let call: Call = if case .add = change { .register } else { .control }
    try perform(call, "epoll_ctl") { () throws(Refusal) in
      let target = try object(descriptor)
      let poller = try object(poller, Poller.self, otherwise: EINVAL)
      if !target.canBePolled { throw Refusal(EPERM) }
      let known = target.registrations.first { $0.poller === poller }
      switch (change, known) {
      case (.add(let interest, let token), nil):
        let registration = Registration(poller, target, interest, token)
        target.registrations.append(registration)
        poller.registered.append(registration)
      case (.add, .some): throw Refusal(EEXIST)
      case (.change(let interest, let token), let known?):
        known.interest = interest
        known.token = token
      case (.forget, let known?):
        target.registrations.removeAll { $0 === known }
        poller.registered.removeAll { $0 === known }
      case (.change, nil), (.forget, nil): throw Refusal(ENOENT)
      }
      poller.stir(machine)
    }
  }

  package func poll(
    _ poller: CInt, until deadline: MonotonicTime?, into ready: inout ReadyDescriptors
  ) throws(SystemError) {
    try enter(.poll, "epoll_wait")
    ready.removeAll()
    let limit = deadline?.nanoseconds ?? .max
    let object: Poller
    do throws(Refusal) {
      object = try self.object(poller, Poller.self, otherwise: EINVAL)
    } catch {
      throw SystemError(operation: "epoll_wait", code: error.code)
    }
    var found: [Registration] = []
    while true {
      found = object.registered.filter { !$0.ready.isEmpty }
      if !found.isEmpty || machine.now >= limit { break }
      note("poll waits\(limit == .max ? "" : " until \(limit / 1000)")")
      wait(on: object, until: limit)
      if isDead { throw SystemError(operation: "epoll_wait", code: ESHUTDOWN) }
    }
    machine.random.shuffle(&found)
    for registration in found.prefix(ready.capacity) {
      ready.append(registration.token, registration.ready)
    }
    note("poll -> \(found.count)")
  }

  private func wait(on object: OpenObject, until limit: Int64) {
    guard let running = machine.running else { return }
    object.waiters.append(running)
    machine.wait(until: limit)
    object.waiters.removeAll { $0 === running }
  }

  package func wait(
    for interest: EventLoop.Interest, on descriptor: CInt, until deadline: MonotonicTime
  ) throws(SystemError) -> Bool {
    try enter(.wait, "poll")
    let wanted = EventLoop.Readiness(rawValue: interest.rawValue).union(.over)
    // A descriptor that is not open is ready: poll(2) says so at once.
    guard let object = try? object(descriptor) else { return true }
    note("wait for \(descriptor)")
    while object.readiness.isDisjoint(with: wanted) {
      if machine.now >= deadline.nanoseconds { return false }
      wait(on: object, until: deadline.nanoseconds)
      if isDead { throw SystemError(operation: "poll", code: ESHUTDOWN) }
    }
    return true
  }

  package func makeSignal() throws(SystemError) -> CInt {
    try perform(.makeSignal, "eventfd") { () throws(Refusal) in try add(Signal()) }
  }

  package func raise(_ signal: CInt) {
    guard enter(.raise) else { return }
    if let object = try? object(signal, Signal.self, otherwise: EINVAL) {
      object.isRaised = true
      object.stir(machine)
    }
    leave("raise \(signal)")
  }

  package func lower(_ signal: CInt) {
    guard enter(.lower) else { return }
    (try? object(signal, Signal.self, otherwise: EINVAL))?.isRaised = false
    leave("lower \(signal)")
  }

  package func makeSignalWatch(_ signals: [CInt]) throws(SystemError) -> CInt {
    try perform(.makeSignalWatch, "signalfd") { () throws(Refusal) in
      try add(SignalQueue(signals))
    }
  }

  package func nextSignal(of watch: CInt) -> CInt? {
    guard enter(.nextSignal) else { return nil }
    guard let queue = try? object(watch, SignalQueue.self, otherwise: EINVAL),
      !queue.pending.isEmpty
    else { return nil }
    return queue.pending.removeFirst()
  }
}
