import Testing

@testable import UnitsDaemon

@Suite struct FairQueueTests {
  @Test func `each owner has one item done before anybody has a second`() {
    var queue = FairQueue<String, Int>()
    for number in 1...3 { queue.append(number, of: "a") }
    queue.append(10, of: "b")
    #expect(queue.takeFirst() == 1)
    queue.append(100, of: "c")
    queue.append(11, of: "b")
    var order: [Int] = []
    while let item = queue.takeFirst() { order.append(item) }
    #expect(order == [10, 2, 100, 11, 3])
    #expect(queue.isEmpty)
  }

  @Test func `what is removed leaves the others in their order`() {
    var queue = FairQueue<String, Int>()
    for number in 1...6 { queue.append(number, of: number.isMultiple(of: 2) ? "even" : "odd") }
    #expect(queue.remove { $0.isMultiple(of: 2) } == [2, 4, 6])
    #expect(queue.remove { $0 == 3 } == [3])
    queue.append(8, of: "even")
    #expect(queue.takeFirst() == 1)
    #expect(queue.takeFirst() == 8)
    #expect(queue.takeFirst() == 5)
    #expect(queue.takeFirst() == nil)
  }
}
