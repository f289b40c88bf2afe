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
    case answer(any UnitsReply)
    case read(Connection.GroupRead)
    case commit(GroupName, CommitRequest, Connection.ReplyKind)
    case inquire(GroupName, Inquiry)
    case askRecords(GroupName, RecordsTask)
    case listRecords(GroupName, RecordQuery, limit: Int)
    case monitorRecords(GroupName)
    case tellStatus

    /// The group that it concerns; nil if it concerns none.
    var group: GroupName? {
      switch self {
      case .answer, .tellStatus: nil
      case .read(let read): read.group
      case .commit(let group, _, _), .inquire(let group, _), .askRecords(let group, _),
        .listRecords(let group, _, _), .monitorRecords(let group):
        group
      }
    }
  }

  private let service: Service
  private let kernel: any Kernel

  init(version: String, kernel: any Kernel) {
    self.kernel = kernel
    service = Service(
      vendor: "units", product: "unitsd", version: version,
      url: "",
      interfaces: UnitsInterface.allCases.map(\.description))
  }

  /// Decides what a call asks for.
  func action(for call: CallView) -> Action {
    do throws(ServiceError) {
      if call.mode != .upgrade, let call = try UnitsCall(call) { return try action(for: call) }
    } catch {
      return .answer(error)
    }
    let call = Call(call)
    switch service.route(call) {
    case .answered(let reply): return .answer(reply)
    case .method: return .answer(ServiceError.methodNotFound(call.method))
    }
  }

  private func action(for call: UnitsCall) throws(ServiceError) -> Action {
    switch call {
    case .get(let request):
      let group = try group(request.group)
      switch request.layers {
      case .all: return .read(.get(group, keys: request.keys))
      case .own: return .inquire(group, .ownValues(keys: request.keys))
      }
    case .explain(let request):
      return .inquire(try group(request.group), .explanation(key: request.key))
    case .monitorPreferences(let request):
      return .read(.monitor(try group(request.group), keys: request.keys))
    case .set(let request):
      let group = try group(request.group)
      return commit(group, .set) { () throws(PreferenceError) in
        try CommitRequest(request.values, extent: request.extent)
      }
    case .compareAndSet(let request):
      let group = try group(request.group)
      return commit(group, .compareAndSet) { () throws(PreferenceError) in
        try CommitRequest(
          request.values, condition: .expecting(SortedMembers(request.expected)),
          origin: request.origin)
      }
    case .addRecords(let request):
      let group = try group(request.group)
      return refusing { () throws(RecordsError) in
        .askRecords(group, .add(try NewRecord.decode(request.records, now: now())))
      }
    case .importRecords(let request):
      return .askRecords(try group(request.group), .merge(request.records))
    case .removeRecords(let request):
      return .askRecords(try group(request.group), .remove(try RecordID.decode(request.ids)))
    case .listRecords(let request):
      let group = try group(request.group)
      let span = try TimeSpan(since: request.since, until: request.until)
      if let limit = request.limit, limit < 0 {
        throw .invalidParameter(RecordsList.Field.limit.rawValue)
      }
      return refusing { () throws(RecordsError) in
        let query = RecordQuery(
          type: try request.type.map(MeasurementType.decode), since: span.since, until: span.until,
          order: request.order == .oldestFirst ? .oldestFirst : .newestFirst)
        return .listRecords(group, query, limit: request.limit ?? .max)
      }
    case .summarizeRecords(let request):
      let group = try group(request.group)
      let span = try TimeSpan(since: request.since, until: request.until)
      return refusing { () throws(RecordsError) in
        let type = try MeasurementType.decode(request.type)
        return .askRecords(
          group, .summarize(SummaryQuery(type: type, since: span.since, until: span.until)))
      }
    case .monitorRecords(let request):
      return .monitorRecords(try group(request.group))
    case .getStatus:
      return .tellStatus
    }
  }

  private func refusing(_ make: () throws(RecordsError) -> Action) -> Action {
    do throws(RecordsError) { return try make() } catch { return .answer(error) }
  }

  private func commit(
    _ group: GroupName, _ kind: Connection.ReplyKind,
    _ make: () throws(PreferenceError) -> CommitRequest
  ) -> Action {
    do throws(PreferenceError) {
      return .commit(group, try make(), kind)
    } catch {
      return .answer(error)
    }
  }

  private func group(_ text: String?) throws(ServiceError) -> GroupName {
    guard let text else { return .standard }
    guard let group = GroupName(text) else {
      throw .invalidParameter(PreferencesGet.Field.group.rawValue)
    }
    return group
  }

  private func now() -> Timestamp {
    Timestamp(Instant(microseconds: kernel.wallClock() / 1_000) ?? .latest)
  }
}
