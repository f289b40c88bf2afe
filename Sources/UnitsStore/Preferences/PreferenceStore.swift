// One group's preferences on disk: the reader, the committer, and the first default.
//
// Invariants
// - The file is the truth. `document` is what the file held at `identity`; before anything is
//   decided or written, the identity is compared and a foreign change is read in.
// - Everything that decides or writes happens under the group's lock. A comparison is decided
//   there, against what the file holds, never against a copy that somebody else keeps.
// - Committed means durable: the reply is made from a receipt, and a receipt is made only after
//   write, fsync, rename and fsync of the directory, or after seeing that there was nothing to
//   change in a state known to be durable.
// - A failure up to the rename leaves file and document as they were. A failure after it leaves
//   both new, and the state not known durable, until a later commit or fsync makes it so.
// - A damaged or vanished file is believed only at the second look: an editor may be in the
//   middle of writing it.
//
// What those who read see is the user's file on top of what administrators say (`AdministratorLayer`):
// `values`, patches and revisions are of that; `document` and what is written are the user's own.
//
// Both the daemon and programs without a daemon use this type; the daemon gathers many requests
// into one commit and never waits for the lock, a program waits for it. One thread owns a value.

internal import Glibc
internal import UnitsJSON
package import UnitsLinux
package import UnitsProtocol

/// The preferences of one group.
package final class PreferenceStore {
  /// Whether a look may be the last word.
  package enum Look: Sendable {
    /// A damaged or vanished file is only suspected.
    case first
    /// It is believed. To be made ``secondLookDelay`` after the first.
    case second
  }

  /// What a look found.
  package enum Finding: Equatable, Sendable {
    case unchanged
    /// Somebody else changed the file; the patch leads to what it now holds.
    case changed(Patch)
    /// The file is damaged or gone: look again after ``secondLookDelay``.
    case suspected
    /// The file is damaged; the last good state, if there is one, stays in service.
    case damaged(Damage)
  }

  /// What one try to commit came to.
  package enum Attempt: Sendable {
    /// Somebody else holds the lock.
    case locked
    /// The file is damaged or gone: try again after ``secondLookDelay`` with the second look.
    case suspected
    case done(Commit)
  }

  /// What a commit did: a result for each request, in their order, and what subscribers are told.
  package struct Commit: Sendable {
    package var results: [Result<CommitReceipt, PreferenceError>] = []
    package var patch = Patch()
  }

  /// How long an editor may take between truncating a file and having written it.
  package static let secondLookDelay: Duration = .milliseconds(100)

  package let group: GroupName
  package let path: String
  package let lockPath: String
  /// Rises by one with each accepted change, foreign ones included.
  package private(set) var revision = 0
  /// The damage of the file, while it is damaged.
  package private(set) var damage: Damage?
  /// Called when a commit finds that somebody else has changed the file, before it goes on.
  package var didFindForeignChange: ((Patch) -> Void)?
  /// Called before a rename with the identity the file is about to have.
  package var willReplace: ((FileIdentity) -> Void)?

  private var document = GroupDocument()
  private var administrators: AdministratorFiles
  /// The file that `document` was read from or written to; nil if there was none.
  private var identity: FileIdentity?
  /// The file's bytes at `identity`: to tell cheaply that a file read again is the same.
  private var content: [UInt8] = []
  /// The file was so young when it was read or written that a later content may have the same
  /// identity: see `FileIdentity.isTooYoung`.
  private var mustReread = false
  /// Something good was read, written, or found absent.
  private var hasGoodState = false
  private var isDurable = true

  /// A store that nothing is done to before the first call. `revision` is where counting begins.
  package init(group: GroupName, paths: StorePaths, revision: Int = 0) {
    self.group = group
    self.revision = revision
    administrators = AdministratorFiles(group: group, paths: paths)
    path = paths.preferences(of: group)
    lockPath = paths.lock(of: group)
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

  /// The file's identity at the last look or commit.
  package var lastIdentity: FileIdentity? { identity }

  /// Whether a state is known that can be served.
  package var isServing: Bool { hasGoodState }

  // MARK: Looking

  /// Compares the file with what is known, and reads it if it differs. No lock is taken.
  package func look(_ look: Look) throws(PreferenceError) -> Finding {
    let wasServing = hasGoodState
    let (ownBefore, layerBefore) = (document.values, administrators.layer)
    let finding = try lookAtOwnFile(look)
    if finding == .suspected { return finding }
    let layerHasChanged = administrators.refresh()
    var patch = Patch()
    if layerHasChanged || !layerBefore.isEmpty {
      if layerHasChanged || finding != .unchanged {
        patch = Patch(from: layerBefore.effective(ownBefore), to: values)
      }
    } else if case .changed(let change) = finding {
      patch = change
    }
    guard !patch.isEmpty else {
      if case .changed = finding { return .unchanged }
      return finding
    }
    if wasServing { revision += 1 }
    return .changed(patch)
  }

  /// The same for the user's file alone; the revision is not touched.
  private func lookAtOwnFile(_ look: Look) throws(PreferenceError) -> Finding {
    if !hasGoodState { try checkDirectory(orThrow: PreferenceError.unreadable(path:reason:)) }
    let file: GroupFile
    do throws(SystemError) {
      if let identity, !mustReread, damage == nil, try FileIdentity.following(path) == identity {
        return .unchanged
      }
      file = try GroupFile.read(path)
    } catch {
      throw .unreadable(path: path, reason: error.reason)
    }
    switch file {
    case .absent: return takeAbsence(look)
    case .content(let bytes, let identity): return take(bytes, identity, look)
    case .oversized(let identity):
      let reason = "larger than \(GroupDocument.maximumSize) bytes"
      return take(Damage(path: path, line: 1, column: 1, reason: reason), identity, look)
    case .special: throw .unreadable(path: path, reason: "not a regular file")
    }
  }

  /// Looks until the finding is certain; waits ``secondLookDelay`` where the file is suspected.
  package func lookAgainIfSuspected() throws(PreferenceError) -> Finding {
    let finding = try look(.first)
    guard finding == .suspected else { return finding }
    MonotonicTime.sleep(until: .now() + Self.secondLookDelay)
    return try look(.second)
  }

  private func takeAbsence(_ look: Look) -> Finding {
    if identity != nil || damage != nil {
      if look == .first { return .suspected }
      isDurable = false
    }
    damage = nil
    identity = nil
    content = []
    mustReread = false
    return adopt(SortedMembers())
  }

  private func take(_ bytes: [UInt8], _ identity: FileIdentity, _ look: Look) -> Finding {
    let isKnown = damage == nil && self.identity != nil && bytes == content
    let values: SortedMembers
    do throws(Damage) {
      values = isKnown ? document.values : try GroupFile.parse(bytes, path: path)
    } catch {
      return take(error, identity, look)
    }
    // Whoever else wrote it did not tell whether it is durable, not even where it is the same text.
    if self.identity?.isSameContent(as: identity) != true { isDurable = false }
    damage = nil
    self.identity = identity
    content = bytes
    mustReread = identity.isTooYoung()
    return isKnown ? .unchanged : adopt(values)
  }

  private func take(_ damage: Damage, _ identity: FileIdentity, _ look: Look) -> Finding {
    let isKnown = damage == self.damage && identity == self.identity
    if look == .first, !isKnown { return .suspected }
    self.damage = damage
    self.identity = identity
    return .damaged(damage)
  }

  private func adopt(_ values: SortedMembers) -> Finding {
    let patch = Patch(from: document.values, to: values)
    hasGoodState = true
    guard !patch.isEmpty else { return .unchanged }
    document = GroupDocument(values)
    return .changed(patch)
  }

  // MARK: Committing

  /// Commits the requests, in order, if the lock is free at this moment.
  package func attemptCommit(
    _ requests: [CommitRequest], _ look: Look
  ) throws(PreferenceError) -> Attempt {
    try prepareDirectory()
    let lock: FileLock?
    do throws(SystemError) { lock = try FileLock.attempt(at: lockPath) } catch {
      throw .notDurable(path: error.path ?? lockPath, reason: error.reason)
    }
    guard let lock else { return .locked }
    return try commit(requests, under: lock, look)
  }

  /// Commits one request, waiting for the lock until the deadline.
  package func commit(
    _ request: CommitRequest, deadline: MonotonicTime
  ) throws(PreferenceError) -> CommitReceipt {
    try prepareDirectory()
    var attempt = try commit([request], .first, deadline)
    if case .suspected = attempt {
      // The lock is free meanwhile.
      MonotonicTime.sleep(until: .now() + Self.secondLookDelay)
      attempt = try commit([request], .second, deadline)
    }
    guard case .done(let commit) = attempt else { throw .busy(path: lockPath) }
    return try commit.results[0].get()
  }

  private func commit(
    _ requests: [CommitRequest], _ look: Look, _ deadline: MonotonicTime
  ) throws(PreferenceError) -> Attempt {
    let lock: FileLock?
    do throws(SystemError) {
      lock = try FileLock.acquire(at: lockPath, deadline: deadline)
    } catch {
      throw .notDurable(path: error.path ?? lockPath, reason: error.reason)
    }
    guard let lock else { return .locked }
    return try commit(requests, under: lock, look)
  }

  private func prepareDirectory() throws(PreferenceError) {
    let directory = splitPath(path).directory
    do throws(Directory.Refusal) {
      return try Directory.check(directory)
    } catch {
      // Mostly it is there.
      guard case .system(let cause) = error, cause.code == ENOENT else {
        return try checkDirectory(orThrow: PreferenceError.notDurable(path:reason:))
      }
    }
    do throws(Directory.Refusal) { try Directory.create(directory) } catch {
      guard case .system(let cause) = error else { throw .refused(error.description) }
      throw .notDurable(path: cause.path ?? directory, reason: cause.reason)
    }
    try checkDirectory(orThrow: PreferenceError.notDurable(path:reason:))
  }

  /// A directory that is not there holds nothing to distrust.
  private func checkDirectory(
    orThrow failure: (_ path: String, _ reason: String) -> PreferenceError
  ) throws(PreferenceError) {
    do throws(Directory.Refusal) { try Directory.check(splitPath(path).directory) } catch {
      guard case .system(let cause) = error else { throw .refused(error.description) }
      if cause.code == ENOENT { return }
      throw failure(cause.path ?? path, cause.reason)
    }
  }

  private func commit(
    _ requests: [CommitRequest], under lock: borrowing FileLock, _ look: Look
  ) throws(PreferenceError) -> Attempt {
    var commit = Commit()
    switch try self.look(look) {
    case .unchanged, .damaged: break
    case .suspected: return .suspected
    case .changed(let patch): didFindForeignChange?(patch)
    }

    var batch = Batch(
      document: document, layer: administrators.layer, revision: revision, damage: damage,
      serves: hasGoodState)
    // The document has one owner at a time, so that a change is made in place.
    document = GroupDocument()
    commit.results = requests.map { batch.decide($0) }
    let failure = write(batch, lock)
    switch failure {
    case .none, .notDurable:
      document = batch.document
      revision = batch.revision
      commit.patch = batch.effectivePatch
    case .notReplaced:
      batch.revert()
      document = batch.document
    }
    if let failure {
      let error = PreferenceError.notDurable(
        path: failure.cause.path ?? path, reason: failure.cause.reason)
      // A request that was refused for its own reasons keeps them.
      commit.results = commit.results.map { $0.flatMap { _ in .failure(error) } }
    }
    return .done(commit)
  }

  /// Writes what the batch changed; durable when it returns nil.
  private func write(_ batch: Batch, _ lock: borrowing FileLock) -> AtomicFile.Failure? {
    do throws(AtomicFile.Failure) {
      if !batch.needsWriting {
        if !isDurable, batch.acceptedAny { try synchronize() }
        return nil
      }
      if damage != nil {
        do throws(SystemError) { try GroupFile.keepCopy(of: path) } catch {
          throw .notReplaced(error)
        }
      }
      let target: String
      do throws(SystemError) {
        target = try PathWatch.target(of: path)
        // So that a file that is there always stands in directories that are durable.
        if identity == nil { try Directory.synchronizeNames(of: splitPath(path).directory) }
      } catch {
        throw .notReplaced(error)
      }
      let temporary = temporaryName(of: target, lock)
      let bytes = batch.document.encode()
      do throws(AtomicFile.Failure) {
        let identity = try AtomicFile.replace(
          target, with: bytes, temporaryName: temporary, willRename: { willReplace?($0) })
        remember(bytes, identity)
        isDurable = true
        return nil
      } catch {
        if case .notDurable(_, let identity) = error {
          remember(bytes, identity)
          isDurable = false
        }
        throw error
      }
    } catch {
      return error
    }
  }

  /// Two links to one target have two locks, hence the lock's identity in the name. A group's file
  /// leaves room for it in the 255 bytes that a name may have; a link may lead to a longer name.
  private func temporaryName(of target: String, _ lock: borrowing FileLock) -> String {
    let name = splitPath(target).name
    let stem = name.utf8.count <= GroupName.maximumLength + 5 ? name : group.text
    return "\(stem).\(lock.identity.device).\(lock.identity.inode).tmp"
  }

  private func remember(_ bytes: [UInt8], _ identity: FileIdentity) {
    content = bytes
    self.identity = identity
    damage = nil
    hasGoodState = true
    // What was written under the lock is known; but an editor could write in the same tick.
    mustReread = true
  }

  /// Makes a state durable that a foreign writer or a failed commit left.
  private func synchronize() throws(AtomicFile.Failure) {
    do throws(SystemError) {
      let target = try PathWatch.target(of: path)
      if identity != nil {
        let file = try openFile(target, flags: O_RDONLY)
        let number = file.number
        try systemCall("fsync", target) { fsync(number) }
      }
      try AtomicFile.synchronizeDirectory(splitPath(target).directory)
      isDurable = true
    } catch {
      throw .notReplaced(error)
    }
  }
}
