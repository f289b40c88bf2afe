import Foundation
import TestSupport
import Testing
import UnitsLinux

/// A program in a process of its own, killed with the value. What it says is read at once, so that it
/// never waits for a reader.
final class Program {
  private let running: RunningProgram
  private let output: Collected
  private let errors: Collected

  /// What a program writes, gathered by a thread. Not Foundation's process and not its threads: these
  /// leave a run loop to the thread, which is let go of when the thread ends, and then calls an
  /// allocator that the Thread Sanitizer has shut.
  private final class Collected {
    private let bytes: Guarded<[UInt8]>
    private let stopping: HandOverQueue<Void>
    private var thread: WorkerThread?

    init(_ descriptor: CInt, _ name: String) throws {
      let bytes = Guarded<[UInt8]>([])
      let stopping = try HandOverQueue<Void>()
      self.bytes = bytes
      self.stopping = stopping
      thread = try WorkerThread(name: name) {
        do {
          let loop = try EventLoop()
          try loop.watch(stopping.descriptor, for: .readable) { _ in loop.stop() }
          try loop.watch(descriptor, for: .readable) { _ in
            var chunk = [UInt8](repeating: 0, count: 65_536)
            let count = read(descriptor, &chunk, chunk.count)
            if count <= 0 { return loop.stop() }
            bytes.withLock { $0.append(contentsOf: chunk[..<count]) }
          }
          try loop.run()
        } catch {
          Issue.record("\(error)")
        }
      }
    }

    /// Waits until nobody is left who could write.
    func finish() {
      if let thread = thread.take() { thread.join() }
    }

    /// Reads no more, whoever may still write.
    func stop() {
      stopping.push(())
      finish()
    }

    var text: String { bytes.withLock { String(decoding: $0, as: UTF8.self) } }
  }

  /// Where the package's programs were built: beside the tests.
  static let products: URL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent()
  static let unitsd = products.appending(path: "unitsd").path

  /// Whether a memory, in kilobytes, is below a bound. Nothing is said of a program under a
  /// sanitizer, which keeps shadows of all that is used, and for a while what was freed.
  static func keeps(_ memory: Int, below bound: Int) -> Bool { isSanitized || memory < bound }

  static let isSanitized = ProcessInfo.processInfo.environment.keys.contains {
    $0.hasSuffix("SAN_OPTIONS")
  }

  static func isThere(_ tool: String) -> Bool { path(of: tool) != nil }

  static func path(of tool: String) -> String? {
    ["/usr/bin", "/bin", "/usr/sbin"].map { "\($0)/\(tool)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// Starts a program with this environment and no other.
  init(_ path: String, _ arguments: [String] = [], environment: [String: String] = [:]) throws {
    running = try RunningProgram([path] + arguments, environment: environment)
    running.closeInput()
    output = try Collected(running.output, "output")
    errors = try Collected(running.error, "errors")
  }

  var identifier: Int32 { running.process }
  var isRunning: Bool { running.status() == nil }

  func signal(_ number: Int32) {
    if isRunning { kill(identifier, number) }
  }

  /// Waits for the end; tells the exit status, or the signal as a negative number.
  @discardableResult
  func wait() -> Int32 {
    let status = running.waitForEnd()
    return status > 128 ? 128 - status : status
  }

  /// Everything that it wrote to standard error; waits for its end.
  func allErrors() -> String {
    errors.finish()
    return errors.text
  }

  /// What it has written to standard error so far.
  var errorsSoFar: String { errors.text }

  /// Everything that it wrote to standard output; waits for its end.
  func allOutput() -> String {
    output.finish()
    return output.text
  }

  /// The first line of standard output.
  func firstLine() -> String {
    _ = eventually(within: .seconds(60)) { output.text.contains("\n") || !isRunning }
    return output.text.split(separator: "\n", maxSplits: 1).first.map(String.init) ?? ""
  }

  /// A number of kilobytes from `/proc/PID/status`, such as `VmRSS`.
  func memory(_ field: String) -> Int {
    let status = (try? String(contentsOfFile: "/proc/\(identifier)/status", encoding: .utf8)) ?? ""
    for line in status.split(separator: "\n") where line.hasPrefix("\(field):") {
      return Int(line.filter(\.isNumber)) ?? 0
    }
    return 0
  }

  deinit {
    signal(SIGKILL)
    wait()
    output.stop()
    errors.stop()
  }
}
