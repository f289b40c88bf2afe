import CUnitsLinux
import Testing
import UnitsLinux

@Suite(.timeLimit(.minutes(10))) struct HandOverQueueTests {
  private func isReadable(_ descriptor: CInt) -> Bool {
    units_poll(descriptor, 1, 0) > 0
  }

  @Test func `the descriptor is readable while something waits`() throws {
    let queue = try HandOverQueue<Int>()
    #expect(!isReadable(queue.descriptor))
    queue.push(1)
    queue.push(2)
    #expect(isReadable(queue.descriptor))
    #expect(queue.drain() == [1, 2])
    #expect(!isReadable(queue.descriptor))
    #expect(queue.drain() == [])
  }

  @Test func `a look between two wake-ups loses no later wake-up`() throws {
    let queue = try HandOverQueue<Int>()
    queue.push(1)
    #expect(queue.take() == [1])
    queue.push(2)
    #expect(isReadable(queue.descriptor))
    #expect(queue.drain() == [2])
  }

  @Test func `what is pushed unannounced wakes nobody, and comes before what is pushed later`()
    throws
  {
    let queue = try HandOverQueue<Int>()
    queue.pushUnannounced(1)
    #expect(!isReadable(queue.descriptor))
    queue.push(2)
    #expect(isReadable(queue.descriptor))
    #expect(queue.drain() == [1, 2])
    queue.pushUnannounced(3)
    #expect(queue.take() == [3])
    queue.push(contentsOf: [4, 5])
    #expect(isReadable(queue.descriptor))
    #expect(queue.drain() == [4, 5])
    #expect(!isReadable(queue.descriptor))
  }

  @Test func `what many threads push arrives once, in each thread's order`() throws {
    struct Item: Sendable, Hashable {
      let thread: Int
      let number: Int
    }
    let queue = try HandOverQueue<Item>()
    let perThread = 5_000
    func pusher(_ thread: Int) throws -> WorkerThread {
      try WorkerThread(name: "pusher") {
        for number in 0..<perThread { queue.push(Item(thread: thread, number: number)) }
      }
    }
    let first = try pusher(0)
    let second = try pusher(1)
    let third = try pusher(2)
    let loop = try EventLoop()
    var next = [0, 0, 0]
    var isOrdered = true
    try loop.watch(queue.descriptor, for: .readable) { _ in
      for item in queue.drain() {
        isOrdered = isOrdered && item.number == next[item.thread]
        next[item.thread] += 1
      }
      if next == [perThread, perThread, perThread] { loop.stop() }
    }
    // A lost wake-up would wait here: the timer tells instead.
    loop.after(.seconds(60)) {
      Issue.record("a wake-up was lost")
      loop.stop()
    }
    try loop.run()
    first.join()
    second.join()
    third.join()
    #expect(isOrdered)
    #expect(queue.drain() == [])
  }
}
