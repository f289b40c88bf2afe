// Work of several owners, in turns.

/// A queue in which each owner has one item done before anybody has a second.
struct FairQueue<Owner: Hashable, Item> {
  /// Those who have items, in the order of their turns.
  private var turns: [Owner] = []
  private var items: [Owner: [Item]] = [:]

  var isEmpty: Bool { turns.isEmpty }

  mutating func append(_ item: Item, of owner: Owner) {
    if items[owner] == nil { turns.append(owner) }
    items[owner, default: []].append(item)
  }

  /// The next item; its owner's next one comes after those of all others.
  mutating func takeFirst() -> Item? {
    guard let owner = turns.first, var own = items[owner] else { return nil }
    turns.removeFirst()
    let item = own.removeFirst()
    items[owner] = own.isEmpty ? nil : own
    if !own.isEmpty { turns.append(owner) }
    return item
  }

  /// Takes out the items that a condition is true of.
  mutating func remove(where isUnwanted: (Item) -> Bool) -> [Item] {
    var removed: [Item] = []
    for owner in turns {
      let own = items[owner] ?? []
      removed += own.filter(isUnwanted)
      let left = own.filter { !isUnwanted($0) }
      items[owner] = left.isEmpty ? nil : left
    }
    turns.removeAll { items[$0] == nil }
    return removed
  }
}
