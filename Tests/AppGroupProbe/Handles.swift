// Many handles of one group, and a group without a follower: what a process shows of itself.

import AppGroup
import Foundation
import Glibc

/// Threads of this process that follow a group.
private func followers() -> Int {
  let folders = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
  return folders.count { folder in
    let text = try? String(contentsOfFile: "/proc/self/task/\(folder)/comm", encoding: .utf8)
    return text?.trimmingCharacters(in: .newlines) == "appgroup"
  }
}

private func descriptors() -> [String] {
  let folders = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
  return folders.compactMap {
    try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
  }
}

/// Makes and drops five thousand handles in eight threads, reads through each, and says how many
/// reads were wrong, and what is left.
func manyHandles() throws {
  let name = "group.org.example.handles"
  guard let writer = GroupDefaults(suiteName: name) else { exit(64) }
  try writer.set(41, forKey: "n")
  let wrong = WrongReads()
  // No queues, whose threads have descriptors of their own.
  let threads = (0..<8).map { _ in
    Thread {
      for _ in 0..<625 {
        guard let group = GroupDefaults(suiteName: name) else { exit(64) }
        if group.integer(forKey: "n") != 41 || group.backing == nil { wrong.add() }
      }
      wrong.threadEnds()
    }
  }
  for thread in threads { thread.start() }
  wrong.wait(forThreads: threads.count)
  let open = descriptors()
  say(
    "wrong \(wrong.count) threads \(followers())"
      + " inotify \(open.count { $0.contains("inotify") })"
      + " epoll \(open.count { $0.contains("eventpoll") })")
}

/// Uses up this user's inotify instances, which are its own here, and reads all the same.
func unfollowedReads() throws {
  var used: [CInt] = []
  while case let number = inotify_init1(0), number >= 0 { used.append(number) }
  var seen: [Int] = []
  let other = GroupDefaults(suiteName: nil)
  for count in 1...20 {
    try group.set(count, forKey: "n")
    seen.append(other?.integer(forKey: "n") ?? -1)
  }
  try group.update(Key("n", default: 0)) { $0 += 1 }
  let backing = group.backing.map { "\($0)" } ?? "none"
  say(
    "used \(used.count) right \(seen == Array(1...20)) n \(group.integer(forKey: "n"))"
      + " backing \(backing)")
  for number in used { close(number) }
}

/// Counts in many threads.
final class WrongReads: @unchecked Sendable {
  private let condition = NSCondition()
  private var reads = 0
  private var ended = 0

  func add() { condition.withLock { reads += 1 } }
  var count: Int { condition.withLock { reads } }

  func threadEnds() {
    condition.withLock {
      ended += 1
      condition.broadcast()
    }
  }

  func wait(forThreads count: Int) {
    condition.withLock { while ended < count { condition.wait() } }
  }
}
