import UnitsJSON
import UnitsLinux

/// A client that sends bytes and looks at bytes. Every wait ends, with an error, after a time that
/// no loaded machine needs.
final class Client {
  static let patience: Duration = Program.isSanitized ? .seconds(300) : .seconds(60)

  let socket: FileDescriptor
  private var input: [UInt8] = []
  private var searched = 0
  private(set) var hasEnded = false

  init(_ path: String) throws {
    socket = try UnixSocket.connect(to: path, deadline: .now() + Self.patience)
  }

  // MARK: Sending

  func send(_ call: String) throws {
    try send(bytes: Array(call.utf8) + [0])
  }

  func send(bytes: some Sequence<UInt8>) throws {
    let bytes = Array(bytes)
    let deadline = MonotonicTime.now() + Self.patience
    var offset = 0
    while offset < bytes.count {
      switch try UnixSocket.send(bytes, from: offset, to: socket.number) {
      case .bytes(let count): offset += count
      case .wouldBlock: try wait(for: .writable, deadline, "sending")
      case .closed: throw TestFailure("closed while sending")
      }
    }
  }

  /// Sends until the kernel takes no more; tells how many bytes it took, or nil if closed.
  func sendWhatFits(_ bytes: [UInt8]) throws -> Int? {
    var offset = 0
    while offset < bytes.count {
      switch try UnixSocket.send(bytes, from: offset, to: socket.number) {
      case .bytes(let count): offset += count
      case .wouldBlock: return offset
      case .closed: return nil
      }
    }
    return offset
  }

  func finishSending() throws {
    try UnixSocket.shutDownSending(socket.number)
  }

  // MARK: Receiving

  /// The next reply without its NUL; nil at the end.
  func nextReply() throws -> String? {
    let deadline = MonotonicTime.now() + Self.patience
    while true {
      if let frame = takeFrame() { return frame }
      if hasEnded { return nil }
      if try receive() == .wouldBlock { try wait(for: .readable, deadline, "receiving") }
    }
  }

  func reply() throws -> String {
    guard let reply = try nextReply() else { throw TestFailure("closed instead of a reply") }
    return reply
  }

  func call(_ call: String) throws -> String {
    try send(call)
    return try reply()
  }

  /// Every reply up to the end.
  func readToEnd() throws -> [String] {
    var replies: [String] = []
    while let reply = try nextReply() { replies.append(reply) }
    return replies
  }

  /// The replies that have come, without waiting.
  func takeReplies() throws -> [String] {
    while !hasEnded, try receive() != .wouldBlock {}
    var replies: [String] = []
    while let frame = takeFrame() { replies.append(frame) }
    return replies
  }

  /// Bytes behind the last whole reply.
  var remainder: Int { input.count }

  private func receive() throws -> UnixSocket.Transfer {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let transfer = try UnixSocket.receive(into: &buffer, from: socket.number)
    switch transfer {
    case .bytes(let count): input.append(contentsOf: buffer[..<count])
    case .closed: hasEnded = true
    case .wouldBlock: break
    }
    return transfer
  }

  private func takeFrame() -> String? {
    guard let end = input[searched...].firstIndex(of: 0) else {
      searched = input.count
      return nil
    }
    let frame = String(decoding: input[..<end], as: UTF8.self)
    input.removeSubrange(...end)
    searched = 0
    return frame
  }

  private func wait(
    for interest: EventLoop.Interest, _ deadline: MonotonicTime, _ what: String
  ) throws {
    if try UnixSocket.wait(for: interest, on: socket.number, until: deadline) == .timedOut {
      throw TestFailure("nothing happened while \(what)")
    }
  }
}

/// Calls by their short names.
enum Calls {
  static func get(_ parameters: String = "{}") -> String { call("preferences.Get", parameters) }
  static func set(_ values: String) -> String {
    call("preferences.Set", "{\"values\":\(values)}")
  }
  static func set(_ values: String, group: String) -> String {
    call("preferences.Set", "{\"group\":\"\(group)\",\"values\":\(values)}")
  }
  static func compareAndSet(_ expected: String, _ values: String) -> String {
    call("preferences.CompareAndSet", "{\"expected\":\(expected),\"values\":\(values)}")
  }
  static func monitor(_ parameters: String = "{}") -> String {
    "{\"method\":\"dev.units.preferences.Monitor\",\"parameters\":\(parameters),\"more\":true}"
  }
  static let status = call("daemon.GetStatus", "{}")
  static let information = "{\"method\":\"org.varlink.service.GetInfo\"}"

  static func call(_ method: String, _ parameters: String) -> String {
    "{\"method\":\"dev.units.\(method)\",\"parameters\":\(parameters)}"
  }
}

/// A reply, looked into.
struct ParsedReply {
  let members: JSONObject

  init(_ text: String) throws {
    members = try JSONValue(parsing: text).objectValue ?? [:]
  }

  var error: String? { members["error"]?.stringValue }
  var parameters: JSONObject { members["parameters"]?.objectValue ?? [:] }
  var values: JSONObject { parameters["values"]?.objectValue ?? [:] }
  var revision: Int { parameters["revision"]?.integerValue ?? -1 }
  var isComplete: Bool { parameters["complete"]?.boolValue ?? false }
  var counters: JSONObject { parameters["counters"]?.objectValue ?? [:] }
}
