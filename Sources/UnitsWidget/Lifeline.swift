// Ending when the bar ends.
//
// A widget is of use only to the bar that started it. A closed pipe alone does not tell: some bars
// leak the pipe's ends into their other scripts. So the processes are watched too.
//
// - A parent that is no shell is the bar.
// - i3blocks and i3status-rs are no bars but work for one, and learn of its end only when they write
//   to it, so those for whom they work are watched too.
// - `sh -c COMMAND`, as bars run commands, stands between: both it and its parent are watched, since
//   a signal that was meant for us ends the shell only.
// - A shell that runs a script may be done long before us (`unitsbar --follow lemonbar | lemonbar &`
//   in a window manager's start-up file), so not it but its parent is watched.
// - A shell that a person types in is no bar; its pipe and its hang-up signal tell enough.
//
// Process 1 never ends and adopts whoever is left, so it is nobody's bar.

internal import Glibc
internal import UnitsLinux
internal import UnitsPrograms

/// Watches the processes for whom a widget works, and calls back when one is gone.
struct Lifeline: ~Copyable {
  private let parents: [FileDescriptorBox]

  /// Starts watching; `end` is called at once if the parent is gone already.
  init(loop: EventLoop, end: @escaping () -> Void) {
    let parent = Process.parent
    var parents: [FileDescriptorBox] = []
    let guardians = Self.guardians(of: parent)
    for process in guardians {
      do throws(SystemError) {
        let descriptor = try ProcessDescriptor.open(process)
        parents.append(FileDescriptorBox(descriptor: FileDescriptor(owning: descriptor)))
        try loop.watch(descriptor, for: .readable) { _ in end() }
      } catch {
        // One that is gone was found a moment ago. Where there is no room for another watch, standard
        // output is left to tell.
        if error.code == ESRCH { end() }
      }
    }
    self.parents = parents
    // It may have ended before it was watched, and its number may be another's now. A script may.
    if Process.parent != parent, guardians.contains(parent) { end() }
  }

  static func guardians(of parent: Int32) -> [Int32] {
    guard parent > 1, let entry = ProcessEntry(of: parent) else { return [] }
    let candidates: [Int32] =
      switch Role(name: entry.name, arguments: ProcessEntry.arguments(of: parent)) {
      case .bar: [parent]
      case .statusCommand: [parent] + guardians(of: entry.parent)
      case .shellOfBar: [parent] + bar(entry.parent)
      case .script: [entry.parent]
      case .person: []
      }
    return candidates.filter { $0 > 1 }
  }

  /// The parent of a bar's shell, with those for whom it works.
  private static func bar(_ process: Int32) -> [Int32] {
    guard let entry = ProcessEntry(of: process), Role.statusCommands.contains(entry.name) else {
      return [process]
    }
    return guardians(of: process)
  }

  /// What the parent is to a widget.
  enum Role: Equatable {
    case bar
    case statusCommand
    case shellOfBar
    case script
    case person

    private static let shells: Set<String> = [
      "sh", "dash", "bash", "zsh", "fish", "ksh", "mksh", "busybox",
    ]

    fileprivate static let statusCommands: Set<String> = ["i3blocks", "i3status-rs"]

    init(name: String, arguments: [String]) {
      if Self.statusCommands.contains(name) {
        self = .statusCommand
        return
      }
      guard Self.shells.contains(name) else {
        self = .bar
        return
      }
      let words = arguments.dropFirst()
      // `-c` may stand with other letters: `bash -lc COMMAND`.
      if words.contains(where: { $0.hasPrefix("-") && !$0.hasPrefix("--") && $0.hasSuffix("c") }) {
        self = .shellOfBar
      } else {
        self = words.contains { !$0.hasPrefix("-") } ? .script : .person
      }
    }
  }
}

/// A descriptor in an array, which cannot hold what is not copyable.
private final class FileDescriptorBox {
  let descriptor: FileDescriptor
  init(descriptor: consuming FileDescriptor) { self.descriptor = descriptor }
}
