// Does what a group's machine decides, one step at a time, and tells what came of it.

internal import UnitsJSON
package import UnitsLinux
package import UnitsProtocol

/// What one step came to, for whoever serves the group. Reports of a worker are numbered without a
/// gap: each leads from the state after the one before.
package struct GroupReport: Sendable {
  package let number: Int
  /// The events (``GroupLife/stir(_:)``) that the files were seen after.
  package let covers: Int
  /// All values, changes included; in the first report only.
  package let complete: SortedMembers?
  /// What has changed, in its order: what others did, then the own commit.
  package let changes: [PreferenceStore.Change]
  package let revision: Int
  /// The size of the file's text in bytes.
  package let size: Int
  package let damage: Damage?
  /// What is wrong with the administrators' files.
  package let administratorProblems: [String]
  /// Whether there is a state to serve; while the first sight of a file is in doubt there is none.
  package let isServing: Bool
  /// Why there is nothing to serve; nil while there is.
  package let failure: PreferenceError?
  package let identity: FileIdentity?
  package let coverage: Coverage
  /// What those who waited are told, in the order of their coming.
  package let answers: [(caller: Caller, answer: GroupAnswer)]
}

/// What a caller is told.
package enum GroupAnswer: Sendable {
  /// The state of this report is as the files were after the question.
  case state
  case ownValues(SortedMembers, revision: Int)
  case explanation(Explanation, key: String)
  case committed(CommitReceipt)
  case failed(PreferenceError)
}

/// A group's files together with the machine that says what is done to them. One thread owns a value;
/// a step may take as long as the disk, and never waits for anybody else.
package final class GroupWorker {
  package let store: PreferenceStore
  package var life: GroupLife

  let kernel: any Kernel
  private let arm: (() -> Coverage)?
  private var reports = 0
  private var callers: UInt64 = 0

  /// `arm` watches the places of the group's files; nil where nobody watches.
  package init(store: PreferenceStore, on kernel: any Kernel, arm: (() -> Coverage)?) {
    self.store = store
    self.kernel = kernel
    self.arm = arm
    life = GroupLife(watching: arm == nil ? .unwatched : .watched)
  }

  /// A name for somebody who has none.
  func nextCaller() -> Caller {
    callers += 1
    return Caller(number: callers)
  }

  /// What one step came to.
  package enum Outcome {
    case report(GroupReport)
    /// Something was done of which there is nothing to tell.
    case nothing
    /// Nothing is due before this time; nil for never.
    case idle(until: MonotonicTime?)
  }

  /// Does the next step that is due.
  package func step() -> Outcome {
    switch life.next(at: kernel.now()) {
    case .none: return .idle(until: life.wakeTime)
    case .arm:
      if let arm { life.armed(arm()) }
      return .nothing
    case .look: return .report(look())
    case .commit(let requests): return commit(requests)
    }
  }

  private func look() -> GroupReport {
    do throws(PreferenceError) {
      let look = try store.look()
      let readers = life.looked(look.settlement, serving: store.isServing)
      return makeReport([look.change].compactMap(\.self), answers(to: readers))
    } catch {
      let readers = life.looked(store.settlement, serving: store.isServing)
      return makeReport([], readers.map { ($0.caller, .failed(error)) })
    }
  }

  private func commit(_ requests: [CommitRequest]) -> Outcome {
    let commit = store.commit(requests)
    let now = kernel.now()
    // Who has read is told the state that the commit has left.
    var answers = answers(to: life.tried(commit, serving: store.isServing, at: now))
    switch commit.outcome {
    case .decided(let results):
      for (writer, result) in zip(life.takeWriters(at: now), results) {
        answers.append((writer.caller, GroupAnswer(result)))
      }
    case .failed(let error):
      answers += life.takeWriters(at: now).map { ($0.caller, .failed(error)) }
    case .locked, .overtaken, .inDoubt:
      let busy = PreferenceError.busy(path: store.lockPath)
      answers += life.takeExpired(at: now).map { ($0.caller, .failed(busy)) }
      if case .locked = commit.outcome, answers.isEmpty { return .nothing }
    }
    return .report(makeReport(commit.changes, answers))
  }

  private func makeReport(
    _ changes: [PreferenceStore.Change], _ answers: [(caller: Caller, answer: GroupAnswer)]
  ) -> GroupReport {
    reports += 1
    let isFirst = reports == 1
    return GroupReport(
      number: reports, covers: life.covers, complete: isFirst ? store.values : nil,
      changes: changes, revision: store.revision, size: store.size,
      damage: store.damage, administratorProblems: store.administratorProblems,
      isServing: store.isServing, failure: store.failure, identity: store.identity,
      coverage: life.coverage, answers: answers)
  }

  private func answers(
    to readers: [GroupLife.Reader]
  ) -> [(caller: Caller, answer: GroupAnswer)] {
    readers.map { ($0.caller, answer($0.inquiry)) }
  }

  private func answer(_ inquiry: Inquiry) -> GroupAnswer {
    if let failure = store.failure { return .failed(failure) }
    switch inquiry {
    case .state: return .state
    case .ownValues(let keys):
      let all = store.ownValues
      return .ownValues(keys.map { all.restricted(to: $0) } ?? all, revision: store.revision)
    case .explanation(let key): return .explanation(store.explanation(of: key), key: key)
    }
  }
}

extension GroupAnswer {
  fileprivate init(_ result: Result<CommitReceipt, PreferenceError>) {
    switch result {
    case .success(let receipt): self = .committed(receipt)
    case .failure(let error): self = .failed(error)
    }
  }
}
