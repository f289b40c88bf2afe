import UnitsLinux
import UnitsProtocol
import Varlink

@testable import UnitsDaemon

/// Made once and kept. The leak detector does not see through the bits by which Swift tags pointers,
/// and would take what only this holds for lost.
private let dispatcher: Dispatcher = {
  ignoreAllocations()
  defer { mindAllocations() }
  return Dispatcher(version: "1", kernel: .linux)
}()

@_silgen_name("__lsan_disable") private func ignoreAllocations()
@_silgen_name("__lsan_enable") private func mindAllocations()

/// Any bytes on a connection are calls or close it, and every call has an action. Torn or whole, the
/// bytes earn the same replies, and a client can read each of them.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard count > 0 else { return 0 }
  let input = Array(UnsafeBufferPointer(start: start, count: count))
  // The first byte says how the rest is torn.
  let bytes = Array(input.dropFirst())
  let whole = serve(bytes, pieces: max(1, bytes.count))
  let torn = serve(bytes, pieces: Int(input[0]) % 64 + 1)
  precondition(whole == torn, "how bytes arrive changes nothing")
  listen(to: whole.output, calls: whole.calls)
  // What a server sends may be anything as well.
  _ = read(bytes, pieces: Int(input[0]) % 64 + 1, modes: [.single, .more, .single, .more])
  return 0
}

private struct Served: Equatable {
  var output: [UInt8] = []
  var calls: [Call.Mode] = []
  var violation: ProtocolViolation?
  var isFinished = false
}

private func serve(_ bytes: [UInt8], pieces size: Int) -> Served {
  var connection = ServerConnection(maximumCallSize: 4_096)
  var served = Served()
  func takeCalls() {
    do throws(ProtocolViolation) {
      var reply: any UnitsReply = Reply.success()
      while try connection.next(reading: { call in
        served.calls.append(call.mode)
        if case .answer(let answer) = dispatcher.action(for: call) { reply = answer }
      }) {
        connection.encode(reply.outcome, into: &served.output) { reply.write(into: &$0) }
        reply = Reply.success()
      }
    } catch {
      served.violation = error
    }
  }
  var start = 0
  while start < bytes.count {
    let end = min(start + size, bytes.count)
    connection.receive(bytes.span.extracting(start..<end))
    takeCalls()
    start = end
  }
  connection.receiveEnd()
  takeCalls()
  served.isFinished = connection.isFinished
  return served
}

/// Reads what the server sent; each reply has to be one.
private func listen(to output: [UInt8], calls: [Call.Mode]) {
  guard let replies = read(output, pieces: max(1, output.count), modes: calls) else {
    preconditionFailure("a client understands every reply")
  }
  precondition(replies == calls.count(where: { $0 != .oneway }), "each call has its reply")
}

/// The number of replies that a client reads, nil if it closes the connection.
private func read(_ bytes: [UInt8], pieces size: Int, modes: [Call.Mode]) -> Int? {
  var connection = ClientConnection(maximumReplySize: 1 << 20)
  var sent: [UInt8] = []
  for mode in modes {
    // No method of ours upgrades, so that each such call is answered as one without.
    let mode = mode == .upgrade ? .single : mode
    connection.send(Call(method: "a.b.C", mode: mode), into: &sent)
  }
  var replies = 0
  var start = 0
  while start < bytes.count {
    let end = min(start + size, bytes.count)
    connection.receive(bytes.span.extracting(start..<end))
    do throws(ProtocolViolation) {
      while let reply = try connection.next() {
        _ = ServiceError(reply)
        replies += 1
      }
    } catch {
      return nil
    }
    start = end
  }
  return replies
}
