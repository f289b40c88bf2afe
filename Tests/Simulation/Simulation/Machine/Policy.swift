// How a simulation runs: drawn from its seed, so that seeds differ in kind and not only in chance.

/// The scheduler's and the machine's temper.
package struct Policy: Equatable, Sendable {
  /// How often in a thousand another thread may run at a kernel call.
  package var switching: Int
  /// How often in a thousand such a stop lasts long.
  package var stalling: Int
  /// The longest such stop, in nanoseconds.
  package var longestStall: Int
  /// The longest time that one call takes, in nanoseconds.
  package var longestCall: Int
  /// How often the clock that stamps files ticks, in nanoseconds.
  package var tick: Int64
  /// How long it may miss ticks, in nanoseconds.
  package var longestLag: Int
  /// How often in a thousand a read or write takes a part only.
  package var shortTransfers: Int
  /// How many events an inotify queue holds.
  package var eventLimit: Int
  /// How many bytes wait in one direction of a socket.
  package var socketBuffer: Int
  /// How many connections wait to be accepted.
  package var backlog: Int
  /// How many inotify instances and watches a user may have.
  package var watchLimit: Int
  package var instanceLimit: Int
  /// How often in a thousand a call fails that can.
  package var failing: Int

  /// A machine on which one thread runs at a time, nothing fails and every call is seen by the clock.
  package static let exact = Policy(
    switching: 0, stalling: 0, longestStall: 1, longestCall: 2, tick: 1, longestLag: 0,
    shortTransfers: 0, eventLimit: 16_384, socketBuffer: 200_000, backlog: 4096,
    watchLimit: 100_000,
    instanceLimit: 100_000, failing: 0)

  init(
    switching: Int, stalling: Int, longestStall: Int, longestCall: Int, tick: Int64,
    longestLag: Int, shortTransfers: Int, eventLimit: Int, socketBuffer: Int, backlog: Int,
    watchLimit: Int,
    instanceLimit: Int, failing: Int
  ) {
    self.switching = switching
    self.stalling = stalling
    self.longestStall = longestStall
    self.longestCall = longestCall
    self.tick = tick
    self.longestLag = longestLag
    self.shortTransfers = shortTransfers
    self.eventLimit = eventLimit
    self.socketBuffer = socketBuffer
    self.backlog = backlog
    self.watchLimit = watchLimit
    self.instanceLimit = instanceLimit
    self.failing = failing
  }

  /// Draws a temper.
  package init(from random: inout Randomness) {
    switching = random.choose([20, 100, 300, 600, 1000])
    stalling = random.choose([0, 0, 2, 10, 50])
    longestStall = random.choose([1_000_000, 20_000_000, 150_000_000])
    longestCall = random.choose([1_000, 20_000, 200_000, 3_000_000])
    tick = random.choose([1, 4_000_000, 4_000_000, 10_000_000])
    longestLag = random.choose([0, 0, 0, 60_000_000])
    shortTransfers = random.choose([0, 0, 50, 500])
    eventLimit = random.choose([2, 8, 64, 16_384])
    socketBuffer = random.choose([16, 512, 8_192, 65_536])
    backlog = random.choose([1, 3, 64])
    watchLimit = random.happens(perMille: 30) ? random.within(0...8) : 8_192
    instanceLimit = random.happens(perMille: 10) ? random.within(0...3) : 128
    failing = random.choose([0, 0, 0, 1, 5, 30])
  }
}
