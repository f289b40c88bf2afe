// The unit system: the first default, and the toggle.

package import Units
internal import UnitsJSON
internal import UnitsLinux
internal import UnitsProtocol
internal import UnitsStore

/// The unit system to show, and what stood in the way of storing it.
package struct ShownSystem: Equatable, Sendable {
  package let system: UnitSystem
  /// Why the detected system could not be stored, for standard error. Nil when all is well.
  package let warning: ClientError?

  package init(system: UnitSystem, warning: ClientError? = nil) {
    self.system = system
    self.warning = warning
  }
}

extension GroupClient {
  /// The unit system: what is stored, or else, the first time, what the caller's locale says, which
  /// is then stored, once, whoever else does the same at this moment.
  ///
  /// 1. Read; if it is there, done. A value that is neither word counts as the locale's system and
  ///    is left alone.
  /// 2. Ask the caller's own locale. One that names no region means metric, and nothing is stored.
  /// 3. Compare and set, expecting "absent", and return what is stored then, whoever wrote it.
  ///
  /// Throws if the store cannot be read. If it can only not be written, or is damaged, the detected
  /// system is returned with a warning.
  ///
  /// Of a type: the system that it has for its own; where it has none, everybody's.
  package func unitSystem(of type: MeasurementType? = nil) throws(ClientError) -> ShownSystem {
    let deadline = deadline()
    let key = PreferenceKey.unitSystem
    // Every generic type that is new to a process costs it as much as a small call.
    var keys = [key]
    if let type { keys.append(PreferenceKey.unitSystem(of: type)) }
    let stored: SortedMembers
    do throws(ClientError) {
      stored = try read(keys, .harmless, deadline: deadline)
    } catch {
      guard case .preferences(.damaged) = error else { throw error }
      return ShownSystem(system: options.locale.system, warning: error)
    }
    if let system = type.flatMap({ stored.unitSystem(of: $0) }) ?? stored.unitSystem {
      return ShownSystem(system: system)
    }
    let locale = options.locale
    guard stored[key] == nil, locale.region != nil else {
      return ShownSystem(system: locale.system)
    }
    do throws(ClientError) {
      let result = try compareAndSet(
        expected: [key: .null], values: [key: .string(locale.system.rawValue)],
        origin: .automatic, .harmless, deadline: deadline)
      return ShownSystem(system: result.values.unitSystem ?? locale.system)
    } catch {
      // Administrators who lock the key and give it no value leave it to the locale.
      if case .preferences(.locked) = error { return ShownSystem(system: locale.system) }
      // Whoever held the lock may have stored one.
      if case .preferences(.busy) = error,
        let stored = try? read(keys, .harmless, deadline: deadline).unitSystem
      {
        return ShownSystem(system: stored)
      }
      return ShownSystem(system: locale.system, warning: error)
    }
  }

  /// Stores the other system than the one that is stored, or than the locale's where none is, and
  /// returns it. Atomic: of two toggles at once each sees the other's.
  ///
  /// Where something of one type is looked at, and that type has a system of its own, that one is
  /// switched and the others stay: a toggle is for what is seen.
  ///
  /// A toggle whose reply is lost is never tried again.
  package func toggle(lookingAt type: MeasurementType? = nil) throws(ClientError) -> UnitSystem {
    let deadline = deadline()
    let own = type.map(PreferenceKey.unitSystem(of:))
    var stored: SortedMembers
    do throws(ClientError) {
      let keys = [PreferenceKey.unitSystem] + [own].compactMap(\.self)
      stored = try read(keys, .never, deadline: deadline)
    } catch {
      // Only the read is lost: nothing was changed.
      guard case .outcomeUnknown(let socket) = error else { throw error }
      throw .timedOut(socket: socket)
    }
    while true {
      let shown = type.map { options.shownSystem(in: stored, for: $0) }
      let wanted = (shown ?? options.shownSystem(in: stored)).other
      var expected = JSONObject()
      if let own { expected[own] = stored[own] ?? .null }
      let isOwn = type.flatMap { stored.unitSystem(of: $0) } != nil
      let key = isOwn ? own ?? PreferenceKey.unitSystem : PreferenceKey.unitSystem
      expected[key] = stored[key] ?? .null
      let result = try compareAndSet(
        expected: expected, values: [key: .string(wanted.rawValue)], origin: .explicit, .never,
        deadline: deadline)
      if result.outcome == .applied { return wanted }
      if options.kernel.now() >= deadline {
        // Others change it faster than this program sees it.
        throw .timedOut(socket: options.socket.path)
      }
      stored = result.values
    }
  }
}
