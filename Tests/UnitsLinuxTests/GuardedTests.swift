import Foundation
import Testing
import UnitsLinux

/// The lock.
@Suite struct GuardedTests {
  @Test func `one thread at a time uses the value`() {
    let count = Guarded(0)
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for _ in 0..<1_000 { count.withLock { $0 += 1 } }
    }
    #expect(count.withLock { $0 } == 8_000)
  }

  @Test(.timeLimit(.minutes(10))) func `who waits is woken and sees the value`() {
    let value = Guarded(0)
    DispatchQueue.concurrentPerform(iterations: 2) { thread in
      if thread == 0 {
        #expect(value.wait(until: .never, for: { $0 == 3 ? "three" : nil }) == "three")
      } else {
        for number in 1...3 {
          value.withLock { $0 = number }
          value.wakeAll()
        }
      }
    }
  }

  @Test func `a deadline that is past is one look`() {
    let looks = Guarded(0)
    let found: Bool? = looks.wait(until: .now()) { looks in
      looks += 1
      return nil
    }
    #expect(found == nil)
    #expect(looks.withLock { $0 } >= 1)
  }

  @Test func `what is thrown under the lock leaves it free`() {
    struct Failure: Error {}
    let value = Guarded(1)
    #expect(throws: Failure.self) {
      try value.withLock { (_) throws(Failure) in throw Failure() }
    }
    #expect(value.withLock { $0 } == 1)
  }
}
