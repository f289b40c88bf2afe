import Foundation
import Testing
import UnitsLinux

/// The built `unitsd` on a scratch home, ended with the test.
final class ScratchDaemon {
  private let process = Foundation.Process()

  /// Starts the daemon and returns when it accepts connections.
  init(_ scratch: Scratch) throws {
    process.executableURL = URL(fileURLWithPath: Self.program)
    process.environment = [
      "HOME": "\(scratch.root)/home", "XDG_RUNTIME_DIR": "\(scratch.root)/run",
      "XDG_CONFIG_DIRS": "\(scratch.root)/site:\(scratch.root)/distribution",
    ]
    process.standardError = FileHandle.nullDevice
    try process.run()
    let deadline = MonotonicTime.now() + .seconds(20)
    while true {
      do {
        _ = try UnixSocket.connect(to: scratch.socketPath, deadline: deadline)
        return
      } catch {
        try #require(!deadline.isPast, "the daemon does not listen: \(error)")
        MonotonicTime.sleep(until: .now() + .milliseconds(2))
      }
    }
  }

  deinit {
    signal(SIGKILL)
  }

  func signal(_ number: CInt) {
    guard process.isRunning else { return }
    kill(process.processIdentifier, number)
    if number == SIGKILL || number == SIGTERM { process.waitUntilExit() }
  }

  /// The program beside the running test's own.
  private static var program: String {
    let arguments = ProcessInfo.processInfo.arguments
    var directory = URL(fileURLWithPath: arguments[0]).resolvingSymlinksInPath()
    for argument in arguments where argument.contains(".xctest") {
      directory = URL(fileURLWithPath: argument)
    }
    while directory.path != "/" {
      directory.deleteLastPathComponent()
      let candidate = directory.appendingPathComponent("unitsd").path
      var isDirectory: ObjCBool = false
      let exists = FileManager.default.fileExists(atPath: candidate, isDirectory: &isDirectory)
      if exists, !isDirectory.boolValue { return candidate }
    }
    return "unitsd"
  }
}

/// Somebody who listens where the daemon should and answers each connection with the same bytes, or
/// with none for ever.
final class FalseDaemon {
  private var listener: FileDescriptor?
  private var thread: WorkerThread?
  private let stop: HandOverQueue<Void>

  /// With nil nobody accepts: the kernel does, and the call is never read.
  init(at path: String, answering reply: [UInt8]?) throws {
    try Directory.create(splitPath(path).directory)
    let listener = try UnixSocket.listen(at: path)
    let number = listener.number
    self.listener = consume listener
    let stop = try HandOverQueue<Void>()
    self.stop = stop
    guard let reply else { return }
    thread = try WorkerThread(name: "false daemon") {
      var connections = 0
      do {
        let loop = try EventLoop()
        try loop.watch(stop.descriptor, for: .readable) { _ in loop.stop() }
        try loop.watch(number, for: .readable) { _ in
          do {
            guard let accepted = try UnixSocket.accept(from: number) else { return }
            connections += 1
            _ = try UnixSocket.wait(
              for: .readable, on: accepted.number, until: .now() + .seconds(5))
            var buffer = [UInt8](repeating: 0, count: 65_536)
            _ = try UnixSocket.receive(into: &buffer, from: accepted.number)
            _ = try UnixSocket.send(reply, from: 0, to: accepted.number)
          } catch {
            Issue.record("\(error)")
          }
        }
        try loop.run()
      } catch {
        Issue.record("\(error)")
      }
    }
  }

  deinit {
    stop.push(())
    if let thread = thread.take() { thread.join() }
  }
}
