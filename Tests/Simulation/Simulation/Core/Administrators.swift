// Administrators, and others who move whole files and directories.

internal import Glibc
internal import Units
internal import UnitsLinux
internal import UnitsStore

extension World {
  /// Saves what the machine's administrators say, as editors do.
  func administrator(_ plan: ActorPlan) -> Actor {
    let files = paths.administratorFiles(of: group)
    let (defaults, locks) = (files[0].defaults, files[0].mandatory)
    oracle.administrators = (
      FileHistory(defaults, of: machine) { try? GroupFile.parse($0, path: defaults) },
      FileHistory(locks, of: machine) { Oracle.parseLocks($0) }
    )
    return Actor(plan, user: 0) { actor, kernel in
      while let operation = actor.take(kernel) {
        let isDefault = operation.numbers[0] == 0
        let path = isDefault ? defaults : locks
        let text = isDefault ? Self.defaults(operation.numbers) : Self.locks(operation.numbers)
        do throws(SystemError) {
          try Editing.save(
            Array(text.utf8), to: path, operation.action, pause: Int64(operation.numbers[3]), kernel
          )
        } catch {
          kernel.note("administrator: \(error)")
        }
      }
    }
  }

  private static func defaults(_ numbers: [Int]) -> String {
    let (bits, value) = (numbers[1], numbers[2])
    let members = keys.enumerated().filter { bits >> $0.offset & 1 == 1 }
      .map { "  \"\($0.element)\": \(value + $0.offset)" }
    return "{\n\(members.joined(separator: ",\n"))\n}\n"
  }

  private static func locks(_ numbers: [Int]) -> String {
    let locked = keys.enumerated().filter { numbers[1] >> $0.offset & 1 == 1 }
    return locked.map { "\($0.element)\n" }.joined()
  }

  /// Adds records without a daemon.
  func recordsWriter(_ plan: ActorPlan) -> Actor {
    Actor(plan, user: Self.user) { [unowned self] actor, kernel in
      while actor.take(kernel) != nil {
        let records = SimulatedRecords(path: paths.records(of: group), on: kernel)
        _ = try? records.add(
          [], now: .latest, deadline: kernel.now() + .seconds(1))
        records.tellThoseWhoWatch()
      }
    }
  }

  /// Exchanges the directory of the records with another one.
  func exchanger(_ plan: ActorPlan) -> Actor {
    Actor(plan, user: Self.user) { actor, kernel in
      let (above, name) = splitPath(Self.data)
      try? kernel.makeDirectory("\(Self.data)2")
      while actor.take(kernel) != nil {
        guard let folder = try? kernel.openFile(above, flags: O_RDONLY | O_DIRECTORY) else {
          return
        }
        try? kernel.rename("\(name)2", to: name, in: folder.number, .exchange, path: Self.data)
      }
    }
  }

  /// Has the group's file lie elsewhere, as managers of dotfiles do.
  func linkFile() {
    oracle.hasLink = true
    let kernel = machine.startProcess(named: "dotfiles", user: Self.user)
    try? kernel.makeDirectory("/home/u/dot")
    try? kernel.makeLink(file, to: "/home/u/dot/g.json")
    machine.disk.synchronizeAll()
    machine.end(kernel)
  }
}
