import Foundation
import Testing
import UnitsLinux

@Suite struct SignalWatchTests {
  @Test func `a signal becomes something to read`() throws {
    // Signals of this thread alone: `raise` sends to the caller, and the mask is the caller's.
    let watch = try SignalWatch([SIGUSR1, SIGUSR2])
    let loop = try EventLoop()
    var heard: [CInt] = []
    try loop.watch(watch.descriptor, for: .readable) { _ in heard.append(0) }
    #expect(watch.next() == nil)
    #expect(raise(SIGUSR2) == 0)
    #expect(raise(SIGUSR1) == 0)
    try loop.turn(limit: .zero)
    #expect(heard == [0])
    let signals: Set<CInt?> = [watch.next(), watch.next()]
    #expect(signals == [SIGUSR1, SIGUSR2])
    #expect(watch.next() == nil)
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, SIGUSR1)
    sigaddset(&set, SIGUSR2)
    #expect(pthread_sigmask(SIG_UNBLOCK, &set, nil) == 0)
  }
}
