import AppGroup
import Foundation
import Testing
import Units

/// One group in many threads; run under the Thread Sanitizer, too.
@Suite struct ThreadTests {
  typealias Way = GroupDefaultsTests.Way

  @Test(.timeLimit(.minutes(10)), arguments: Way.allCases)
  func `sixteen threads read, write, register and observe one group`(_ way: Way) throws {
    let (sandbox, daemon) = try GroupDefaultsTests.sandbox(way)
    defer { daemon?.stop() }
    let group = sandbox.group()
    DispatchQueue.concurrentPerform(iterations: 16) { thread in
      let key = Key("thread.\(thread)", default: -1)
      @SharedStorage(key, store: group) var stored
      let observation = group.observe(Key("thread.0", default: 0)) { _ in
        _ = group.integer(forKey: "thread.1")
      }
      for turn in 0..<8 {
        group[key] = turn
        // One's own writes are read, whatever the others do.
        #expect(group[key] == turn)
        #expect(stored == turn)
        group.register(defaults: ["registered.\(thread)": turn])
        #expect(group.integer(forKey: "registered.\(thread)") == turn)
        _ = group.dictionaryRepresentation()
      }
      observation.cancel()
    }
    #expect(group.synchronize())
    for thread in 0..<16 { #expect(group.integer(forKey: "thread.\(thread)") == 7) }
  }

  @Test(.timeLimit(.minutes(10)), arguments: Way.allCases)
  func `a snapshot never goes back`(_ way: Way) throws {
    let (sandbox, daemon) = try GroupDefaultsTests.sandbox(way)
    defer { daemon?.stop() }
    let reader = sandbox.group()
    let writers = [sandbox.group(), sandbox.group()]
    #expect(reader.integer(forKey: "n") == 0)
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      if thread == 0 {
        var last = 0
        while last < 60 {
          let now = reader.integer(forKey: "n")
          #expect(now >= last)
          last = max(last, now)
        }
      } else if thread == 1 {
        for n in 1...60 { writers[0].setOrLog(n, forKey: "n") }
      } else {
        for n in 1...30 { (thread == 2 ? writers[1] : reader).setOrLog(n, forKey: "m\(thread)") }
      }
    }
  }
}
