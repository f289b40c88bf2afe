import Foundation
import Testing
import UnitsJSON
import UnitsLinux

@Suite(.timeLimit(.minutes(10))) struct ActivationTests {
  /// Opens sockets that everybody may connect to, and becomes the daemon that inherits them.
  private static let launcher = """
    import os, socket, sys
    names, *paths, program = sys.argv[1:]
    listeners = []
    for path in paths:
        listener = socket.socket(socket.AF_UNIX)
        listener.bind(path)
        os.chmod(path, 0o777)
        listener.listen()
        listeners.append(os.dup(listener.fileno()))
    kept = [os.dup2(number, 100 + index) for index, number in enumerate(listeners)]
    for index, number in enumerate(kept):
        os.dup2(number, 3 + index)
        os.set_inheritable(3 + index, True)
    os.environ.update(LISTEN_FDS=str(len(paths)), LISTEN_PID=str(os.getpid()))
    if names: os.environ["LISTEN_FDNAMES"] = names
    os.execv(program, [program])
    """

  /// What comes before the daemon's path to hand over a socket for each name; an empty text for one
  /// without a name.
  private func command(_ folder: TestFolder, _ names: String) throws -> [String]? {
    guard let python = Program.path(of: "python3") else {
      SharedData.skip("python3 is missing")
      return nil
    }
    var paths: [String] = []
    for folderName in ["run", "run-readonly"].prefix(max(1, names.split(separator: ":").count)) {
      let directory = "\(folder.path)/\(folderName)"
      try FileManager.default.createDirectory(
        atPath: directory, withIntermediateDirectories: false,
        attributes: [.posixPermissions: 0o755])
      paths.append("\(directory)/unitsd.sock")
    }
    return [python, "-c", Self.launcher, names] + paths
  }

  private func start(_ folder: TestFolder, _ names: String = "") throws -> DaemonProcess? {
    try command(folder, names).map { try DaemonProcess(folder, launcher: $0) }
  }

  @Test func `each inherited socket is what its name says`() throws {
    let folder = try TestFolder(on: .memory)
    guard let daemon = try start(folder, "varlink:varlink-readonly") else { return }
    #expect(try ParsedReply(daemon.client().call(Calls.set("{\"n\":1}"))).error == nil)
    let reader = try Client(folder.readOnlySocketPath)
    #expect(try ParsedReply(reader.call(Calls.get())).values["n"] == .integer(1))
    let refusal = try ParsedReply(reader.call(Calls.set("{\"n\":2}"))).error
    #expect(refusal == "org.varlink.service.PermissionDenied")
    #expect(daemon.end() == 0)
    #expect(FileManager.default.fileExists(atPath: folder.readOnlySocketPath))
  }

  @Test func `a socket of another name is not guessed at`() throws {
    let folder = try TestFolder(on: .memory)
    guard let launcher = try command(folder, "surprise") else { return }
    let program = try Program(
      launcher[0], Array(launcher.dropFirst()) + [Program.unitsd],
      environment: DaemonProcess.environment(folder))
    #expect(program.wait() == 64)
    #expect(
      program.allErrors() == "unitsd: socket of an unknown name handed over: surprise\n")
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
