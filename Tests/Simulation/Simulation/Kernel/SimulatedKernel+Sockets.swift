// The calls that concern sockets.

internal import Glibc
package import UnitsLinux

extension SimulatedKernel {
  private var credentials: UnixSocket.Peer { UnixSocket.Peer(user: user, process: process) }

  package func listen(at path: String) throws(SystemError) -> CInt {
    var operation = "socket"
    return try performSocket(.listen, path, &operation) { operation throws(Refusal) in
      try allowDescriptor()
      operation = "bind"
      try allowAddress(path)
      let place: Disk.Place
      do throws(Refusal) {
        place = try machine.disk.walk(path, in: nil, .named, as: user)
        guard place.inode == nil else { throw Refusal(EADDRINUSE) }
      } catch {
        throw error
      }
      let entry = try machine.disk.make(.socket, at: place, mode: 0o600, as: user)
      let listener = Listener(credentials)
      entry.inode.listener = listener
      return try add(listener)
    }
  }

  /// A refusal is told under the step that it came from.
  private func performSocket<Result>(
    _ call: Call, _ path: String, _ operation: inout String,
    _ body: (inout String) throws(Refusal) -> Result
  ) throws(SystemError) -> Result {
    try enter(call, operation, path)
    do throws(Refusal) {
      let result = try body(&operation)
      leave("\(call) \(path) -> \(result)")
      return result
    } catch {
      leave("\(call) \(path) -> \(Self.name(of: error.code))")
      throw SystemError(
        operation: operation, path: operation == "socket" ? nil : path, code: error.code)
    }
  }

  private func allowAddress(_ path: String) throws(Refusal) {
    if path.utf8.count > UnixSocket.maximumPathLength { throw Refusal(ENAMETOOLONG) }
    if path.utf8.isEmpty || path.utf8.contains(0) { throw Refusal(EINVAL) }
  }

  package func connect(to path: String) throws(SystemError) -> CInt {
    var operation = "socket"
    return try performSocket(.connect, path, &operation) { operation throws(Refusal) in
      try allowDescriptor()
      operation = "connect"
      try allowAddress(path)
      let inode = try machine.disk.find(path, .followed, as: user)
      guard machine.disk.may(.write, inode, user) else { throw Refusal(EACCES) }
      guard let listener = inode.listener else { throw Refusal(ECONNREFUSED) }
      // Linux refuses one that finds more waiting than were asked for.
      guard listener.queue.count <= machine.policy.backlog else { throw Refusal(EAGAIN) }
      let client = Socket(peer: listener.owner)
      let server = Socket(peer: credentials)
      (client.other, server.other) = (server, client)
      client.limit = machine.policy.socketBuffer
      server.limit = machine.policy.socketBuffer
      let number = try add(client)
      listener.queue.append(server)
      listener.stir(machine)
      return number
    }
  }

  package func accept(from listener: CInt) throws(SystemError) -> CInt? {
    try perform(.accept, "accept4") { () throws(Refusal) in
      let listener = try object(listener, Listener.self, otherwise: EINVAL)
      try allowDescriptor()
      guard !listener.queue.isEmpty else { return nil }
      return try add(listener.queue.removeFirst())
    }
  }

  package func peer(of socket: CInt) throws(SystemError) -> UnixSocket.Peer {
    try perform(.peer, "getsockopt") { () throws(Refusal) in
      try object(socket, Socket.self, otherwise: ENOTSOCK).peer
    }
  }

  package func send(
    _ bytes: [UInt8], from offset: Int, to socket: CInt
  ) throws(SystemError) -> UnixSocket.Transfer {
    try perform(.send, "send") { () throws(Refusal) in
      let socket = try object(socket, Socket.self, otherwise: ENOTSOCK)
      guard let other = socket.other, !socket.isEndOfOutput else { return .closed }
      let room = max(0, other.limit - other.incoming.count)
      if room == 0 { return .wouldBlock }
      let count = piece(of: min(room, bytes.count - offset))
      other.incoming.append(contentsOf: bytes[offset..<offset + count])
      other.stir(machine)
      return .bytes(count)
    }
  }

  package func receive(
    into buffer: inout [UInt8], from socket: CInt
  ) throws(SystemError) -> UnixSocket.Transfer {
    let room = buffer.count
    let found = try perform(.receive, "recv") { () throws(Refusal) in
      let socket = try object(socket, Socket.self, otherwise: ENOTSOCK)
      guard !socket.incoming.isEmpty else {
        socket.wasReset = false
        return socket.isEndOfInput ? Received.closed : .nothing
      }
      let count = piece(of: min(room, socket.incoming.count))
      let bytes = socket.incoming.prefix(count)
      socket.incoming.removeFirst(count)
      socket.other?.stir(machine)
      return .bytes(Bytes(bytes))
    }
    switch found {
    case .closed: return .closed
    case .nothing: return .wouldBlock
    case .bytes(let bytes):
      buffer.replaceSubrange(..<bytes.bytes.count, with: bytes.bytes)
      return .bytes(bytes.bytes.count)
    }
  }

  private enum Received {
    case closed
    case nothing
    case bytes(Bytes)
  }

  package func shutDownReceiving(_ socket: CInt) throws(SystemError) {
    try perform(.control, "shutdown") { () throws(Refusal) in
      let socket = try object(socket, Socket.self, otherwise: ENOTSOCK)
      socket.isEndOfInput = true
      socket.other?.isEndOfOutput = true
      socket.other?.stir(machine)
      socket.stir(machine)
    }
  }

  /// Ends the sending direction. shutdown(2)
  package func shutDownSending(_ socket: CInt) throws(SystemError) {
    try perform(.control, "shutdown") { () throws(Refusal) in
      let socket = try object(socket, Socket.self, otherwise: ENOTSOCK)
      socket.isEndOfOutput = true
      socket.other?.isEndOfInput = true
      socket.other?.stir(machine)
      socket.stir(machine)
    }
  }
}
