import Foundation
import TestSupport
import Testing
import UnitsCommandLine
import UnitsControl
import UnitsLinux
import UnitsStore

@Suite struct DaemonSessionTests {
  let session = Session()

  @Test func `commands print the same through a daemon as without`() throws {
    let daemon = try session.startDaemon()
    let lines = [
      "get", "set a=1 b=x", "toggle", "cas a 1 2", "cas a 1 3", "list", "list --json", "unset b",
      "get b", "dump", "set furlong", "set c [ --type json",
    ]
    let through = lines.map { session.run($0) }
    let other = Session()
    #expect(lines.map { other.run($0) } == through)
    #expect(other.content == session.content)
    let socket = "\(session.root)/run/units/unitsd.sock"
    #expect(session.run("get --socket \(socket)") == .done("metric\n"))
    withExtendedLifetime(daemon) {}
  }

  @Test func `status tells of a running daemon`() throws {
    let daemon = try session.startDaemon()
    _ = session.run("get")
    let outcome = session.run("status")
    #expect(outcome.status == 0)
    #expect(outcome.output.hasPrefix("daemon\trunning\nversion\t\(Version.text)\npid\t"))
    #expect(outcome.output.contains("\nroute\tdaemon\n"))
    #expect(outcome.output.contains("\nrevision\t1\nwatched\tyes\n"))
    #expect(session.run("status --no-daemon").status == 1)
    withExtendedLifetime(daemon) {}
  }

  @Test func `watch goes on over the end of one daemon and the start of another`() throws {
    _ = session.run("set n=0")
    let session = session
    let seen = try HandOverQueue<String>()
    let watcher = try WorkerThread(name: "watch") {
      let status = Control.run(
        arguments: ["watch"], environment: session.environment,
        streams: ControlStreams(
          output: TextSink(
            isTerminal: { false },
            write: { text in
              seen.push(text)
              return text == "n\t4\n" ? .closed : .delivered
            }),
          error: TextSink(isTerminal: { false }, write: { _ in .delivered }),
          readInput: { _ in [] }))
      #expect(status == 0)
    }
    #expect(try next(of: seen) == "n\t0\n")
    let first = try session.startDaemon()
    _ = session.run("set n=1")
    #expect(try next(of: seen) == "n\t1\n")
    first.signal(SIGKILL)
    _ = session.run("set n=2")
    #expect(try next(of: seen) == "n\t2\n")
    let second = try session.startDaemon()
    _ = session.run("set n=3")
    #expect(try next(of: seen) == "n\t3\n")
    second.signal(SIGTERM)
    _ = session.run("set n=4")
    #expect(try next(of: seen) == "n\t4\n")
    watcher.join()
  }

  /// The next text that was written.
  private func next(of queue: HandOverQueue<String>) throws -> String {
    let deadline = MonotonicTime.now() + .seconds(10)
    let readiness = try UnixSocket.wait(for: .readable, on: queue.descriptor, until: deadline)
    try #require(readiness == .ready, "nothing was written")
    return queue.drain().joined()
  }
}
