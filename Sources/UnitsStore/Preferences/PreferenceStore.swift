// One group's preferences on disk: what is done, one system call after the other. When it is done is
// decided by `GroupLife`.
//
// Invariants
// - The file is the truth. `document` is what the file held when it was last accepted; before anything
//   is decided or written, the file is looked at and a foreign change is read in.
// - Everything that decides or writes happens under the group's lock. A comparison is decided there,
//   against what the file holds, never against a copy that somebody else keeps.
// - Committed means durable: a receipt is made only after write, fsync, exchange and fsync of the
//   directory, or after seeing that there was nothing to change in a state known to be durable.
// - What somebody else saves between the look and the exchange comes out by the exchange. It goes back
//   into its place, and everything is decided anew against it.
// - A failure up to the exchange leaves file and document as they were. A failure after it leaves both
//   new, and the state not known durable, until a later commit or fsync makes it so.
// - A damaged or vanished file is believed only when it has stayed so (`ObservedFile`).
//
// What those who read see is the user's file on top of what administrators say (`AdministratorLayer`):
// `values`, patches and revisions are of that; `document` and what is written are the user's own.

internal import Glibc
internal import UnitsJSON
package import UnitsLinux
package import UnitsProtocol

/// The preferences of one group, as one program knows them. One thread owns a value; nothing waits.
package final class PreferenceStore {
  /// A difference to what was known before, with the revision that it leads to.
  package struct Change: Equatable, Sendable {
    package let patch: Patch
    package let revision: Int
    package let origin: Origin

    package enum Origin: Equatable, Sendable {
      /// A commit of this store.
      case own
      /// Somebody else wrote the file.
      case foreign
    }
  }

  /// What a look has found.
  package struct Look: Equatable, Sendable {
    /// Nil if the state is what it was.
    package var change: Change?
    package var settlement: Settlement
  }

  /// What one try to commit came to.
  package struct Commit: Sendable {
    package enum Outcome: Sendable {
      /// Somebody else holds the lock: nothing was looked at.
      case locked
      /// Somebody else was faster again and again.
      case overtaken
      /// The file is in an editor's hands: nothing was decided.
      case inDoubt
      /// A result for each request, in their order.
      case decided([Result<CommitReceipt, PreferenceError>])
      /// For a reason that is every request's.
      case failed(PreferenceError)
    }

    package var outcome: Outcome
    /// Foreign changes that the commit came upon, then its own.
    package var changes: [Change]
    package var settlement: Settlement
    /// Whether the files were looked at.
    package var hasLooked = false
    /// Whether there was no file before.
    package var hasMadeFile = false
  }

  package let group: GroupName
  package let path: String
  package let lockPath: String
  /// Rises by one with each accepted change, foreign ones included.
  package private(set) var revision = 0
  /// The damage of the file, while it is damaged.
  package private(set) var damage: Damage?
  /// Called before a file is put into its place, with the identity it is about to have.
  package var willReplace: ((FileIdentity) -> Void)?

  let kernel: any Kernel
  private var document = GroupDocument()
  private var own: ObservedFile
  private var administrators: AdministratorFiles
  /// Something good was read, written, or found absent.
  private var hasGoodState = false
  private var isDurable = true
  /// Why the last look has seen nothing.
  private var obstacle: PreferenceError?
  /// Something is known to have been there: absence is no good state before it has lasted.
  private var wasPresent = false

  /// A store that nothing is done to before the first call. `revision` is where counting begins.
  package init(
    group: GroupName, paths: StorePaths, revision: Int = 0, on kernel: any Kernel = .linux
  ) {
    self.group = group
    self.revision = revision
    self.kernel = kernel
    administrators = AdministratorFiles(group: group, paths: paths)
    path = paths.preferences(of: group)
    lockPath = paths.lock(of: group)
    own = ObservedFile(path: path)
  }

  /// What those who read see: what the file held at the last look or commit, and below it what
  /// administrators say. O(1) where they say nothing, else O(n).
  package var values: SortedMembers { administrators.layer.effective(document.values) }

  /// What the user has set and counts, without the administrators' values.
  package var ownValues: SortedMembers { administrators.layer.unlocked(document.values) }

  /// What is wrong with the administrators' files, as last seen.
  package var administratorProblems: [String] { administrators.problems }

  /// Why a key has the value that it had at the last look or commit.
  package func explanation(of key: String) -> Explanation {
    let layer = administrators.layer
    let own = document.values[key]
    let lock = layer.lock(of: key)
    if let own, lock == nil {
      return Explanation(value: own, path: path, lockPath: nil, ignored: nil)
    }
    return Explanation(
      value: layer.values[key], path: layer.source(of: key), lockPath: lock, ignored: own)
  }

  /// The size of the file's text in bytes.
  package var size: Int { document.size }

  /// The file's identity at the last look or commit; nil if there was none.
  package var identity: FileIdentity? { own.identity }

  /// Whether a state is known that can be served.
  package var isServing: Bool { hasGoodState }

  /// Why nothing can be served; nil while something can.
  package var failure: PreferenceError? {
    if let obstacle { return obstacle }
    guard !hasGoodState, let damage else { return nil }
    return .damaged(damage)
  }

  /// Takes note that the group was seen to have values: a file that is gone is looked for once more.
  package func expectContent() { wasPresent = true }

  // MARK: Looking

  /// Compares the files with what is known, and reads what differs. No lock is taken.
  package func look() throws(PreferenceError) -> Look {
    let wasServing = hasGoodState
    let (ownBefore, layerBefore) = (document.values, administrators.layer)
    let ownChange = try lookAtOwnFile()
    let layerHasChanged = administrators.look(on: kernel)
    var patch = ownChange
    if layerHasChanged || (!layerBefore.isEmpty && !ownChange.isEmpty) {
      patch = Patch(from: layerBefore.effective(ownBefore), to: values)
    }
    guard !patch.isEmpty else { return Look(settlement: settlement) }
    if wasServing { revision += 1 }
    return Look(
      change: Change(patch: patch, revision: revision, origin: .foreign), settlement: settlement)
  }

  /// Whether what was last seen is the last word, and if not, until when.
  package var settlement: Settlement {
    own.settlement.joined(with: administrators.settlement.served)
  }

  /// The same for the user's file alone; the revision is not touched.
  private func lookAtOwnFile() throws(PreferenceError) -> Patch {
    do throws(PreferenceError) {
      let patch = try take(try see())
      obstacle = nil
      return patch
    } catch {
      obstacle = error
      own.retry(on: kernel)
      throw error
    }
  }

  private func see() throws(PreferenceError) -> GroupFile.Content? {
    if !hasGoodState { try checkDirectory(orThrow: PreferenceError.unreadable(path:reason:)) }
    do throws(SystemError) {
      return try own.look(damage == nil ? .ifChanged : .always, on: kernel)
    } catch {
      throw .unreadable(path: path, reason: error.reason)
    }
  }

  private func take(_ content: GroupFile.Content?) throws(PreferenceError) -> Patch {
    switch content {
    case .none:
      own.confirm()
      return Patch()
    case .absent: return takeAbsence()
    case .text(let bytes, let identity): return take(bytes, identity)
    case .oversized(let identity):
      let reason = "larger than \(GroupDocument.maximumSize) bytes"
      take(Damage(path: path, line: 1, column: 1, reason: reason), identity)
      return Patch()
    case .special: throw .unreadable(path: path, reason: "not a regular file")
    }
  }

  private func takeAbsence() -> Patch {
    if own.identity != nil || damage != nil || wasPresent {
      guard own.believes(nil, on: kernel) else { return Patch() }
      isDurable = false
    }
    own.forget()
    damage = nil
    wasPresent = false
    return adopt(SortedMembers())
  }

  private func take(_ bytes: [UInt8], _ identity: FileIdentity) -> Patch {
    let isKnown = damage == nil && own.identity != nil && bytes == own.content
    let values: SortedMembers
    do throws(Damage) {
      values = isKnown ? document.values : try GroupFile.parse(bytes, path: path)
    } catch {
      take(error, identity)
      return Patch()
    }
    // Whoever else wrote it did not tell whether it is durable, not even where it is the same text.
    if !isKnown || own.identity != identity { isDurable = false }
    damage = nil
    own.accept(bytes, identity, on: kernel)
    return isKnown ? Patch() : adopt(values)
  }

  private func take(_ damage: Damage, _ identity: FileIdentity) {
    if damage == self.damage, identity == own.identity { return own.confirm() }
    if own.believes(identity, on: kernel) { self.damage = damage }
  }

  private func adopt(_ values: SortedMembers) -> Patch {
    let patch = Patch(from: document.values, to: values)
    hasGoodState = true
    if !patch.isEmpty { document = GroupDocument(values) }
    return patch
  }

  // MARK: Committing

  /// How often a commit is decided anew because somebody else was faster, before others have their
  /// turn.
  private static let longestRace = 8

  /// Commits the requests, in order, if the lock is free at this moment.
  package func commit(_ requests: [CommitRequest]) -> Commit {
    let wasPresent = own.identity != nil
    var changes: [Change] = []
    var outcome = Commit.Outcome.locked
    var hasLooked = false
    do throws(PreferenceError) {
      try prepareDirectory()
      for _ in 0..<Self.longestRace {
        guard let lock = try attemptLock() else { break }
        if let change = try look().change { changes.append(change) }
        hasLooked = true
        outcome =
          own.settlement.isDoubted ? .inDoubt : decide(requests, under: lock, &changes)
        guard case .overtaken = outcome else { break }
      }
    } catch {
      outcome = .failed(error)
    }
    return Commit(
      outcome: outcome, changes: changes, settlement: settlement, hasLooked: hasLooked,
      hasMadeFile: !wasPresent && own.identity != nil)
  }

  private func attemptLock() throws(PreferenceError) -> FileLock? {
    let (directory, kernel) = (splitPath(path).directory, kernel)
    do throws(SystemError) {
      // So that a lockfile that is there stands in directories that are durable, whoever made them.
      return try FileLock.attempt(at: lockPath, on: kernel) { () throws(SystemError) in
        try Directory.synchronizeNames(of: directory, on: kernel)
      }
    } catch {
      throw .notDurable(path: error.path ?? lockPath, reason: error.reason)
    }
  }

  /// Decides the requests against the file as it was just seen, and writes. Nothing was done if
  /// somebody else has changed the file meanwhile, or has taken the lockfile away.
  private func decide(
    _ requests: [CommitRequest], under lock: borrowing FileLock, _ changes: inout [Change]
  ) -> Commit.Outcome {
    var batch = Batch(
      document: document, layer: administrators.layer, revision: revision, damage: damage,
      serves: hasGoodState)
    // The document has one owner at a time, so that a change is made in place.
    document = GroupDocument()
    var results = requests.map { batch.decide($0) }
    let failure = write(batch, lock)
    switch failure {
    case .none, .notDurable:
      document = batch.document
      revision = batch.revision
      let patch = batch.effectivePatch
      if !patch.isEmpty { changes.append(Change(patch: patch, revision: revision, origin: .own)) }
    case .notReplaced, .overtaken:
      batch.revert()
      document = batch.document
    }
    if failure == .overtaken { return .overtaken }
    if let cause = failure?.cause {
      let reason = Self.reason(notReplaced: cause)
      let error = PreferenceError.notDurable(path: cause.path ?? path, reason: reason)
      // A request that was refused for its own reasons keeps them.
      results = results.map { $0.flatMap { _ in .failure(error) } }
    }
    return .decided(results)
  }

  /// Writes what the batch changed; durable when it returns nil.
  private func write(_ batch: Batch, _ lock: borrowing FileLock) -> AtomicFile.Failure? {
    do throws(AtomicFile.Failure) {
      if !batch.needsWriting {
        if !isDurable, batch.acceptedAny { try synchronize() }
        return nil
      }
      let target: String
      do throws(SystemError) {
        target = try PathWatch.target(of: path, on: kernel)
        if damage != nil { try GroupFile.keepCopy(of: target, beside: path, on: kernel) }
      } catch {
        // Somebody has removed the damaged file since it was looked at.
        throw error.code == ENOENT ? .overtaken : .notReplaced(error)
      }
      let bytes = batch.document.encode()
      do throws(AtomicFile.Failure) {
        let identity = try replace(target, with: bytes, lock)
        if target != path { try checkLink(to: target, holding: identity) }
        take(bytes, identity, .durable)
        return nil
      } catch {
        if case .notDurable(_, let identity) = error { take(bytes, identity, .uncertain) }
        throw error
      }
    } catch {
      return error
    }
  }

  private func replace(
    _ target: String, with bytes: [UInt8], _ lock: borrowing FileLock
  ) throws(AtomicFile.Failure) -> FileIdentity {
    let (path, kernel, known) = (path, kernel, own.content)
    let expectation: AtomicFile.Expectation =
      own.identity.map {
        .file($0, content: own.settlement == .settled || damage != nil ? nil : known)
      } ?? .absent
    return try AtomicFile.replace(
      target, with: bytes, expecting: expectation, temporaryName: temporaryName(of: target, lock),
      on: kernel,
      rescue: { (temporary) throws(SystemError) in
        try GroupFile.rescue(temporary, of: path, known: known, on: kernel)
      },
      mayReplace: { (identity) throws(SystemError) in
        guard try lock.isNamed() else { return .refused }
        willReplace?(identity)
        return .granted
      })
  }

  private enum Durability {
    case durable
    case uncertain
  }

  private func take(_ bytes: [UInt8], _ identity: FileIdentity, _ durability: Durability) {
    own.replace(bytes, identity, on: kernel)
    damage = nil
    hasGoodState = true
    isDurable = durability == .durable
  }

  /// Makes a state durable that a foreign writer or a failed commit left.
  private func synchronize() throws(AtomicFile.Failure) {
    do throws(SystemError) {
      let target = try PathWatch.target(of: path, on: kernel)
      if own.identity != nil {
        let file = try kernel.openFile(target, flags: O_RDONLY)
        try kernel.synchronize(file.number, path: target)
      }
      try AtomicFile.synchronizeDirectory(splitPath(target).directory, on: kernel)
      isDurable = true
    } catch {
      // Somebody has removed the file since it was looked at.
      throw error.code == ENOENT ? .overtaken : .notReplaced(error)
    }
  }
}
