// What a descriptor leads to.

internal import CUnitsLinux
internal import Glibc
internal import UnitsLinux

/// An open file, socket, watch, signal or poller. One descriptor leads to it, for none is duplicated.
class OpenObject {
  /// Those who poll it, with their tokens.
  var registrations: [Registration] = []
  /// Those who wait for it alone.
  var waiters: [Coroutine] = []

  /// Whether epoll(7) takes it.
  var canBePolled: Bool { true }

  /// What it is ready for now.
  var readiness: EventLoop.Readiness { [] }

  /// Its descriptor was closed.
  func wasClosed(_ machine: Machine) {}

  /// What it is ready for may have changed.
  final func stir(_ machine: Machine) {
    for registration in registrations { registration.poller.stir(machine) }
    for waiter in waiters { machine.wake(waiter) }
  }
}

/// A descriptor that a poller looks at.
final class Registration {
  unowned let poller: Poller
  unowned let object: OpenObject
  var interest: EventLoop.Interest
  var token: UInt64

  init(
    _ poller: Poller, _ object: OpenObject, _ interest: EventLoop.Interest, _ token: UInt64
  ) {
    self.poller = poller
    self.object = object
    self.interest = interest
    self.token = token
  }

  var ready: EventLoop.Readiness {
    object.readiness.intersection(
      EventLoop.Readiness(rawValue: interest.rawValue).union(.over))
  }
}

/// An epoll instance.
final class Poller: OpenObject {
  var registered: [Registration] = []

  override func wasClosed(_ machine: Machine) {
    for registration in registered {
      registration.object.registrations.removeAll { $0 === registration }
    }
    registered = []
  }
}

/// An eventfd.
final class Signal: OpenObject {
  var isRaised = false
  override var readiness: EventLoop.Readiness { isRaised ? [.readable, .writable] : [.writable] }
}

/// A signalfd.
final class SignalQueue: OpenObject {
  let signals: [CInt]
  var pending: [CInt] = []

  init(_ signals: [CInt]) { self.signals = signals }

  override var readiness: EventLoop.Readiness { pending.isEmpty ? [] : .readable }
}

/// An open file or directory.
final class OpenFile: OpenObject {
  let entry: Entry?
  let inode: Inode
  let flags: CInt
  var offset = 0

  init(_ entry: Entry?, _ inode: Inode, flags: CInt) {
    self.entry = entry
    self.inode = inode
    self.flags = flags
    inode.openings += 1
    if flags & O_ACCMODE != O_RDONLY { inode.writers += 1 }
    super.init()
    for directory in above { directory.openings += 1 }
  }

  /// The directories that stay as long as it is open, even where they have been removed.
  private var above: [Inode] {
    var found: [Inode] = []
    var next = entry?.directory
    while let directory = next {
      found.append(directory)
      next = directory.entry?.directory
    }
    return found
  }

  override var canBePolled: Bool { false }
  override var readiness: EventLoop.Readiness { [.readable, .writable] }

  var mayRead: Bool { flags & O_ACCMODE != O_WRONLY }
  var mayWrite: Bool { flags & O_ACCMODE != O_RDONLY }

  override func wasClosed(_ machine: Machine) {
    if inode.lockHolder === self { inode.lockHolder = nil }
    inode.openings -= 1
    if mayWrite {
      inode.writers -= 1
      inode.lastClose = machine.now
      entry?.directory.tell(IN_CLOSE_WRITE, entry?.name, inode)
    }
    machine.disk.endIfUnused(inode)
    for directory in above {
      directory.openings -= 1
      machine.disk.endIfUnused(directory)
    }
  }
}
