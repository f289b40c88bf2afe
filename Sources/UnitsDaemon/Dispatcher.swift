// What a call asks for, as a value: no state is touched and nothing is sent here.

internal import Units
internal import UnitsJSON
internal import UnitsLinux
internal import UnitsProtocol
internal import UnitsStore
internal import Varlink

/// Turns calls into actions.
struct Dispatcher {
  /// What the daemon has to do for a call.
  enum Action {
    /// Nothing but to say it.
    case answer(Reply)
    case read(Connection.GroupRead)
    case commit(GroupName, CommitRequest, CommitKind)
    case addRecords(GroupName, [NewRecord])
    case summarize(GroupName, SummaryQuery)
    case monitorRecords(GroupName)
    case tellStatus
  }

  private let service: Service

  init(version: String) {
    service = Service(
      vendor: "units", product: "unitsd", version: version,
      url: "",
      interfaces: UnitsInterface.allCases.map(\.description))
  }

  /// Decides what a call asks for.
  func action(for call: Call) -> Action {
    do throws(ServiceError) {
      // What is asked for most is found by one look-up.
      if call.mode != .upgrade { return try action(for: try UnitsCall(decoding: call)) }
    } catch {
      guard case .methodNotFound = error else { return .answer(.error(error)) }
    }
    switch service.route(call) {
    case .answered(let reply): return .answer(reply)
    case .method: return .answer(.error(.methodNotFound(call.method)))
    }
  }

  private func action(for call: UnitsCall) throws(ServiceError) -> Action {
    switch call {
    case .get(let request):
      return .read(.get(try group(request.group), keys: request.keys))
    case .monitorPreferences(let request):
      return .read(.monitor(try group(request.group), keys: request.keys))
    case .set(let request):
      let group = try group(request.group)
      return commit(group, .set) { () throws(PreferenceError) in
        try CommitRequest(
          request.values, extent: request.extent == .replace ? .replace : .merge)
      }
    case .compareAndSet(let request):
      let group = try group(request.group)
      return commit(group, .compareAndSet) { () throws(PreferenceError) in
        try CommitRequest(
          request.values, condition: .expecting(SortedMembers(request.expected)),
          origin: request.origin == .automatic ? .automatic : .explicit)
      }
    case .addRecords(let request):
      let group = try group(request.group)
      do throws(RecordsError) {
        return .addRecords(group, try NewRecord.decode(request.records, now: Self.now()))
      } catch {
        return .answer(error.reply)
      }
    case .summarizeRecords(let request):
      let group = try group(request.group)
      do throws(RecordsError) {
        let type = try MeasurementType.decode(request.type)
        return summarize(group, request, type)
      } catch {
        return .answer(error.reply)
      }
    case .monitorRecords(let request):
      return .monitorRecords(try group(request.group))
    case .getStatus:
      return .tellStatus
    }
  }

  private func summarize(
    _ group: GroupName, _ request: RecordsSummary, _ type: MeasurementType
  ) -> Action {
    do throws(ServiceError) {
      return .summarize(group, try SummaryQuery(request, of: type))
    } catch {
      return .answer(.error(error))
    }
  }

  private func commit(
    _ group: GroupName, _ kind: CommitKind, _ make: () throws(PreferenceError) -> CommitRequest
  ) -> Action {
    do throws(PreferenceError) {
      return .commit(group, try make(), kind)
    } catch {
      return .answer(error.wireError.reply)
    }
  }

  private func group(_ text: String?) throws(ServiceError) -> GroupName {
    guard let text else { return .standard }
    guard let group = GroupName(text) else {
      throw .invalidParameter(PreferencesGet.Field.group.rawValue)
    }
    return group
  }

  private static func now() -> Timestamp {
    Timestamp(Instant(microseconds: WallClock.nanoseconds() / 1_000) ?? .latest)
  }
}

/// Which reply a receipt becomes.
enum CommitKind: Sendable {
  case set
  case compareAndSet
}
