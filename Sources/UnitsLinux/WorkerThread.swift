// A thread with a name.

internal import CUnitsLinux
internal import Glibc

/// A thread that runs one function to its end. It must be joined or detached.
package struct WorkerThread: ~Copyable {
  private let thread: pthread_t

  /// Starts the thread; the name (15 bytes at most) is what top(1) shows. pthread_create(3)
  package init(name: String, _ body: @escaping @Sendable () -> Void) throws(SystemError) {
    thread = try Self.start(name: name, body)
  }

  /// pthread_create(3)
  static func start(
    name: String, _ body: @escaping @Sendable () -> Void
  ) throws(SystemError) -> pthread_t {
    let start = unsafe Unmanaged.passRetained(Start(name: name, body: body))
    var thread = pthread_t()
    let code = unsafe pthread_create(
      &thread, nil,
      { argument in
        guard let argument = unsafe argument else { return nil }
        let start = unsafe Unmanaged<Start>.fromOpaque(argument).takeRetainedValue()
        unsafe units_name_thread(start.name)
        start.body()
        return nil
      }, start.toOpaque())
    guard code == 0 else {
      unsafe start.release()
      throw SystemError(operation: "pthread_create", code: code)
    }
    return thread
  }

  /// pthread_join(3)
  static func join(_ thread: pthread_t) {
    pthread_join(thread, nil)
  }

  /// Waits for the function's end. pthread_join(3)
  package consuming func join() {
    Self.join(thread)
  }

  /// Lets the thread end by itself, with nobody who waits for it. pthread_detach(3)
  package consuming func detach() {
    pthread_detach(thread)
  }

  private final class Start {
    let name: String
    let body: @Sendable () -> Void
    init(name: String, body: @escaping @Sendable () -> Void) {
      self.name = name
      self.body = body
    }
  }
}
