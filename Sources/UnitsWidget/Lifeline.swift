// Ending when the bar ends.
//
// A widget is of use only to the bar that started it. A closed pipe alone does not tell: some bars
// leak the pipe's ends into their other scripts. So three things are watched: standard output, the
// parent, and where the parent is a shell that waits for us, the parent's parent.

internal import UnitsLinux

/// Watches those for whom a widget works, and calls back when one is gone.
struct Lifeline: ~Copyable {
  private let parents: [CInt]

  /// Starts watching. What cannot be watched (standard output may be an ordinary file) is left.
  init(loop: EventLoop, end: @escaping () -> Void) {
    // No events asked for: failure and hang-up come unasked.
    try? loop.watch(StandardStream.output.rawValue, for: []) { readiness in
      if !readiness.isDisjoint(with: [.failed, .hungUp]) { end() }
    }
    var parents: [CInt] = []
    for process in Self.guardians() {
      guard let descriptor = try? ProcessDescriptor.open(process) else { continue }
      parents.append(descriptor)
      try? loop.watch(descriptor, for: .readable) { _ in end() }
    }
    self.parents = parents
  }

  /// The parent, and the parent of a parent that is a shell. Process 1 never ends and adopts
  /// whoever is left, so it is nobody's bar.
  private static func guardians() -> [Int32] {
    let parent = Process.parent
    guard parent > 1 else { return [] }
    guard let entry = ProcessEntry(of: parent), shells.contains(entry.name), entry.parent > 1 else {
      return [parent]
    }
    return [parent, entry.parent]
  }

  private static let shells: Set<String> = ["sh", "dash", "bash", "zsh", "fish", "ksh", "busybox"]
}
