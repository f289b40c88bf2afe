// A program that is run to its end, however it ends, with bounds of memory and of time.

internal import CUnitsLinux
internal import Glibc
package import UnitsLinux

/// Runs a program that may be led astray by what it reads.
package enum BoundedChild {
  package struct Bounds: Sendable {
    /// Of its address space, in bytes.
    package var memory: UInt64
    /// Of the processor's time.
    package var processorSeconds: UInt64
    /// Of all time.
    package var seconds: UInt64

    package init(memory: UInt64, processorSeconds: UInt64, seconds: UInt64) {
      self.memory = memory
      self.processorSeconds = processorSeconds
      self.seconds = seconds
    }
  }

  package enum Ending: Equatable, Sendable {
    case exited(Int32)
    /// By a signal of this number.
    case killed(Int32)
    /// It had used all the time that it was given.
    case overtime
  }

  package struct Result: Equatable, Sendable {
    package let ending: Ending
    package let output: String
    package let error: String
  }

  /// No more of what it writes is kept.
  private static let outputLimit = 1 << 20

  /// Runs a program until it ends, or its time is over. units_start_bounded, poll(2), waitpid(2)
  package static func run(
    _ program: String, _ arguments: [String], _ bounds: Bounds
  ) throws(SystemError) -> Result {
    let output = try pipe()
    let error = try pipe()
    let outputEnd = FileDescriptor(owning: output.read)
    let errorEnd = FileDescriptor(owning: error.read)
    let process = try start(
      program, arguments, FileDescriptor(owning: output.write), FileDescriptor(owning: error.write),
      bounds)
    var texts: [[UInt8]] = [[], []]
    let isInTime = gather(
      [outputEnd.number, errorEnd.number], into: &texts,
      until: .now() + .seconds(Int64(clamping: bounds.seconds)))
    if !isInTime { kill(process, SIGKILL) }
    let status = wait(for: process)
    let signal = status & 0x7F
    let ending: Ending =
      if !isInTime || signal == SIGXCPU {
        .overtime
      } else if signal != 0 {
        .killed(signal)
      } else {
        .exited(status >> 8 & 0xFF)
      }
    return Result(
      ending: ending, output: String(decoding: texts[0], as: UTF8.self),
      error: String(decoding: texts[1], as: UTF8.self))
  }

  private static func pipe() throws(SystemError) -> (read: CInt, write: CInt) {
    var ends: [CInt] = [-1, -1]
    try systemCall("pipe") { unsafe Glibc.pipe(&ends) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  /// The child's ends are closed here when it has them.
  private static func start(
    _ program: String, _ arguments: [String], _ output: consuming FileDescriptor,
    _ error: consuming FileDescriptor, _ bounds: Bounds
  ) throws(SystemError) -> pid_t {
    var words: [UnsafeMutablePointer<CChar>?] = unsafe ([program] + arguments).map {
      unsafe FileName.duplicate($0)
    }
    unsafe words.append(nil)
    defer { unsafe words.forEach { unsafe free($0) } }
    return try systemCall("fork", program) {
      unsafe units_start_bounded(
        program, words, output.number, error.number, bounds.memory, bounds.processorSeconds)
    }
  }

  /// Reads both ends until nobody writes to them; false if that has not come in time.
  private static func gather(
    _ ends: [CInt], into texts: inout [[UInt8]], until deadline: MonotonicTime
  ) -> Bool {
    var isOpen = ends.map { _ in true }
    while isOpen.contains(true) {
      let rest = (deadline.nanoseconds - MonotonicTime.now().nanoseconds) / 1_000_000
      guard rest > 0 else { return false }
      var waits = ends.indices.map { place in
        pollfd(fd: isOpen[place] ? ends[place] : -1, events: Int16(POLLIN), revents: 0)
      }
      guard unsafe poll(&waits, nfds_t(waits.count), CInt(clamping: min(rest, 60_000))) > 0 else {
        continue
      }
      for place in ends.indices where waits[place].revents != 0 {
        var piece: [UInt8] = []
        do throws(SystemError) {
          isOpen[place] = try readBytes(ends[place], appendingTo: &piece, limit: 65_536) > 0
        } catch {
          isOpen[place] = false
        }
        texts[place] += piece.prefix(outputLimit - texts[place].count)
      }
    }
    return true
  }

  private static func wait(for process: pid_t) -> CInt {
    var status: CInt = 0
    while unsafe waitpid(process, &status, 0) < 0 {
      if errno != EINTR { return 0xFF00 }
    }
    return status
  }
}

/// What people call a signal.
package func signalName(_ number: Int32) -> String {
  unsafe strsignal(number).map { unsafe String(cString: $0) } ?? "signal \(number)"
}
