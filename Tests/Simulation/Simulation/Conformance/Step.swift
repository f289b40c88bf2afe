// What is done to both kernels.

internal import CUnitsLinux
internal import Glibc
package import UnitsLinux

/// One call of a history; descriptors are named by their place in the list of those that are open.
package enum Step: Sendable {
  case open(String, folder: Int?, flags: CInt, mode: UInt32)
  case close(Int)
  case read(Int, limit: Int)
  case write(Int, [UInt8])
  case synchronize(Int)
  case truncate(Int)
  case setMode(Int, UInt32)
  case identity(Int)
  case identityFollowing(String)
  case identityOfLink(String, folder: Int?)
  case destination(String)
  case rename(String, String, folder: Int, Renaming)
  case link(String, String)
  case makeLink(String, String)
  case remove(String, folder: Int?)
  case makeDirectory(String)
  case removeDirectory(String)
  case names(String)
  case lock(Int)
  case makeWatch
  case watch(Int, String, UInt32)
  case unwatch(Int, CInt)
  case readEvents(Int)
  case listen(String)
  case accept(Int)
  case peer(Int)
  case connect(String)
  case send(Int, [UInt8])
  case receive(Int, limit: Int)
  case shutDown(Int)
  case wait(Int, EventLoop.Interest)
  case makePoller
  case control(Int, PollerChange, Int)
  case poll(Int)
  case makeSignal
  case raise(Int)
  case lower(Int)
}

/// What an open descriptor is, so that calls are made that suit it.
package enum DescriptorKind: CaseIterable, Sendable {
  case file, folder, watch, listener, socket, poller, signal
}

/// Draws the steps of a history.
struct StepSource {
  let root: String
  var random: Randomness
  private var next: UInt8 = 0

  init(root: String, seed: UInt64) {
    self.root = root
    random = Randomness(seed: seed)
    if random.happens(perMille: 800) { begin() }
  }

  private mutating func name() -> String {
    random.choose(["a", "a", "b", "b", "c", "d", "e", "l", "m"])
  }

  private mutating func path() -> String {
    let tail =
      switch random.below(12) {
      case 0...6: name()
      case 7, 8: "d/\(name())"
      case 9: "l/\(name())"
      case 10: "d/../\(name())"
      default: random.choose(["a/", "d/", "l/", "a/b", "l/../a", "e/m/a", "x/y", "a//b", "d/./a"])
      }
    return "\(root)/\(tail)"
  }

  private mutating func flags() -> CInt {
    var flags = random.choose([O_RDONLY, O_WRONLY, O_RDWR, O_RDWR])
    if random.happens(perMille: 600) { flags |= O_CREAT }
    if random.happens(perMille: 200) { flags |= O_EXCL | O_CREAT }
    if random.happens(perMille: 300) { flags |= O_NOFOLLOW }
    if random.happens(perMille: 200) { flags |= O_NONBLOCK }
    if random.happens(perMille: 100), flags & O_CREAT == 0 { flags |= O_DIRECTORY }
    if random.happens(perMille: 100), flags & O_ACCMODE != O_RDONLY { flags |= O_TRUNC }
    if random.happens(perMille: 50) { flags |= O_APPEND }
    return flags
  }

  private mutating func bytes() -> [UInt8] {
    next &+= 1
    return Array(repeating: next, count: random.within(1...20))
  }

  private mutating func interest() -> EventLoop.Interest {
    random.choose([.readable, .writable, [.readable, .writable], .nothing])
  }

  private static let masks: [UInt32] = {
    let usual =
      UInt32(IN_MASK_ADD) | UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_TO) | UInt32(IN_MOVED_FROM)
      | UInt32(IN_CREATE) | UInt32(IN_DELETE) | UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF)
      | UInt32(IN_ONLYDIR)
    return [usual, usual, usual | UInt32(IN_MODIFY)]
  }()

  /// What most histories begin with, so that calls find something.
  private var beginning: [Step] = []

  private mutating func begin() {
    let made = O_RDWR | O_CREAT
    beginning = [
      .open("\(root)", folder: nil, flags: O_RDONLY | O_DIRECTORY, mode: 0),
      .open("\(root)/a", folder: nil, flags: made, mode: 0o600),
      .open("\(root)/b", folder: nil, flags: made, mode: 0o600),
      .makeDirectory("\(root)/d"), .makeLink("\(root)/l", "d"), .makeLink("\(root)/m", "b"),
      .makeWatch, .watch(3, root, Self.masks[2]), .makePoller,
      .control(4, .add(.readable, token: 1), 3), .listen("\(root)/e"), .connect("\(root)/e"),
      .accept(5), .control(4, .add([.readable, .writable], token: 2), 6),
      .control(4, .add([.readable, .writable], token: 3), 7),
      .open("\(root)/d", folder: nil, flags: O_RDONLY | O_DIRECTORY, mode: 0),
      .open("\(root)/d/a", folder: nil, flags: made, mode: 0o600),
      .watch(3, "\(root)/d", Self.masks[0]),
    ]
    beginning.removeLast(random.below(12))
    beginning.reverse()
  }

  /// The next step, given which descriptors are open.
  mutating func draw(_ open: [DescriptorKind]) -> Step {
    if let step = beginning.popLast() { return step }
    while true {
      if let step = random.below(3) == 0 ? drawNamed() : drawOpen(open) { return step }
    }
  }

  private mutating func drawNamed() -> Step {
    switch random.below(27) {
    case 0...4: .open(path(), folder: nil, flags: flags(), mode: random.choose([0o600, 0o644]))
    case 5, 6: .open(path(), folder: nil, flags: O_RDONLY | O_DIRECTORY, mode: 0)
    case 7, 8: .identityFollowing(path())
    case 9, 10: .identityOfLink(path(), folder: nil)
    case 11: .destination(path())
    case 12, 13: .link(path(), path())
    case 14, 15:
      .makeLink(path(), random.choose(["a", "d", "m", "\(root)/b", "l", "nowhere", "d/../a"]))
    case 16, 17: .remove(path(), folder: nil)
    case 18, 19: .makeDirectory(path())
    case 20: .removeDirectory(path())
    case 21: .names(path())
    case 22: .makeWatch
    case 23: .listen(path())
    case 24: .connect(path())
    case 25: .makePoller
    default: .makeSignal
    }
  }

  private mutating func drawOpen(_ open: [DescriptorKind]) -> Step? {
    guard !open.isEmpty else { return nil }
    let index = random.below(open.count)
    if random.happens(perMille: 60) { return .close(index) }
    switch open[index] {
    case .file: return drawFile(index)
    case .folder: return drawFolder(index)
    case .watch:
      return switch random.below(5) {
      case 0, 1: .readEvents(index)
      case 2, 3:
        .watch(index, random.choose([root, "\(root)/d", path()]), random.choose(Self.masks))
      default: .unwatch(index, CInt(random.within(1...4)))
      }
    case .listener: return .accept(index)
    case .socket: return drawSocket(index)
    case .poller:
      if random.happens(perMille: 500) { return .poll(index) }
      let token = random.next() >> 1
      let change: PollerChange =
        switch random.below(5) {
        case 0...2: .add(interest(), token: token)
        case 3: .change(interest(), token: token)
        default: .forget
        }
      let other = random.below(open.count)
      return open[other] == .poller ? nil : .control(index, change, other)
    case .signal: return random.happens(perMille: 500) ? .raise(index) : .lower(index)
    }
  }

  private mutating func drawFile(_ index: Int) -> Step {
    switch random.below(11) {
    case 0, 1: .read(index, limit: random.within(1...30))
    case 2...4: .write(index, bytes())
    case 5: .synchronize(index)
    case 6: .truncate(index)
    case 7: .setMode(index, random.choose([0o600, 0o640, 0o400]))
    case 8: .identity(index)
    default: .lock(index)
    }
  }

  private mutating func drawFolder(_ index: Int) -> Step {
    switch random.below(14) {
    case 0...8:
      .rename(name(), name(), folder: index, random.choose([.replace, .exchange, .refuse]))
    case 9: .remove(name(), folder: index)
    case 10: .open(name(), folder: index, flags: flags(), mode: 0o600)
    case 11: .identityOfLink(name(), folder: index)
    case 12: .identity(index)
    default: .synchronize(index)
    }
  }

  private mutating func drawSocket(_ index: Int) -> Step {
    switch random.below(10) {
    case 0...3: .send(index, bytes())
    case 4...6: .receive(index, limit: random.within(1...40))
    case 7: .wait(index, interest())
    case 8: random.happens(perMille: 300) ? .shutDown(index) : .peer(index)
    default: .peer(index)
    }
  }
}
