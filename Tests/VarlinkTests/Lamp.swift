import Glibc
import UnitsJSON
import Varlink

/// A lamp that stays as bright as the last caller wanted.
struct Lamp {
  static let text = """
    # A lamp.
    interface org.example.lamp

    # Sets how bright it is, and tells how bright it was.
    method Dim(level: int) -> (previous: int)

    # It gets no brighter than this.
    error TooBright (greatest: int)
    """

  let service: Service
  var level = 0

  init() throws {
    service = Service(
      vendor: "Example", product: "Lamp", version: "1", url: "https://example.org/lamp",
      interfaces: [try InterfaceDescription(parsing: Self.text)])
  }

  mutating func reply(to call: Call) -> Reply {
    if case .answered(let reply) = service.route(call) { return reply }
    if let name = service.invalidParameter(in: call) { return .error(.invalidParameter(name)) }
    guard let wanted = call.parameters["level"]?.integerValue, wanted <= 10 else {
      return .error("org.example.lamp.TooBright", ["greatest": .integer(10)])
    }
    defer { level = wanted }
    return .success(["previous": .integer(level)])
  }

  /// Serves one connection to its end: `socat UNIX-LISTEN:lamp EXEC:./lamp` gives standard input
  /// and output as one.
  mutating func serve(reading input: CInt, writing output: CInt) throws {
    var connection = ServerConnection(maximumCallSize: 1_048_576)
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while !connection.isFinished {
      let count = read(input, &buffer, buffer.count)
      if count > 0 {
        connection.receive(buffer.span.extracting(..<count))
      } else {
        connection.receiveEnd()
      }
      var replies: [UInt8] = []
      defer { _ = write(output, replies, replies.count) }
      while let call = try connection.next() {
        connection.encode(reply(to: call), into: &replies)
      }
    }
  }
}
