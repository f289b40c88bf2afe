internal import Glibc
internal import UnitsClient
internal import UnitsCommandLine
internal import UnitsJSON
internal import UnitsLinux
internal import UnitsProtocol
internal import UnitsStore

/// `load`: a group from JSON.
enum LoadCommand {
  /// A group's file may have twice its limit in white space.
  private static let fileLimit = 2 * GroupDocument.maximumSize

  static func run(_ invocation: Invocation) throws(ControlFailure) -> ExitStatus {
    let path = invocation.operands[0]
    let bytes = try read(path, invocation)
    let value: JSONValue
    do throws(JSONError) { value = try JSONValue(parsing: bytes) } catch {
      throw ControlFailure(.badData, "\(error): \(path)")
    }
    guard case .object(let values) = value else {
      throw ControlFailure(.badData, "not a JSON object: \(path)")
    }
    // A daemon would hang up on a call that is far too large.
    let size = GroupDocument(SortedMembers(values)).size
    guard size <= GroupDocument.maximumSize else { throw tooLarge(path) }
    let extent: CommitRequest.Extent = invocation.arguments.has(.replace) ? .replace : .merge
    try translating { () throws(ClientError) in
      try invocation.client.set(values, extent: extent)
    }
    return .done
  }

  private static func read(
    _ path: String, _ invocation: Invocation
  ) throws(ControlFailure) -> [UInt8] {
    let bytes: [UInt8]
    do throws(SystemError) {
      if path == "-" {
        bytes = try invocation.streams.readInput(fileLimit)
      } else {
        bytes = try openFile(path, flags: O_RDONLY).readToEnd(path: path, limit: fileLimit)
      }
    } catch {
      if error.code == EFBIG { throw tooLarge(path) }
      throw ControlFailure(.badData, error.description)
    }
    guard bytes.count <= fileLimit else { throw tooLarge(path) }
    return bytes
  }

  private static func tooLarge(_ path: String) -> ControlFailure {
    ControlFailure(.badData, "larger than \(GroupDocument.maximumSize) bytes: \(path)")
  }
}
