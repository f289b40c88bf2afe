// People who save the group's file by hand.

internal import Glibc
internal import UnitsJSON
internal import UnitsLinux
internal import UnitsStore

extension World {
  /// An editor: each operation saves the file once, in one of the ways that editors have.
  func editor(_ plan: ActorPlan) -> Actor {
    oracle.editors.insert(plan.name)
    return Actor(plan, user: Self.user) { [unowned self] actor, kernel in
      while let operation = actor.take(kernel) {
        do throws(SystemError) {
          try save(operation, kernel)
        } catch {
          kernel.note("editor: \(error)")
        }
      }
    }
  }

  private func save(
    _ operation: ActorPlan.Operation, _ kernel: SimulatedKernel
  ) throws(SystemError) {
    let (key, value) = (Self.keys[operation.numbers[0]], operation.numbers[1])
    makeDirectories(kernel)
    let text = try edited(key, value, kernel)
    let bytes = Array(text.utf8)
    switch operation.action {
    case "remove lock": try kernel.remove(paths.lock(of: group))
    default:
      try Editing.save(
        bytes, to: file, operation.action, pause: Int64(operation.numbers[2]), kernel)
    }
  }

  /// As `mkdir -p` does.
  private func makeDirectories(_ kernel: SimulatedKernel) {
    for path in Self.configurationDirectories where machine.inode(at: path) == nil {
      try? kernel.makeDirectory(path)
    }
  }

  /// Has the user's home begin without the group's directory, or without the one above either.
  func removeDirectories(_ plan: ActorPlan) {
    let kernel = machine.startProcess(named: "new user", user: Self.user)
    let count = plan.operations.first?.numbers.first ?? 1
    for path in Self.configurationDirectories.suffix(count).reversed() {
      try? kernel.removeDirectory(path)
    }
    machine.disk.synchronizeAll()
    machine.end(kernel)
  }

  /// What an editor has on its screen, with one value more.
  private func edited(
    _ key: String, _ value: Int, _ kernel: SimulatedKernel
  ) throws(SystemError) -> String {
    var values = SortedMembers()
    if let file = try? kernel.openFile(file, flags: O_RDONLY),
      let bytes = try? file.readToEnd(path: self.file, limit: 1 << 20),
      let parsed = try? GroupFile.parse(bytes, path: self.file)
    {
      values = parsed
    }
    values.set(key, to: .integer(value))
    let members = values.members.map { "  \"\($0.key)\": \($0.value)" }
    return "{\n\(members.joined(separator: ",\n"))\n}\n"
  }
}

/// The ways in which editors save a file.
enum Editing {
  static func save(
    _ bytes: [UInt8], to path: String, _ way: String, pause: Int64, _ kernel: SimulatedKernel
  ) throws(SystemError) {
    switch way {
    case "rename": try saveByRename(bytes, to: path, kernel)
    case "in place": try saveInPlace([bytes], to: path, pause: 0, kernel)
    case "in pieces":
      let half = bytes.count / 2
      try saveInPlace(
        [Array(bytes[..<half]), Array(bytes[half...])], to: path, pause: pause, kernel)
    case "truncate": try saveInPlace([[]], to: path, pause: 0, kernel)
    case "damage": try saveInPlace([Array("{ oh".utf8)], to: path, pause: 0, kernel)
    case "remove": try kernel.remove(path)
    default: preconditionFailure("no way to save: \(way)")
    }
  }

  private static func saveByRename(
    _ bytes: [UInt8], to path: String, _ kernel: SimulatedKernel
  ) throws(SystemError) {
    let (directory, name) = splitPath(path)
    let new = "\(path).new"
    let output = try kernel.openFile(new, flags: O_WRONLY | O_CREAT | O_TRUNC, mode: 0o644)
    try output.writeAll(bytes, path: new)
    let folder = try kernel.openFile(directory, flags: O_RDONLY | O_DIRECTORY)
    try kernel.rename("\(name).new", to: name, in: folder.number, .replace, path: new)
  }

  private static func saveInPlace(
    _ pieces: [[UInt8]], to path: String, pause: Int64, _ kernel: SimulatedKernel
  ) throws(SystemError) {
    let output = try kernel.openFile(path, flags: O_WRONLY | O_CREAT | O_TRUNC, mode: 0o644)
    for (index, piece) in pieces.enumerated() {
      if index > 0, pause > 0 { kernel.sleep(until: kernel.now() + .nanoseconds(pause)) }
      try output.writeAll(piece, path: path)
    }
  }
}
