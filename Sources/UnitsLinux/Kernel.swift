// What this project asks of the operating system, call by call.
//
// Everything that decides about preferences (locks, files, watches, sockets, the event loop, the
// threads) asks a `Kernel`. There are two: `LinuxKernel` makes the system calls, and the simulation in
// `Tests/Simulation` makes up a machine, in which another program may take a step at each call, the
// disk loses what was not synced, and any call may fail.
//
// Descriptors are plain numbers here; `FileDescriptor` owns them.

/// The system calls that a group's life rests on. Each method ends with the C function's name.
package protocol Kernel: AnyObject, Sendable {
  // MARK: Files

  /// Opens a file; a relative path is one in `folder`, where that is given. openat(2)
  func open(
    _ path: String, in folder: CInt?, flags: CInt, mode: UInt32
  ) throws(SystemError) -> CInt
  /// close(2)
  func close(_ descriptor: CInt)
  /// Appends at most `limit` bytes; 0 at the end. read(2)
  func read(
    _ file: CInt, appendingTo buffer: inout [UInt8], limit: Int
  ) throws(SystemError) -> Int
  /// Writes what the kernel takes; at least one byte. write(2)
  func write(_ bytes: [UInt8], from offset: Int, to file: CInt) throws(SystemError) -> Int
  /// fsync(2)
  func synchronize(_ file: CInt, path: String) throws(SystemError)
  /// Empties a file. ftruncate(2)
  func truncate(_ file: CInt, path: String) throws(SystemError)
  /// fchmod(2)
  func setMode(of file: CInt, to mode: UInt32, path: String) throws(SystemError)
  /// fstat(2)
  func identity(of file: CInt, path: String) throws(SystemError) -> FileIdentity
  /// Links are followed; nil if there is nothing. stat(2)
  func identity(following path: String) throws(SystemError) -> FileIdentity?
  /// Of a link itself; nil if there is nothing. A relative path is one in `folder`. fstatat(2)
  func identity(ofLink path: String, in folder: CInt?) throws(SystemError) -> FileIdentity?
  /// readlink(2)
  func destination(ofLink path: String) throws(SystemError) -> String
  /// Why a file can be changed without a word to who watches its directory, nil if it cannot: it has other
  /// names or is mounted by itself (`EMLINK`), or others than this kernel write to its file system
  /// (`EREMOTE`). statx(2), statfs(2)
  func obstacle(toWatching path: String) -> SystemError?
  /// Gives `name` in `folder` to the file under `old` in it; `path` is told in errors. renameat2(2)
  func rename(
    _ old: String, to name: String, in folder: CInt, _ rename: Renaming, path: String
  ) throws(SystemError)
  /// Gives a file a second name. link(2)
  func link(_ path: String, to name: String) throws(SystemError)
  /// Removes a name; a relative path is one in `folder`. unlinkat(2)
  func remove(_ path: String, in folder: CInt?) throws(SystemError)
  /// mkdir(2)
  func makeDirectory(_ path: String) throws(SystemError)
  /// rmdir(2)
  func removeDirectory(_ path: String) throws(SystemError)
  /// The names in a directory, in no order. readdir(3)
  func names(in directory: String) throws(SystemError) -> [String]
  /// Tells whether the lock was free and is held now. flock(2)
  func lock(_ file: CInt, path: String) throws(SystemError) -> Bool

  // MARK: Watches

  /// inotify_init1(2)
  func makeWatch() throws(SystemError) -> CInt
  /// Watches a directory; the same directory gives the same number again. inotify_add_watch(2)
  func watch(_ directory: String, by watch: CInt, mask: UInt32) throws(SystemError) -> CInt
  /// A number that the kernel has ended already is no error. inotify_rm_watch(2)
  func unwatch(_ number: CInt, by watch: CInt)
  /// Takes what has happened, without waiting. read(2)
  func readEvents(of watch: CInt) throws(SystemError) -> FileWatch.Drained

  // MARK: Sockets

  /// socket(2), bind(2), listen(2)
  func listen(at path: String) throws(SystemError) -> CInt
  /// Nil if nobody waits. accept4(2)
  func accept(from listener: CInt) throws(SystemError) -> CInt?
  /// getsockopt(2), SO_PEERCRED
  func peer(of socket: CInt) throws(SystemError) -> UnixSocket.Peer
  /// Throws `EAGAIN` while the server's queue is full. socket(2), connect(2)
  func connect(to path: String) throws(SystemError) -> CInt
  /// send(2)
  func send(
    _ bytes: [UInt8], from offset: Int, to socket: CInt
  ) throws(SystemError) -> UnixSocket.Transfer
  /// recv(2)
  func receive(
    into buffer: inout [UInt8], from socket: CInt
  ) throws(SystemError) -> UnixSocket.Transfer
  /// Lets the peer send nothing more; what it has sent can still be received. shutdown(2), SHUT_RD
  func shutDownReceiving(_ socket: CInt) throws(SystemError)
  /// Waits for one descriptor; false if the time is over first. poll(2)
  func wait(
    for interest: EventLoop.Interest, on descriptor: CInt, until deadline: MonotonicTime
  ) throws(SystemError) -> Bool

  // MARK: Waiting

  /// epoll_create1(2)
  func makePoller() throws(SystemError) -> CInt
  /// Changes what a poller tells of a descriptor, with the token that it tells. epoll_ctl(2)
  func control(
    _ poller: CInt, _ change: PollerChange, _ descriptor: CInt
  ) throws(SystemError)
  /// Waits for readiness until the deadline, for ever where there is none; tells how much of `ready`
  /// was filled. An interruption fills nothing. epoll_wait(2)
  func poll(
    _ poller: CInt, until deadline: MonotonicTime?, into ready: inout ReadyDescriptors
  ) throws(SystemError)
  /// A counter that is readable while it is raised. eventfd(2)
  func makeSignal() throws(SystemError) -> CInt
  /// eventfd_write(3)
  func raise(_ signal: CInt)
  /// eventfd_read(3)
  func lower(_ signal: CInt)
  /// Has these signals of the process be read from a descriptor. signalfd(2)
  func makeSignalWatch(_ signals: [CInt]) throws(SystemError) -> CInt
  /// The next signal that has come; nil if there is none. read(2)
  func nextSignal(of watch: CInt) -> CInt?

  // MARK: Time, threads, the process

  /// clock_gettime(2), CLOCK_MONOTONIC
  func now() -> MonotonicTime
  /// Nanoseconds since 1970-01-01T00:00:00Z. clock_gettime(2), CLOCK_REALTIME
  func wallClock() -> Int64
  /// What the clock shows that stamps files, in the same unit: unless somebody sets it back, no change
  /// of a file is stamped with less from now on. It stands still between two ticks, and longer where a
  /// processor misses ticks. clock_gettime(2), CLOCK_REALTIME_COARSE
  func stampClock() -> Int64
  /// Stops the calling thread until then. poll(2)
  func sleep(until time: MonotonicTime)
  /// Starts a thread; what is returned waits for its end. pthread_create(3), pthread_join(3)
  func startThread(
    named name: String, _ body: @escaping @Sendable () -> Void
  ) throws(SystemError) -> @Sendable () -> Void
  /// The effective user. geteuid(2)
  var user: UInt32 { get }
  /// getpid(2)
  var process: Int32 { get }
  /// How many descriptors this process may have open; raised to the hard limit first. setrlimit(2),
  /// getrlimit(2)
  var descriptorLimit: Int { get }
  /// getrandom(2)
  func randomBits() -> UInt64
}

/// What becomes of a file that has the new name already. renameat2(2)
package enum Renaming: Sendable {
  case replace
  /// Both files change their names.
  case exchange
  /// `EEXIST`.
  case refuse
}

/// What a poller is told of a descriptor. epoll_ctl(2)
package enum PollerChange: Sendable {
  case add(EventLoop.Interest, token: UInt64)
  case change(EventLoop.Interest, token: UInt64)
  case forget
}

/// What one wait has found: tokens with what their descriptors are ready for.
package struct ReadyDescriptors: Sendable {
  package private(set) var count = 0
  package let capacity: Int
  private var entries: [(token: UInt64, readiness: EventLoop.Readiness)]

  package init(capacity: Int) {
    self.capacity = capacity
    entries = Array(repeating: (0, []), count: capacity)
  }

  package subscript(index: Int) -> (token: UInt64, readiness: EventLoop.Readiness) {
    entries[index]
  }

  package mutating func removeAll() { count = 0 }

  package mutating func append(_ token: UInt64, _ readiness: EventLoop.Readiness) {
    entries[count] = (token, readiness)
    count += 1
  }
}

extension Kernel {
  package func identity(ofLink path: String) throws(SystemError) -> FileIdentity? {
    try identity(ofLink: path, in: nil)
  }

  package func remove(_ path: String) throws(SystemError) {
    try remove(path, in: nil)
  }

  /// Opens a file that its owner closes. open(2)
  package func openFile(
    _ path: String, in folder: CInt? = nil, flags: CInt, mode: UInt32 = 0
  ) throws(SystemError) -> FileDescriptor {
    FileDescriptor(owning: try open(path, in: folder, flags: flags, mode: mode), by: self)
  }

  /// Sixteen random hexadecimal digits.
  package func randomToken() -> String {
    let digits = String(randomBits(), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// Connects, trying again with growing pauses while the server's queue is full: on Unix sockets
  /// nothing tells when it is not. Throws `ETIMEDOUT` at the deadline.
  package func connect(
    to path: String, until deadline: MonotonicTime
  ) throws(SystemError) -> FileDescriptor {
    var pauses = Backoff(from: .milliseconds(1), to: .milliseconds(50))
    while true {
      do throws(SystemError) {
        return FileDescriptor(owning: try connect(to: path), by: self)
      } catch {
        guard error.code == SystemError.tryAgain else { throw error }
        let now = now()
        if now >= deadline {
          throw SystemError(operation: "connect", path: path, code: SystemError.timedOut)
        }
        sleep(until: min(deadline, now + pauses.next()))
      }
    }
  }
}

/// Pauses that double from a first one to a longest.
package struct Backoff: Equatable, Sendable {
  private let first: Duration
  private let longest: Duration
  private var pause: Duration

  package init(from first: Duration, to longest: Duration) {
    self.first = first
    self.longest = longest
    pause = first
  }

  /// The pause that is due now; the one behind it is longer.
  package mutating func next() -> Duration {
    defer { pause = min(pause * 2, longest) }
    return pause
  }

  /// Begins anew with the first pause.
  package mutating func reset() { pause = first }
}
