import UnitsJSON
import Varlink

/// A server without a socket: answers bytes as a service with no interface of its own does.
struct Peer {
  let service: Service
  private var connection = ServerConnection(maximumCallSize: 2 * 1024 * 1024)
  /// What was sent, before each reply's NUL.
  private(set) var replies: [String] = []
  private(set) var isClosed = false

  init(interfaces: [InterfaceDescription] = []) {
    service = Service(
      vendor: "Example", product: "Peer", version: "1", url: "https://example.org/",
      interfaces: interfaces)
  }

  mutating func receive(_ bytes: [UInt8]) {
    guard !isClosed else { return }
    connection.receive(bytes.span)
    answerCalls()
  }

  mutating func receiveEnd() {
    guard !isClosed else { return }
    connection.receiveEnd()
    answerCalls()
  }

  private mutating func answerCalls() {
    var output: [UInt8] = []
    do {
      while let call = try connection.next() {
        switch service.route(call) {
        case .answered(let reply): connection.encode(reply, into: &output)
        case .method: connection.encode(.success(), into: &output)
        }
      }
      isClosed = connection.isFinished
    } catch {
      isClosed = true
    }
    replies += output.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
  }
}
