// What must hold of a group's file and of what is told of it.
//
// Every version of the file is known, with its author and its time. The versions are in one order, so a
// history is linearizable if each call has its effect at one of the versions between its beginning and
// its end: a read has seen one of them, a change has made one, a comparison was decided by the one
// before.

internal import UnitsClient
internal import UnitsJSON
internal import UnitsStore

/// Judges one history; keeps the first fault.
package final class Oracle: @unchecked Sendable {
  package private(set) var failure: String?
  package let file: FileHistory
  /// Those who save the file without asking anybody.
  package var editors: Set<String> = []
  /// What administrators say; nil where there are none.
  var administrators: (defaults: FileHistory, locks: FileHistory)?
  /// Whether the daemon may close the group and open it again.
  var hasTourists = false
  /// When the last call of each actor began.
  private var lastLooks: [String: Int64] = [:]
  /// When each actor was first answered, since a process last began or ended.
  private var firstAnswers: [String: Int64] = [:]
  /// Whether the file was reached through a link in the beginning.
  var hasLink = false
  /// The records' file.
  var records: FileHistory?
  /// Whether calls may fail for reasons that no caller has a part in.
  package var isInTrouble = false
  var log = CallLog()
  private unowned let machine: Machine
  /// A version that took something back which nobody asked for, until it is mended.
  private var suspicion: Suspicion?
  /// For each key the version that a power cut may not go behind.
  private var durable: [String: Int] = [:]
  /// Versions that were taken back at once, since somebody else had been faster.
  private var undone: Set<Int> = []

  private struct Suspicion {
    let version: Int
    let author: String
    /// The version that must come back.
    let displaced: Int
    let text: String
  }

  package init(_ file: FileHistory, of machine: Machine) {
    self.file = file
    self.machine = machine
    machine.diskHasChanged = { [unowned self] in
      if self.file.look() { judgeLastVersion() }
      _ = administrators?.defaults.look()
      _ = administrators?.locks.look()
      _ = records?.look()
    }
  }

  var machineTime: Int64 { machine.now }

  package func fail(_ text: @autoclosure () -> String) {
    guard failure == nil else { return }
    let words = text()
    failure = "at \(machine.now / 1000) us: \(words)"
    machine.remark("FAILURE \(words)")
  }

  // MARK: What is written

  private func judgeLastVersion() {
    let number = file.last
    let (before, now) = (file.versions[number - 1], file.versions[number])
    machine.remark("version \(number) by \(now.author): \(Self.text(now))")
    if editors.contains(now.author) || now.author == "director" {
      // Who saves again has seen what stood there, or does not care.
      suspicion = nil
      return
    }
    if let suspicion {
      // Put back.
      let isBack = now.inode == file.versions[suspicion.displaced].inode
      if suspicion.author == now.author, isBack || isPutBack(number) {
        self.suspicion = nil
        undone.insert(number - 1)
      }
      return
    }
    if isPutBack(number) {
      undone.insert(number - 1)
      return
    }
    guard let values = now.values else {
      return fail("\(now.author) has written a damaged file: \(Self.text(now))")
    }
    judge(values, by: now.author, over: before, number)
  }

  /// Whether this version is the file that an editor made, or wrote into, a moment ago; it may have
  /// written more while it was out of its place.
  private func isPutBack(_ number: Int) -> Bool {
    let inode = file.versions[number].inode
    return (max(0, number - 32)..<number).contains {
      let before = file.versions[$0]
      return before.inode == inode && before.content != nil && editors.contains(before.author)
    }
  }

  private func judge(
    _ values: SortedMembers, by author: String, over before: Version, _ number: Int
  ) {
    guard let known = before.values, before.content != nil else {
      return judgeOverDamage(values, before, number)
    }
    for key in Self.keys(values, known) {
      let (old, new) = (Self.number(known[key]), Self.number(values[key]))
      if old == new { continue }
      guard let new, let change = log[new], change.key == key else {
        return suspect(number, author, "\(key) went from \(Self.text(old)) to \(Self.text(new))")
      }
      switch change.state {
      case .underWay, .unknown: judge(change, over: old, number, author)
      case .acknowledged, .refused:
        suspect(
          number, author, "\(key)=\(new), which is \(change.state), came after \(Self.text(old))")
      }
    }
  }

  /// A comparison was decided by what stood there, or by a change of the same commit.
  private func judge(_ change: Change, over old: Int?, _ number: Int, _ author: String) {
    // Where administrators have their say, another value than the file's is compared.
    guard administrators == nil, let expected = change.expected, expected != old else { return }
    let others = log.concurrent(change.key, from: change.start, to: machine.now)
    if let expected, others.contains(where: { $0.value == expected }) { return }
    suspect(
      number, author,
      "\(change.key)=\(change.value) expected \(Self.text(expected)) and replaced \(Self.text(old))"
    )
  }

  private func judgeOverDamage(_ values: SortedMembers, _ before: Version, _ number: Int) {
    // Who has never seen the file does not miss it.
    if before.content == nil { return }
    // Since when it has been without a good content.
    var first = number - 1
    while first > 0,
      file.versions[first - 1].values == nil || file.versions[first - 1].content == nil
    {
      first -= 1
    }
    if first == 0 { return }
    let age = machine.now - before.time
    let whole = machine.now - file.versions[first].time
    // What is damaged again within a tick of the clock looks as if it had never been good.
    if age < Self.editingPause - machine.longestTick, whole < Self.longestEditing {
      suspect(
        number, file.versions[number].author,
        "a file in an editor's hands for \(age / 1000) us was replaced")
    }
  }

  private static let editingPause: Int64 = 100_000_000
  private static let longestEditing: Int64 = 1_000_000_000

  /// What was displaced must come back before its author says anything.
  private func suspect(_ number: Int, _ author: String, _ text: String) {
    guard suspicion == nil else { return }
    suspicion = Suspicion(
      version: number, author: author, displaced: number - 1, text: "\(author): \(text)")
  }

  /// The author of a suspicious version goes on: now it must have been mended.
  private func settle(_ author: String? = nil) {
    guard let suspicion, author == nil || author == suspicion.author else { return }
    self.suspicion = nil
    fail("lost: \(suspicion.text)")
  }

  /// A process was killed in the middle: what it had displaced is rescued later, beside the file.
  package func wasKilled(_ author: String) {
    if suspicion?.author == author { suspicion = nil }
  }

  private func noteAnswer(to actor: String) {
    if let first = firstAnswers[actor], first > machine.lastUpheaval { return }
    firstAnswers[actor] = machine.now
  }

  /// Whether whoever answers an actor now has answered it before this time, and so knew the group.
  func hasAnswered(_ actor: String, before time: Int64) -> Bool {
    guard !hasTourists, let first = firstAnswers[actor] else { return false }
    return first > machine.lastUpheaval && first < time
  }

  // MARK: Changes

  func begin(_ actor: String, _ key: String, _ value: Int, expected: Int??) {
    log.begin(
      Change(
        actor: actor, key: key, value: value, start: machine.now, startVersion: file.last,
        expected: expected))
  }

  /// A change was acknowledged: it must have been in the file since it was asked for.
  func acknowledge(_ value: Int) {
    guard let change = log[value] else { return }
    log.end(value, .acknowledged, at: machine.now)
    noteAnswer(to: change.actor)
    if isLocked(change.key, for: change.actor, since: change.start) {
      return fail("\(change.key)=\(value) was acknowledged though it is locked")
    }
    let candidates =
      [value]
      + log.concurrent(change.key, from: change.start, to: machine.now)
      .filter { $0.state != .refused }.map(\.value)
    let seen = (change.startVersion...file.last).filter { number in
      Self.number(file.versions[number].values?[change.key]).map(candidates.contains) ?? false
    }
    guard !seen.isEmpty else {
      // Whoever takes a link away while a change goes through it has taken the change away.
      if hasLink { return }
      return fail(
        "\(change.key)=\(value) was acknowledged to \(change.actor) and never stood there")
    }
    // What an editor has saved meanwhile holds the value too, and nobody has promised that it lasts. Nor
    // what another writer has put in its place and not acknowledged. Of changes that came together only
    // one ever stood there.
    let kept = seen.filter { !editors.contains(file.versions[$0].author) }
    let own = kept.first { Self.number(file.versions[$0].values?[change.key]) == value }
    if let promised = own ?? kept.first {
      durable[change.key] = max(durable[change.key] ?? 0, promised)
    }
  }

  func refuse(_ value: Int) {
    guard let change = log[value] else { return }
    log.end(value, .refused, at: machine.now)
    for number in change.startVersion...file.last
    where Self.number(file.versions[number].values?[change.key]) == value
      // An editor may save what it saw before that was taken back.
      && !undone.contains(number) && !editors.contains(file.versions[number].author)
    {
      if isInTrouble || suspicion?.version == number { return }
      // An editor saved over it before it was settled: then it was decided anew.
      if number < file.last, editors.contains(file.versions[number + 1].author) { return }
      return fail("\(change.key)=\(value) was refused and stood there")
    }
  }

  func forget(_ value: Int) {
    log.end(value, .unknown, at: machine.now)
    // Where calls fail, what was displaced is rescued by the next commit.
    if isInTrouble { suspicion = nil }
  }

  /// A comparison failed: at some moment the key had another value.
  func failComparison(_ value: Int, found: Int?) {
    guard let change = log[value], let expected = change.expected else { return }
    log.end(value, .refused, at: machine.now)
    noteAnswer(to: change.actor)
    if administrators != nil { return }
    if found == expected {
      return fail("\(change.key)=\(value) was refused though \(Self.text(found)) was expected")
    }
    let others = log.concurrent(change.key, from: change.start, to: machine.now)
    let first = oldestRemembered(by: change.actor, since: change.start)
    let stood = (first...file.last).contains {
      Self.number(file.versions[$0].values?[change.key]) == found
    }
    guard stood || others.contains(where: { $0.value == found }) else {
      return fail(
        "a comparison of \(change.key) found \(Self.text(found)), which did not stand there")
    }
  }

  // MARK: Reads

  /// How long a daemon may remember what was good before a file came into an editor's hands.
  private static let memory: Int64 = 1_200_000_000

  /// The oldest version that an actor may be told of by a call that began then. While the file is in an
  /// editor's hands, that is what was seen last, which may not be the very last before: by the daemon
  /// within its memory, by the actor's own look at its last call.
  private func oldestRemembered(by actor: String, since start: Int64) -> Int {
    let first = file.firstBelievable(at: start)
    let isDoubted = (first...file.last).contains {
      file.versions[$0].content == nil || file.versions[$0].values == nil
    }
    // What is written in place is told when it is closed.
    let isOpen =
      machine.inode(at: file.path).map { $0.writers > 0 || $0.lastClose >= start } ?? false
    guard isDoubted || isOpen else { return first }
    return file.firstBelievable(at: min(start - Self.memory, lastLooks[actor] ?? start))
  }

  /// A call of an actor that began then is over, in which it looked at the file itself.
  func noteLook(of actor: String, since start: Int64) { lastLooks[actor] = start }

  /// A read that began then has come to this; nil keys stand for all.
  func read(
    _ actor: String, _ values: SortedMembers, keys: [String]?, since start: Int64,
    _ route: Route
  ) {
    noteAnswer(to: actor)
    let first = oldestRemembered(by: actor, since: start)
    let layer = route == .store ? start : start - Self.memory
    if matches(values, from: first, layersSince: layer, { keys.map($0.restricted(to:)) ?? $0 }) {
      return
    }
    fail(
      "\(actor) was told \(Self.text(values)), which did not stand there since \(start / 1000) us")
  }

  /// A state was told to somebody who follows.
  func tell(_ actor: String, _ values: SortedMembers) {
    if matches(values, from: 0, layersSince: 0, { $0 }) { return }
    fail("\(actor) was told \(Self.text(values)), which never stood there")
  }

  /// Nothing happens any more.
  func end() {
    settle()
  }

  /// What must be known to whoever follows: the last good state.
  var truth: SortedMembers {
    let own = Self.lastGood(file)
    guard let administrators else { return own }
    return Self.effective(
      own, Self.lastGood(administrators.defaults), Self.lastGood(administrators.locks))
  }

  private static func lastGood(_ file: FileHistory) -> SortedMembers {
    file.versions.last { $0.values != nil }?.values ?? SortedMembers()
  }

  /// Whether each file stands as somebody wants it.
  var isWhole: Bool {
    ([file] + (administrators.map { [$0.defaults, $0.locks] } ?? [])).allSatisfy {
      $0.versions[$0.last].values != nil
    }
  }

  // MARK: A power cut

  /// The power is back: what was acknowledged is there.
  package func powerWasCut(at number: Int) {
    suspicion = nil
    _ = file.look()
    let found = file.versions[file.last]
    let oldest = durable.values.max() ?? 0
    if (oldest...max(oldest, number)).contains(where: { file.versions[$0].content == found.content }
    ) {
      for key in durable.keys { durable[key] = file.last }
      return
    }
    for (key, first) in durable.sorted(by: { $0.key < $1.key }) {
      let edited = (first + 1..<max(first + 1, number + 1)).contains {
        editors.contains(file.versions[$0].author)
      }
      if edited { continue }
      guard let values = found.values, found.content != nil else {
        return fail("the power cut left \(Self.text(found)) where \(key) was acknowledged")
      }
      let value = Self.number(values[key])
      let isThere = (first...number).contains {
        Self.number(file.versions[$0].values?[key]) == value
      }
      if !isThere {
        return fail(
          "the power cut took \(key) back to \(Self.text(value)) from "
            + "\(Self.text(Self.number(file.versions[first].values?[key])))")
      }
    }
    // From here on only what stands there now is promised.
    for key in durable.keys { durable[key] = file.last }
  }

  // MARK: Texts

  static func number(_ value: JSONValue?) -> Int? { value?.integerValue }

  private static func keys(_ one: SortedMembers, _ other: SortedMembers) -> [String] {
    Array(Set(one.keys).union(other.keys)).sorted()
  }

  static func text(_ number: Int?) -> String { number.map(String.init) ?? "nothing" }

  static func text(_ values: SortedMembers) -> String {
    values.members.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
  }

  static func text(_ version: Version) -> String {
    guard let content = version.content else { return "no file" }
    return version.values.map(text) ?? "damaged \(String(decoding: content, as: UTF8.self))"
  }
}
