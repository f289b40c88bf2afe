// The kernel that programs run on.

internal import CUnitsLinux
internal import Glibc

/// Makes the system calls. It has no state: one value serves all threads.
package final class LinuxKernel: Kernel {
  package static let shared = LinuxKernel()

  private init() {}

  private func folder(_ folder: CInt?) -> CInt { folder ?? AT_FDCWD }

  // MARK: Files

  package func open(
    _ path: String, in folder: CInt?, flags: CInt, mode: UInt32
  ) throws(SystemError) -> CInt {
    try systemCall("open", path) {
      unsafe FileName.withName(path) {
        unsafe openat(self.folder(folder), $0, flags | O_CLOEXEC, mode)
      }
    }
  }

  package func close(_ descriptor: CInt) { _ = Glibc.close(descriptor) }

  package func read(
    _ file: CInt, appendingTo buffer: inout [UInt8], limit: Int
  ) throws(SystemError) -> Int {
    try readBytes(file, appendingTo: &buffer, limit: limit)
  }

  package func write(
    _ bytes: [UInt8], from offset: Int, to file: CInt
  ) throws(SystemError) -> Int {
    try systemCall("write") {
      unsafe bytes.withUnsafeBytes { buffer in
        unsafe Glibc.write(
          file, buffer.baseAddress.map { unsafe $0 + offset }, buffer.count - offset)
      }
    }
  }

  package func synchronize(_ file: CInt, path: String) throws(SystemError) {
    try systemCall("fsync", path) { fsync(file) }
  }

  package func truncate(_ file: CInt, path: String) throws(SystemError) {
    try systemCall("ftruncate", path) { ftruncate(file, 0) }
  }

  package func setMode(of file: CInt, to mode: UInt32, path: String) throws(SystemError) {
    try systemCall("fchmod", path) { fchmod(file, mode) }
  }

  package func identity(of file: CInt, path: String) throws(SystemError) -> FileIdentity {
    var status = stat()
    try systemCall("fstat", path) { unsafe fstat(file, &status) }
    return FileIdentity(status)
  }

  package func identity(following path: String) throws(SystemError) -> FileIdentity? {
    try identity(path, nil, flags: 0, "stat")
  }

  package func identity(
    ofLink path: String, in folder: CInt?
  ) throws(SystemError) -> FileIdentity? {
    try identity(path, folder, flags: AT_SYMLINK_NOFOLLOW, "lstat")
  }

  private func identity(
    _ path: String, _ folder: CInt?, flags: CInt, _ operation: String
  ) throws(SystemError) -> FileIdentity? {
    var status = stat()
    do throws(SystemError) {
      try systemCall(operation, path) {
        unsafe FileName.withName(path) {
          unsafe fstatat(self.folder(folder), $0, &status, flags)
        }
      }
    } catch {
      if error.code == ENOENT || error.code == ENOTDIR { return nil }
      throw error
    }
    return FileIdentity(status)
  }

  package func obstacle(toWatching path: String) -> SystemError? {
    let hasOtherNames = unsafe FileName.withName(path) { unsafe units_has_other_names($0) } != 0
    // A file that is not there will be made in its directory.
    let kind =
      (try? FileSystemKind(holding: path))
      ?? (try? FileSystemKind(holding: splitPath(path).directory))
    guard hasOtherNames || kind == .network else { return nil }
    return SystemError(
      operation: "inotify_add_watch", path: path, code: hasOtherNames ? EMLINK : EREMOTE)
  }

  package func destination(ofLink path: String) throws(SystemError) -> String {
    try SymbolicLink.destination(of: path)
  }

  package func rename(
    _ old: String, to name: String, in folder: CInt, _ rename: Renaming, path: String
  ) throws(SystemError) {
    switch rename {
    case .replace:
      try systemCall("rename", path) { unsafe renameat(folder, old, folder, name) }
    case .exchange:
      try systemCall("rename", path) { unsafe units_exchange(folder, old, name) }
    case .refuse:
      try systemCall("rename", path) { unsafe units_rename_new(folder, old, name) }
    }
  }

  package func link(_ path: String, to name: String) throws(SystemError) {
    try systemCall("link", name) { unsafe Glibc.link(path, name) }
  }

  package func remove(_ path: String, in folder: CInt?) throws(SystemError) {
    try systemCall("unlink", path) { unsafe unlinkat(self.folder(folder), path, 0) }
  }

  package func makeDirectory(_ path: String) throws(SystemError) {
    try systemCall("mkdir", path) { unsafe FileName.withName(path) { unsafe mkdir($0, 0o700) } }
  }

  package func removeDirectory(_ path: String) throws(SystemError) {
    try systemCall("rmdir", path) { unsafe rmdir(path) }
  }

  package func names(in directory: String) throws(SystemError) -> [String] {
    try Directory.names(in: directory)
  }

  package func lock(_ file: CInt, path: String) throws(SystemError) -> Bool {
    do throws(SystemError) {
      try systemCall("flock", path) { flock(file, LOCK_EX | LOCK_NB) }
      return true
    } catch {
      if error.code == EWOULDBLOCK { return false }
      throw error
    }
  }

  // MARK: Watches

  package func makeWatch() throws(SystemError) -> CInt {
    try systemCall("inotify_init1") { inotify_init1(CInt(IN_CLOEXEC) | CInt(IN_NONBLOCK)) }
  }

  package func watch(
    _ directory: String, by watch: CInt, mask: UInt32
  ) throws(SystemError) -> CInt {
    try systemCall("inotify_add_watch", directory) {
      unsafe inotify_add_watch(watch, directory, mask)
    }
  }

  package func unwatch(_ number: CInt, by watch: CInt) { inotify_rm_watch(watch, number) }

  package func readEvents(of watch: CInt) throws(SystemError) -> FileWatch.Drained {
    try FileWatch.drain(watch)
  }

  // MARK: Sockets

  package func listen(at path: String) throws(SystemError) -> CInt {
    try UnixSocket.listen(at: path).release()
  }

  package func accept(from listener: CInt) throws(SystemError) -> CInt? {
    do throws(SystemError) {
      return try systemCall("accept4") { units_accept(listener) }
    } catch {
      // ECONNABORTED: the client has gone while it waited.
      if error.code == EAGAIN || error.code == ECONNABORTED { return nil }
      throw error
    }
  }

  package func peer(of socket: CInt) throws(SystemError) -> UnixSocket.Peer {
    try UnixSocket.peer(of: socket)
  }

  package func connect(to path: String) throws(SystemError) -> CInt {
    try UnixSocket.connect(to: path)
  }

  package func send(
    _ bytes: [UInt8], from offset: Int, to socket: CInt
  ) throws(SystemError) -> UnixSocket.Transfer {
    try UnixSocket.send(bytes, from: offset, to: socket)
  }

  package func receive(
    into buffer: inout [UInt8], from socket: CInt
  ) throws(SystemError) -> UnixSocket.Transfer {
    try UnixSocket.receive(into: &buffer, from: socket)
  }

  package func shutDownReceiving(_ socket: CInt) throws(SystemError) {
    try systemCall("shutdown") { shutdown(socket, CInt(SHUT_RD)) }
  }

  package func wait(
    for interest: EventLoop.Interest, on descriptor: CInt, until deadline: MonotonicTime
  ) throws(SystemError) -> Bool {
    let events =
      CShort(interest.contains(.readable) ? POLLIN : 0)
      | CShort(interest.contains(.writable) ? POLLOUT : 0)
    return try systemCall("poll") {
      units_poll(descriptor, events, deadline.millisecondsFromNow())
    } != 0
  }

  // MARK: Waiting

  package func makePoller() throws(SystemError) -> CInt {
    try systemCall("epoll_create1") { epoll_create1(CInt(EPOLL_CLOEXEC)) }
  }

  package func control(
    _ poller: CInt, _ change: PollerChange, _ descriptor: CInt
  ) throws(SystemError) {
    var event = unsafe epoll_event()
    let operation: CInt
    switch change {
    case .add(let interest, let token):
      operation = EPOLL_CTL_ADD
      unsafe event.events = interest.rawValue
      unsafe event.data.u64 = token
    case .change(let interest, let token):
      operation = EPOLL_CTL_MOD
      unsafe event.events = interest.rawValue
      unsafe event.data.u64 = token
    case .forget:
      operation = EPOLL_CTL_DEL
    }
    try systemCall("epoll_ctl") { unsafe epoll_ctl(poller, operation, descriptor, &event) }
  }

  package func poll(
    _ poller: CInt, until deadline: MonotonicTime?, into ready: inout ReadyDescriptors
  ) throws(SystemError) {
    ready.removeAll()
    let timeout = deadline?.millisecondsFromNow() ?? -1
    var failure: CInt = 0
    unsafe withUnsafeTemporaryAllocation(of: epoll_event.self, capacity: ready.capacity) { events in
      let count = unsafe epoll_wait(poller, events.baseAddress, CInt(events.count), timeout)
      if count < 0 { failure = errno }
      for index in 0..<max(0, Int(count)) {
        let event = unsafe events[index]
        unsafe ready.append(event.data.u64, EventLoop.Readiness(rawValue: event.events))
      }
    }
    guard failure == 0 || failure == EINTR else {
      throw SystemError(operation: "epoll_wait", code: failure)
    }
  }

  package func makeSignal() throws(SystemError) -> CInt {
    try systemCall("eventfd") { eventfd(0, CInt(EFD_CLOEXEC) | CInt(EFD_NONBLOCK)) }
  }

  package func raise(_ signal: CInt) { eventfd_write(signal, 1) }

  package func lower(_ signal: CInt) {
    var count: eventfd_t = 0
    unsafe eventfd_read(signal, &count)
  }

  package func makeSignalWatch(_ signals: [CInt]) throws(SystemError) -> CInt {
    var set = sigset_t()
    unsafe sigemptyset(&set)
    for signal in signals { unsafe sigaddset(&set, signal) }
    unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
    return try systemCall("signalfd") {
      unsafe signalfd(-1, &set, CInt(SFD_CLOEXEC) | CInt(SFD_NONBLOCK))
    }
  }

  package func nextSignal(of watch: CInt) -> CInt? {
    var information = signalfd_siginfo()
    let size = MemoryLayout<signalfd_siginfo>.size
    let count = unsafe Glibc.read(watch, &information, size)
    return count == size ? CInt(information.ssi_signo) : nil
  }

  // MARK: Time, threads, the process

  package func now() -> MonotonicTime { .now() }

  package func wallClock() -> Int64 { WallClock.nanoseconds() }

  package func stampClock() -> Int64 { WallClock.stampNanoseconds() }

  package func sleep(until time: MonotonicTime) { MonotonicTime.sleep(until: time) }

  package func startThread(
    named name: String, _ body: @escaping @Sendable () -> Void
  ) throws(SystemError) -> @Sendable () -> Void {
    let thread = try WorkerThread.start(name: name, body)
    return { WorkerThread.join(thread) }
  }

  package var user: UInt32 { geteuid() }

  package var process: Int32 { getpid() }

  package var descriptorLimit: Int {
    Process.raiseDescriptorLimit()
    return Process.descriptorLimit
  }

  package func randomBits() -> UInt64 { Process.randomBits() }
}

extension Kernel where Self == LinuxKernel {
  /// The kernel that programs run on.
  package static var linux: LinuxKernel { LinuxKernel.shared }
}
