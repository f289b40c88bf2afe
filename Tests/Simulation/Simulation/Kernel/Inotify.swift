// inotify(7).

internal import CUnitsLinux
internal import UnitsLinux

/// One directory that one instance watches.
final class Mark {
  unowned let instance: Inotify
  let inode: Inode
  let number: CInt
  var mask: UInt32

  init(_ instance: Inotify, _ inode: Inode, _ number: CInt, _ mask: UInt32) {
    self.instance = instance
    self.inode = inode
    self.number = number
    self.mask = mask
  }

  /// What it watched is gone.
  func end() {
    if mask & UInt32(IN_DELETE_SELF) != 0 {
      instance.queue(Inotify.Event(watch: number, mask: UInt32(IN_DELETE_SELF), name: nil))
    }
    instance.forget(self)
  }
}

/// An inotify instance.
final class Inotify: OpenObject {
  struct Event: Equatable {
    let watch: CInt
    let mask: UInt32
    let name: String?
  }

  private unowned let machine: Machine
  private var events: [Event] = []
  private var hasOverflowed = false
  private var lastNumber: CInt = 0
  private var marks: [Mark] = []

  init(_ machine: Machine) { self.machine = machine }

  override var readiness: EventLoop.Readiness { events.isEmpty ? [] : .readable }

  /// The kernel merges what is the same as the last one in the queue.
  func queue(_ event: Event) {
    if events.count >= machine.policy.eventLimit {
      guard !hasOverflowed else { return }
      hasOverflowed = true
      events.append(Event(watch: -1, mask: UInt32(IN_Q_OVERFLOW), name: nil))
    } else {
      if let last = events.last, last == event, last.mask & UInt32(IN_IGNORED) == 0 { return }
      events.append(event)
    }
    stir(machine)
  }

  func watch(_ inode: Inode, mask: UInt32) -> CInt? {
    let kept = mask & Self.told
    if let mark = inode.marks.first(where: { $0.instance === self }) {
      mark.mask = mask & UInt32(IN_MASK_ADD) != 0 ? mark.mask | kept : kept
      return mark.number
    }
    guard machine.watchCount < machine.policy.watchLimit else { return nil }
    machine.watchCount += 1
    lastNumber += 1
    let mark = Mark(self, inode, lastNumber, kept)
    inode.marks.append(mark)
    marks.append(mark)
    return mark.number
  }

  private static let told: UInt32 = 0xfff

  func unwatch(_ number: CInt) {
    guard let mark = marks.first(where: { $0.number == number }) else { return }
    mark.inode.marks.removeAll { $0 === mark }
    forget(mark)
  }

  func forget(_ mark: Mark) {
    marks.removeAll { $0 === mark }
    machine.watchCount -= 1
    queue(Event(watch: mark.number, mask: UInt32(IN_IGNORED), name: nil))
  }

  func drain() -> FileWatch.Drained {
    var drained = FileWatch.Drained()
    for event in events {
      if event.mask & UInt32(IN_Q_OVERFLOW) != 0 {
        drained.overflowed = true
      } else {
        drained.events.append(
          FileWatch.Event(watch: event.watch, mask: event.mask, name: event.name))
      }
    }
    events = []
    hasOverflowed = false
    return drained
  }

  override func wasClosed(_ machine: Machine) {
    for mark in marks { mark.inode.marks.removeAll { $0 === mark } }
    machine.watchCount -= marks.count
    machine.instanceCount -= 1
    marks = []
  }
}

extension Inode {
  /// Tells those who watch this directory what befell a name in it, or itself.
  func tell(_ mask: some BinaryInteger, _ name: String?, _ concerned: Inode) {
    guard !marks.isEmpty else { return }
    let bits = UInt32(truncatingIfNeeded: mask)
    for mark in marks where mark.mask & bits != 0 {
      let whole = concerned.isDirectory && name != nil ? bits | UInt32(IN_ISDIR) : bits
      mark.instance.queue(Inotify.Event(watch: mark.number, mask: whole, name: name))
    }
  }
}
