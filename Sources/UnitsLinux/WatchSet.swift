// Many paths on one inotify queue.

/// Keeps the watches of several paths, shares those on one directory, and tells which path an
/// event concerns.
///
/// Owned by one thread. `Key` names a path: a group's file, a socket.
package struct WatchSet<Key: Hashable & Sendable>: Sendable {
  private struct Watched: Sendable {
    var keys: [(name: String, key: Key)] = []
  }

  private let watch: FileWatch
  private var places: [Key: [PathWatch.Place]] = [:]
  private var watched: [CInt: Watched] = [:]

  package init(watch: FileWatch) {
    self.watch = watch
  }

  /// Watches what `path` needs instead of what was watched under this key. A place that cannot be
  /// watched (the limit of watches, a directory without read permission) is reported.
  package mutating func arm(
    _ key: Key, _ path: PathWatch, _ detail: FileWatch.Detail = .ends
  ) -> Coverage {
    arm(key, path.places, detail)
  }

  /// The same for places of several paths.
  package mutating func arm(
    _ key: Key, _ wanted: [PathWatch.Place], _ detail: FileWatch.Detail = .ends
  ) -> Coverage {
    places[key] = wanted
    let before = watched.filter { $0.value.keys.contains { $0.key == key } }.map(\.key)
    for number in before { watched[number]?.keys.removeAll { $0.key == key } }
    var coverage = Coverage.complete
    for place in wanted {
      do throws(SystemError) {
        let number = try watch.add(place.directory, detail)
        watched[number, default: Watched()].keys.append((place.name, key))
      } catch {
        coverage = .partial(error)
      }
    }
    for number in before where watched[number]?.keys.isEmpty == true {
      watched[number] = nil
      watch.remove(number)
    }
    return coverage
  }

  /// What was last asked for under a key.
  package func places(of key: Key) -> [PathWatch.Place]? { places[key] }

  /// Forgets what was watched under a key.
  package mutating func disarm(_ key: Key) {
    places[key] = nil
    for (number, entry) in watched where entry.keys.contains(where: { $0.key == key }) {
      watched[number]?.keys.removeAll { $0.key == key }
      if watched[number]?.keys.isEmpty == true {
        watched[number] = nil
        watch.remove(number)
      }
    }
  }

  /// The keys whose paths may lead elsewhere, or to other content, since the last drain.
  package func keys(concernedBy drained: FileWatch.Drained) -> Set<Key> {
    var concerned: Set<Key> = []
    if drained.overflowed {
      for entry in watched.values { concerned.formUnion(entry.keys.map(\.key)) }
      return concerned
    }
    for event in drained.events {
      guard let entry = watched[event.watch] else { continue }
      for (name, key) in entry.keys where event.name == nil || event.name == name {
        concerned.insert(key)
      }
    }
    return concerned
  }

  /// Whether every place of a path is watched.
  package enum Coverage: Equatable, Sendable {
    case complete
    case partial(SystemError)
  }
}
