import Foundation
import Testing
import UnitsControl
import UnitsLinux

@Suite struct WatchCommandTests {
  let session = Session()

  @Test func `watch prints the state and then every change`() {
    _ = session.run("set a=1 b=x")
    let lines = watch("watch", lines: 5) { session, line in
      switch line {
      case 2: _ = session.run("set b=y")
      case 3: _ = session.run("unset a")
      case 4: _ = session.run(["set", "c", "1\n2"])
      default: break
      }
    }
    #expect(lines == ["a\t1", "b\tx", "b\ty", "a\t--", "c\t1\\n2"])
  }

  @Test func `watch leaves out what it is told to`() throws {
    _ = session.run("set a=1 b.c=2")
    // The watch says nothing before the first change, so another thread makes changes until it does.
    let session = session
    let isSeen = try HandOverQueue<Void>()
    let changer = try WorkerThread(name: "changer") {
      var number = 3
      while isSeen.take().isEmpty {
        _ = session.run("set a=\(number) b.c=\(number)")
        number += 1
      }
    }
    let lines = watch("watch b. --changes", lines: 1) { _, _ in }
    isSeen.push(())
    changer.join()
    #expect(lines.first?.hasPrefix("b.c\t") == true)
    #expect(lines.first != "b.c\t2")
  }

  @Test func `watch in JSON has an object a line`() {
    _ = session.run("set a=1")
    let lines = watch("watch --json", lines: 2) { session, line in
      if line == 1 { _ = session.run("unset a") }
    }
    #expect(lines == [#"{"key":"a","value":1}"#, #"{"key":"a","value":null}"#])
  }

  @Test func `watch ends when its reader has gone`() throws {
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    let descriptor = pipe.fileHandleForWriting.fileDescriptor
    let status = Control.run(
      arguments: ["watch"], environment: session.environment,
      streams: ControlStreams(
        output: TextSink(
          descriptor: descriptor, isTerminal: { false }, write: { _ in .delivered }),
        error: TextSink(.error), readInput: { _ in [] }))
    #expect(status == 0)
  }

  /// Watches until so many lines have come; `meanwhile` hears how many there are, once after each
  /// write.
  private func watch(
    _ line: String, lines: Int, meanwhile: (Session, Int) -> Void
  ) -> [String] {
    var text = ""
    let status = withoutActuallyEscaping(meanwhile) { meanwhile in
      Control.run(
        arguments: line.split(separator: " ").map(String.init), environment: session.environment,
        streams: ControlStreams(
          output: TextSink(
            isTerminal: { false },
            write: { more in
              text += more
              let count = text.split(separator: "\n").count
              if count >= lines { return .closed }
              meanwhile(session, count)
              return .delivered
            }),
          error: TextSink(isTerminal: { false }, write: { _ in .delivered }),
          readInput: { _ in [] }))
    }
    #expect(status == 0)
    return text.split(separator: "\n").map(String.init)
  }
}
