// Whether the simulated kernel is like Linux: the same calls are made on both, and must come to the
// same.

package import UnitsLinux

/// Compares the two kernels, history by history.
package struct Conformance {
  /// Where the two have come to different things.
  package struct Difference: Error, CustomStringConvertible {
    package let seed: UInt64
    package let history: [String]
    package var description: String { "seed \(seed)\n" + history.joined(separator: "\n") }
  }

  private let root: String
  private let machine: Machine
  private let linux: Subject
  private let simulated: Subject
  private var source: StepSource
  private var kinds: [DescriptorKind] = []
  /// Linux's inodes by the simulated ones, and the other way round.
  private var inodes: [UInt64: UInt64] = [:]
  private var counterparts: [UInt64: UInt64] = [:]
  /// When each file was seen last, by the simulated inodes.
  private var seen: [UInt64: (linux: FileIdentity, simulated: FileIdentity)] = [:]
  private let times: Times

  /// Whether Linux stamps two changes of a file differently, however near they are.
  package enum Times: Sendable {
    case compared
    case coarse
  }

  /// `directory` is an empty one on the real disk.
  package init(directory: String, seed: UInt64, _ times: Times) throws(SystemError) {
    root = directory
    self.times = times
    machine = Machine(seed: seed, policy: .exact)
    linux = Subject(linux: .shared)
    let user = LinuxKernel.shared.user
    simulated = Subject(simulated: machine.startProcess(named: "p", user: user))
    source = StepSource(root: directory, seed: seed)
    let maker = machine.startProcess(named: "root", user: 0)
    var path = ""
    for name in directory.utf8.split(separator: UInt8(ascii: "/")).dropLast() {
      path += "/\(Substring(name))"
      try maker.makeDirectory(path)
    }
    // Whoever may make something there may do it in the simulation too.
    let above = try maker.open(path, in: nil, flags: 0, mode: 0)
    try maker.setMode(of: above, to: 0o777, path: path)
    try simulated.kernel.makeDirectory(directory)
    _ = simulated.make(.identityFollowing(directory))
  }

  /// Makes so many steps; throws at the first difference.
  package mutating func run(steps: Int, seed: UInt64) throws(Difference) {
    defer {
      linux.closeAll()
      simulated.closeAll()
      machine.tearDown()
    }
    var history: [String] = []
    for _ in 0..<steps {
      let step = source.draw(kinds)
      let (real, made) = (linux.make(step), simulated.make(step))
      history.append("\(step) [\(kinds.count)] -> \(real)")
      guard isSame(real, made) else {
        history.append("simulated: \(made)")
        throw Difference(seed: seed, history: history)
      }
      if case .close(let index) = step { kinds.remove(at: index) }
      if case .opened(let kind) = real { kinds.append(kind) }
    }
  }

  private mutating func isSame(_ real: Subject.Outcome, _ made: Subject.Outcome) -> Bool {
    guard case .file(let one?) = real, case .file(let other?) = made else { return real == made }
    return isSame(one, other)
  }

  private mutating func isSame(_ one: FileIdentity, _ other: FileIdentity) -> Bool {
    if let known = inodes[other.inode], known != one.inode { return false }
    // Linux gives the number of a file that is gone to another.
    if let known = counterparts[one.inode], known != other.inode, machine.disk.hasInode(known) {
      return false
    }
    inodes[other.inode] = one.inode
    counterparts[one.inode] = other.inode
    guard one.mode == other.mode, one.owner == other.owner,
      one.isRegularFile == other.isRegularFile,
      one.isDirectory == other.isDirectory, one.isLink == other.isLink,
      one.isSocket == other.isSocket
    else { return false }
    guard one.links == other.links else { return false }
    if !one.isDirectory, one.size != other.size { return false }
    defer { seen[other.inode] = (one, other) }
    guard times == .compared, !one.isDirectory, let before = seen[other.inode] else { return true }
    return (before.linux.modified == one.modified)
      == (before.simulated.modified == other.modified)
      && (before.linux.changed == one.changed) == (before.simulated.changed == other.changed)
  }
}
