// Many paths on one inotify queue.

/// Keeps the watches of several paths, shares those on one directory, and tells which path an
/// event concerns.
///
/// Owned by one thread. `Key` names a path: a group's file, a socket.
package struct WatchSet<Key: Hashable & Sendable>: Sendable {
  private struct Watched: Sendable {
    var keys: [(name: String, key: Key, touch: Touch)] = []
  }

  /// What happened to a path.
  package enum Touch: Sendable {
    /// Another file came to the last name that is watched, which is this path, or the file there went;
    /// nothing else happened.
    case replacement(String)
    /// Anything: the path may lead elsewhere, or the file was written in its place.
    case any
  }

  private struct Armed: Sendable {
    let places: [PathWatch.Place]
    /// The watch of each place; empty where one could not be watched.
    let numbers: [CInt]
  }

  private let watch: FileWatch?
  private var armed: [Key: Armed] = [:]
  private var watched: [CInt: Watched] = [:]
  /// Rises whenever other places are watched than before, or for another key.
  package private(set) var version = 0

  /// Without a watch nothing is watched, and that is reported for each place.
  package init(watch: FileWatch?) {
    self.watch = watch
  }

  /// Watches these places instead of what was watched under this key. Returns why a place cannot be
  /// watched (the limit of watches, a directory without read permission), nil where all are.
  package mutating func arm(
    _ key: Key, _ wanted: [PathWatch.Place], _ detail: FileWatch.Detail = .ends
  ) -> SystemError? {
    guard let watch else { return SystemError.noWatch }
    var obstacle: SystemError?
    var numbers: [CInt?] = []
    for place in wanted {
      do throws(SystemError) {
        numbers.append(try watch.add(place.directory, detail))
      } catch {
        numbers.append(nil)
        obstacle = error
      }
    }
    let all = numbers.compactMap { $0 }
    // A directory that was replaced under its name has another number, for numbers never come again.
    if obstacle == nil, let before = armed[key], before.places == wanted, before.numbers == all {
      return nil
    }
    version += 1
    let before = watched.keys.filter { watched[$0]?.keys.contains { $0.key == key } == true }
    for number in before { watched[number]?.keys.removeAll { $0.key == key } }
    armed[key] = Armed(places: wanted, numbers: obstacle == nil ? all : [])
    for (index, (place, number)) in zip(wanted, numbers).enumerated() {
      guard let number else { continue }
      let touch = index == wanted.count - 1 ? Touch.replacement(place.path) : .any
      watched[number, default: Watched()].keys.append((place.name, key, touch))
    }
    for number in before where watched[number]?.keys.isEmpty == true {
      watched[number] = nil
      watch.remove(number)
    }
    return obstacle
  }

  /// How often a path is walked until two walks agree: more often only if somebody moves its
  /// directories all the time, and then an event comes for the last move.
  private static var walks: Int { 8 }

  /// Watches the places that `walk` finds until it finds the same ones again: a directory may have come
  /// into being between a walk and its watch. Returns why a place cannot be watched.
  package mutating func arm(
    _ key: Key, _ detail: FileWatch.Detail = .ends,
    walking walk: () throws(SystemError) -> [PathWatch.Place]
  ) -> SystemError? {
    do throws(SystemError) {
      var places = try walk()
      for _ in 0..<Self.walks {
        if let obstacle = arm(key, places, detail) { return obstacle }
        let next = try walk()
        if next == places { break }
        places = next
      }
      return nil
    } catch {
      return error
    }
  }

  /// Forgets what was watched under a key.
  package mutating func disarm(_ key: Key) {
    guard armed.removeValue(forKey: key) != nil else { return }
    version += 1
    for (number, entry) in watched where entry.keys.contains(where: { $0.key == key }) {
      watched[number]?.keys.removeAll { $0.key == key }
      if watched[number]?.keys.isEmpty == true {
        watched[number] = nil
        watch?.remove(number)
      }
    }
  }

  /// The keys whose paths may lead elsewhere, or to other content, since the last drain.
  package func keys(concernedBy drained: FileWatch.Drained) -> Set<Key> {
    Set(touches(by: drained).keys)
  }

  /// The same with what happened to each path.
  package func touches(by drained: FileWatch.Drained) -> [Key: Touch] {
    var touches: [Key: Touch] = [:]
    if drained.overflowed {
      for (_, key, _) in watched.values.flatMap(\.keys) { touches[key] = .any }
      return touches
    }
    for event in drained.events {
      guard let entry = watched[event.watch] else { continue }
      for (name, key, touch) in entry.keys where event.name == nil || event.name == name {
        if case .any? = touches[key] { continue }
        touches[key] = event.name == nil || event.isWrite ? .any : touch
      }
    }
    return touches
  }
}
