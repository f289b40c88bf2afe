import Foundation
import Testing
import UnitsJSON
import UnitsLinux

@Suite(.timeLimit(.minutes(10))) struct ActivationTests {
  /// Opens a socket that everybody may connect to, and becomes the daemon that inherits it.
  private static let launcher = """
    import os, socket, sys
    path, program = sys.argv[1:]
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(path)
    os.chmod(path, 0o777)
    listener.listen()
    os.dup2(listener.fileno(), 3)
    os.set_inheritable(3, True)
    os.environ.update(LISTEN_FDS="1", LISTEN_PID=str(os.getpid()))
    os.execv(program, [program])
    """

  private func start(_ folder: TestFolder) throws -> DaemonProcess? {
    guard let python = Program.path(of: "python3") else {
      SharedData.skip("python3 is missing")
      return nil
    }
    try FileManager.default.createDirectory(
      atPath: "\(folder.path)/run", withIntermediateDirectories: false,
      attributes: [.posixPermissions: 0o755])
    return try DaemonProcess(folder, launcher: [python, "-c", Self.launcher, folder.socketPath])
  }

  @Test func `an inherited socket is served and left where it is`() throws {
    let folder = try TestFolder(on: .memory)
    guard let daemon = try start(folder) else { return }
    let client = try daemon.client()
    #expect(try ParsedReply(client.call(Calls.set("{\"n\":1}"))).error == nil)
    let socket = try ParsedReply(client.call(Calls.status)).parameters["socket"]
    #expect(socket == .string(folder.socketPath))
    #expect(daemon.end() == 0)
    #expect(FileManager.default.fileExists(atPath: folder.socketPath), "it is the manager's")
  }

  @Test func `another user is refused before a word is read`() throws {
    guard geteuid() == 0, let setpriv = Program.path(of: "setpriv"),
      let socat = Program.path(of: "socat")
    else { return SharedData.skip("root, setpriv or socat is missing") }
    let folder = try TestFolder(on: .memory)
    guard let daemon = try start(folder) else { return }
    let call = Calls.information.replacingOccurrences(of: "\"", with: "\\\"")
    let pipe = "printf \"\(call)\\0\" | \(socat) -t60 - UNIX-CONNECT:\(folder.socketPath)"
    let nobody = ["--reuid=65534", "--regid=65534", "--clear-groups", "/bin/sh", "-c", pipe]
    let stranger = try Program(setpriv, nobody, environment: ["PATH": "/usr/bin:/bin"])
    #expect(stranger.allOutput() == "")
    stranger.wait()
    let owner = try Program("/bin/sh", ["-c", pipe], environment: ["PATH": "/usr/bin:/bin"])
    #expect(owner.allOutput().hasPrefix("{\"parameters\""))
    let counters = try ParsedReply(daemon.client().call(Calls.status)).counters
    #expect(counters["refused"] == .integer(1))
    #expect(daemon.end() == 0)
    #expect(daemon.program.allErrors() == "unitsd: connection of user 65534 refused\n")
  }
}
