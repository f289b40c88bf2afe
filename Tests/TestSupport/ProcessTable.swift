internal import Foundation

/// What the kernel tells of other processes.
package enum ProcessTable {
  /// Whether a process runs; one that has ended and that nobody has waited for does not.
  package static func isRunning(_ process: Int32) -> Bool {
    guard let status = status(of: process), let state = status["State"] else { return false }
    return !state.hasPrefix("Z") && !state.hasPrefix("X")
  }

  /// How often a process went to sleep, and so woke before.
  package static func sleeps(of process: Int32) -> Int? {
    status(of: process)?["voluntary_ctxt_switches"].flatMap(Int.init)
  }

  // epoll_wait(2) and epoll_pwait(2) in the numbers of the processor, which Swift's Glibc does not
  // spell.
  #if arch(x86_64)
    private static let epollCalls = ["232", "281"]
  #else
    private static let epollCalls = ["22"]
  #endif

  /// Whether a process sleeps in epoll_wait(2) until a descriptor wakes it, with no time of its own.
  package static func isAsleepWithoutTimeout(_ process: Int32) -> Bool {
    guard let data = FileManager.default.contents(atPath: "/proc/\(process)/syscall") else {
      return false
    }
    // The number of the call, then its arguments.
    let words = String(decoding: data, as: UTF8.self).split(separator: " ").map(String.init)
    guard words.count > 4, epollCalls.contains(words[0]) else { return false }
    return UInt64(words[4].dropFirst(2), radix: 16).map { UInt32(truncatingIfNeeded: $0) }
      == UInt32.max
  }

  /// When the timer that a process has as a descriptor goes off, in seconds.
  package static func secondsUntilTimer(of process: Int32) -> Int? {
    guard let timer = descriptors(of: process).first(where: { $0.value == "anon_inode:[timerfd]" })
    else { return nil }
    return information(of: process, descriptor: timer.key)["it_value"]?.dropFirst()
      .split(separator: ",").first.flatMap { Int($0) }
  }

  /// Whether a process is stopped by a signal.
  package static func isStopped(_ process: Int32) -> Bool {
    status(of: process)?["State"]?.hasPrefix("T") ?? false
  }

  /// Every process.
  package static func all() -> [Int32] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.compactMap { Int32($0) }
  }

  /// The variables that a process was started with, as `NAME=VALUE`.
  package static func environment(of process: Int32) -> [String] {
    guard let data = FileManager.default.contents(atPath: "/proc/\(process)/environ") else {
      return []
    }
    return data.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The name of the program that a process runs.
  package static func name(of process: Int32) -> String? { status(of: process)?["Name"] }

  /// The descriptors that a process has open, with what they lead to.
  package static func descriptors(of process: Int32) -> [Int: String] {
    let folder = "/proc/\(process)/fd"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    var result: [Int: String] = [:]
    for name in names {
      let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(name)")
      if let number = Int(name), let target { result[number] = target }
    }
    return result
  }

  /// `/proc/PID/fdinfo/NUMBER`, line by line.
  package static func information(of process: Int32, descriptor: Int) -> [String: String] {
    fields("/proc/\(process)/fdinfo/\(descriptor)") ?? [:]
  }

  private static func status(of process: Int32) -> [String: String]? {
    fields("/proc/\(process)/status")
  }

  private static func fields(_ path: String) -> [String: String]? {
    guard let data = FileManager.default.contents(atPath: path), !data.isEmpty else { return nil }
    var result: [String: String] = [:]
    for line in String(decoding: data, as: UTF8.self).split(separator: "\n") {
      guard let colon = line.firstIndex(of: ":") else { continue }
      let value = line[line.index(after: colon)...]
      result[String(line[..<colon])] = value.trimmingCharacters(in: .whitespaces)
    }
    return result
  }
}
