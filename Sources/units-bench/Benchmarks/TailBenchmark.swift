// A reader is not held up by writers.

internal import Glibc
internal import UnitsLinux

/// The 99th percentile of a Get while 64 writers commit without a pause, beside the same alone.
enum TailBenchmark {
  private static let duration: Duration = .seconds(2)

  static func run(on bench: Workbench) throws -> [Row] {
    let pair = try GetAndEcho.start(on: bench)
    var caller = try Caller(to: pair.daemon.socketPath)
    var alone = Samples()
    for _ in 0..<bench.rounds * 20 { try alone.measure { try caller.call(pair.frame) } }

    let path = pair.daemon.socketPath
    let load = try WorkerThread(name: "writers") {
      do {
        let load = try Load(
          clients: WritersBenchmark.writers, to: path, WritersBenchmark.frame)
        _ = try load.run(for: duration)
      } catch {
        StandardStream.error.write("units-bench: writers: \(error)\n")
      }
    }
    var busy = Samples()
    // The writers connect at first and drain at last: what they do in between is measured.
    let start = MonotonicTime.now() + .milliseconds(200)
    let end = MonotonicTime.now() + duration
    MonotonicTime.sleep(until: start)
    do {
      while !end.isPast { try busy.measure { try caller.call(pair.frame) } }
    } catch {
      load.join()
      throw error
    }
    load.join()
    return [
      Row(
        "Get, 99th percentile, while \(WritersBenchmark.writers) writers commit",
        busy.percentile(99), beside: "alone", alone.percentile(99), aim: .ratioAtMost(5)),
      Row("the same, median", busy.median, beside: "alone", alone.median, aim: .none),
    ]
  }
}
