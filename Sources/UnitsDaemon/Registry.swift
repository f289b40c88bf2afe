// Where a client that knows an interface by its name finds who serves it: a directory of symbolic
// links, named for interfaces, that lead to sockets. A name belongs to whoever took it first; only
// links that lead to our own socket are ever kept as ours or removed.

internal import Glibc
internal import UnitsLinux

/// The links by which this daemon's interfaces are found.
struct Registry: Sendable {
  private let socket: String
  private let links: [String]

  /// `$XDG_RUNTIME_DIR/varlink/registry`; nil where there is no such variable.
  static func directory(environment: Environment) -> String? {
    guard let directory = environment["XDG_RUNTIME_DIR"], directory.utf8.first == UInt8(ascii: "/")
    else { return nil }
    return "\(directory)/varlink/registry"
  }

  /// Makes a link for each interface. One that cannot be made is told to the log and done without:
  /// the daemon serves all the same. A relative path of a socket is not registered, since no link
  /// could lead to it.
  init(directory: String, socket: String, interfaces: [String], log: Log) {
    self.socket = socket
    guard socket.utf8.first == UInt8(ascii: "/") else {
      links = []
      return
    }
    do throws(Directory.Refusal) { try Self.prepare(directory) } catch {
      log(.warning, "not registered: \(error)")
      links = []
      return
    }
    var links: [String] = []
    for interface in interfaces {
      let link = "\(directory)/\(interface)"
      do throws(SystemError) {
        try Self.make(link, to: socket)
        links.append(link)
      } catch {
        log(.warning, "not registered: \(error)")
      }
    }
    self.links = links
  }

  /// Removes the links that still lead to this daemon's socket.
  func remove() {
    for link in links where Self.leads(link, to: socket) {
      // Whoever was quicker to remove it has settled the matter.
      try? removeFile(link)
    }
  }

  private static func prepare(_ directory: String) throws(Directory.Refusal) {
    try Directory.create(directory)
    try Directory.check(directory)
  }

  /// A link that a killed daemon left behind on the same socket is as good as a new one.
  private static func make(_ link: String, to socket: String) throws(SystemError) {
    do throws(SystemError) {
      try SymbolicLink.make(at: link, to: socket)
    } catch {
      guard error.code == EEXIST, leads(link, to: socket) else { throw error }
    }
  }

  private static func leads(_ link: String, to socket: String) -> Bool {
    // What cannot be read leads nowhere.
    (try? SymbolicLink.destination(of: link)) == socket
  }
}
