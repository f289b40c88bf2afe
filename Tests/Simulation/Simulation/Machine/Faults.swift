// Calls that fail, and processes that are killed at one.

internal import Glibc

/// The kinds of kernel calls that can be made to fail.
package enum Call: Int, CaseIterable, Sendable {
  case open, read, write, synchronize, truncate, setMode, identity, destination, rename, link,
    remove
  case makeDirectory, removeDirectory, names, lock
  case makeWatch, watch, unwatch, readEvents
  case listen, accept, peer, connect, send, receive, wait
  case makePoller, register, control, poll, makeSignal, raise, lower, makeSignalWatch, nextSignal
  case sleep, startThread, close, look

  /// What it may fail with on a machine in trouble, `errno(3)`.
  var codes: [CInt] { Self.codes[rawValue] }

  private static let codes: [[CInt]] = Call.allCases.map { call in
    switch call {
    case .open: [EMFILE, ENFILE, ENOSPC, EDQUOT, EROFS, EACCES, EIO, ENOMEM]
    case .read, .identity, .destination: [EIO]
    case .write: [ENOSPC, EIO, EDQUOT]
    case .synchronize: [EIO, ENOSPC]
    case .truncate: [EIO]
    case .setMode: [EPERM, EROFS, EIO]
    case .rename: [ENOSPC, EIO, EDQUOT, EROFS, EACCES, EINVAL]
    case .link: [EMLINK, EPERM, ENOSPC, EIO]
    case .remove: [EIO, EROFS, EACCES]
    case .makeDirectory: [ENOSPC, EDQUOT, EIO, EROFS]
    case .removeDirectory: [EIO]
    case .names: [EIO, EMFILE, ENOMEM]
    case .lock: [ENOLCK]
    case .makeWatch: [EMFILE, ENOMEM]
    case .watch: [ENOSPC, ENOMEM]
    case .readEvents: [ENOMEM]
    case .listen: [EMFILE, ENOBUFS]
    case .accept: [EMFILE, ENFILE, ENOMEM]
    case .connect: [EMFILE, ENOMEM]
    case .send, .receive: [ENOMEM]
    case .makePoller, .makeSignal, .makeSignalWatch: [EMFILE, ENFILE, ENOMEM]
    // Only what is added takes memory: a change and a removal find what they need.
    case .register: [ENOMEM, ENOSPC]
    case .startThread: [EAGAIN]
    default: []
    }
  }
}

/// Who is struck by what.
package struct Faults: Sendable {
  /// Which processes' calls may fail: those whose name begins so.
  package var struck: [String] = []
  /// Which calls, with what codes; none means all that can.
  package var calls: Set<Call> = []
  /// One code that is always the one, where the call may have it.
  package var code: CInt?
  /// How often in a thousand.
  package var perMille = 0
  /// A process that is killed at its call of this number.
  package var kills: [Int32: Int] = [:]

  package init() {}

  /// What a call fails with, nil mostly.
  func strike(_ call: Call, _ process: String, _ random: inout Randomness) -> CInt? {
    guard perMille > 0, random.happens(perMille: perMille) else { return nil }
    guard calls.isEmpty || calls.contains(call), struck.contains(where: process.hasPrefix) else {
      return nil
    }
    let codes = call.codes
    if let code { return codes.contains(code) ? code : nil }
    return codes.isEmpty ? nil : random.choose(codes)
  }
}
