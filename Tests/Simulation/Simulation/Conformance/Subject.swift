// One of the two kernels that are compared.

internal import Glibc
internal import UnitsLinux

/// A kernel with its open descriptors.
final class Subject {
  enum Outcome: Equatable {
    case done(String)
    case opened(DescriptorKind)
    case file(FileIdentity?)
    case failed(SystemError)
  }

  let kernel: any Kernel
  var open: [CInt] = []
  private let makeLink: (_ path: String, _ destination: String) throws(SystemError) -> Void
  private let shutDown: (_ socket: CInt) throws(SystemError) -> Void

  init(linux kernel: LinuxKernel) {
    self.kernel = kernel
    makeLink = { path, destination throws(SystemError) in
      try SymbolicLink.make(at: path, to: destination)
    }
    shutDown = { socket throws(SystemError) in try UnixSocket.shutDownSending(socket) }
  }

  init(simulated kernel: SimulatedKernel) {
    self.kernel = kernel
    makeLink = { path, destination throws(SystemError) in
      try kernel.makeLink(path, to: destination)
    }
    shutDown = { socket throws(SystemError) in try kernel.shutDownSending(socket) }
  }

  func closeAll() {
    for number in open { kernel.close(number) }
    open = []
  }

  func make(_ step: Step) -> Outcome {
    do throws(SystemError) {
      return try attempt(step)
    } catch {
      return .failed(error)
    }
  }

  private func opened(_ number: CInt, _ kind: DescriptorKind) -> Outcome {
    open.append(number)
    return .opened(kind)
  }

  private func attempt(_ step: Step) throws(SystemError) -> Outcome {
    switch step {
    case .makeWatch: return opened(try kernel.makeWatch(), .watch)
    case .watch(let watch, let path, let mask):
      return .done("\(try kernel.watch(path, by: open[watch], mask: mask))")
    case .unwatch(let watch, let number):
      kernel.unwatch(number, by: open[watch])
      return .done("")
    case .readEvents(let watch):
      let drained = try kernel.readEvents(of: open[watch])
      let events = drained.events.map { "\($0.watch)\($0.name.map { ":\($0)" } ?? "")" }
      return .done("\(events.joined(separator: " "))\(drained.overflowed ? " overflow" : "")")
    case .makePoller: return opened(try kernel.makePoller(), .poller)
    case .control(let poller, let change, let other):
      try kernel.control(open[poller], change, open[other])
      return .done("")
    case .poll(let poller):
      var ready = ReadyDescriptors(capacity: 64)
      try kernel.poll(open[poller], until: .start, into: &ready)
      let found = (0..<ready.count).map { "\(ready[$0].token) \(ready[$0].readiness.rawValue)" }
      return .done(found.sorted().joined(separator: ", "))
    case .makeSignal: return opened(try kernel.makeSignal(), .signal)
    case .raise(let signal):
      kernel.raise(open[signal])
      return .done("")
    case .lower(let signal):
      kernel.lower(open[signal])
      return .done("")
    case .listen, .accept, .peer, .connect, .send, .receive, .shutDown, .wait:
      return try attemptSocket(step)
    default: return try attemptFile(step)
    }
  }

  private func attemptSocket(_ step: Step) throws(SystemError) -> Outcome {
    switch step {
    case .listen(let path): return opened(try kernel.listen(at: path), .listener)
    case .connect(let path): return opened(try kernel.connect(to: path), .socket)
    case .accept(let listener):
      guard let number = try kernel.accept(from: open[listener]) else { return .done("nobody") }
      return opened(number, .socket)
    case .peer(let socket):
      let peer = try kernel.peer(of: open[socket])
      return .done("\(peer.user) \(peer.process == kernel.process)")
    case .send(let socket, let bytes):
      return .done("\(try kernel.send(bytes, from: 0, to: open[socket]))")
    case .receive(let socket, let limit):
      var buffer = [UInt8](repeating: 0, count: limit)
      let transfer = try kernel.receive(into: &buffer, from: open[socket])
      return .done("\(transfer) \(buffer)")
    case .shutDown(let socket):
      try shutDown(open[socket])
      return .done("")
    case .wait(let socket, let interest):
      return .done("\(try kernel.wait(for: interest, on: open[socket], until: .start))")
    default: preconditionFailure("no call of a socket: \(step)")
    }
  }

  private func attemptFile(_ step: Step) throws(SystemError) -> Outcome {
    switch step {
    case .open(let path, let folder, let flags, let mode):
      let number = try kernel.open(
        path, in: folder.map { open[$0] }, flags: flags, mode: mode)
      let isFolder = try kernel.identity(of: number, path: path).isDirectory
      return opened(number, isFolder ? .folder : .file)
    case .close(let index):
      kernel.close(open.remove(at: index))
      return .done("")
    case .read(let file, let limit):
      var buffer: [UInt8] = [7]
      let count = try kernel.read(open[file], appendingTo: &buffer, limit: limit)
      return .done("\(count) \(buffer)")
    case .write(let file, let bytes):
      return .done("\(try kernel.write(bytes, from: 0, to: open[file]))")
    case .synchronize(let file): try kernel.synchronize(open[file], path: "f")
    case .truncate(let file): try kernel.truncate(open[file], path: "f")
    case .setMode(let file, let mode): try kernel.setMode(of: open[file], to: mode, path: "f")
    case .identity(let file): return .file(try kernel.identity(of: open[file], path: "f"))
    case .identityFollowing(let path): return .file(try kernel.identity(following: path))
    case .identityOfLink(let path, let folder):
      return .file(try kernel.identity(ofLink: path, in: folder.map { open[$0] }))
    case .destination(let path): return .done(try kernel.destination(ofLink: path))
    case .rename(let old, let name, let folder, let rename):
      try kernel.rename(old, to: name, in: open[folder], rename, path: "f")
    case .link(let path, let name): try kernel.link(path, to: name)
    case .makeLink(let path, let destination): try makeLink(path, destination)
    case .remove(let path, let folder): try kernel.remove(path, in: folder.map { open[$0] })
    case .makeDirectory(let path): try kernel.makeDirectory(path)
    case .removeDirectory(let path): try kernel.removeDirectory(path)
    case .names(let path):
      return .done(try kernel.names(in: path).sorted().joined(separator: " "))
    case .lock(let file): return .done("\(try kernel.lock(open[file], path: "f"))")
    default: preconditionFailure("no call of a file: \(step)")
    }
    return .done("")
  }
}
