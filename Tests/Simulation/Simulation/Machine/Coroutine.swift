// A thread of a simulated program.

internal import CSimulation

/// A function that runs on a stack of its own and stops only inside a kernel call.
@safe final class Coroutine {
  enum State {
    case ready
    /// For something to stir, or for its deadline.
    case waiting
    case finished
  }

  let name: String
  let kernel: SimulatedKernel
  var state = State.ready
  /// When it is ready whatever happens; `Int64.max` if never.
  var deadline = Int64.max
  /// How often it is chosen beside the others.
  var weight = 1
  /// Those who wait for its end.
  var joiners: [Coroutine] = []
  /// Calls that it made after its process was killed.
  var callsAfterDeath = 0
  private let start: Start
  private let handle: OpaquePointer

  private final class Start {
    var body: (() -> Void)?
    init(_ body: @escaping () -> Void) { self.body = body }
  }

  init(name: String, kernel: SimulatedKernel, _ body: @escaping () -> Void) {
    self.name = name
    self.kernel = kernel
    start = Start(body)
    let created = unsafe simulation_create(
      { argument in
        guard let argument = unsafe argument else { return }
        unsafe Coroutine.begin(argument)
      }, Unmanaged.passUnretained(start).toOpaque())
    guard let created = unsafe created else { fatalError("no memory for a stack") }
    unsafe handle = created
  }

  /// What it holds is released before its stack is left for good.
  private static func begin(_ argument: UnsafeMutableRawPointer) {
    let start = unsafe Unmanaged<Start>.fromOpaque(argument).takeUnretainedValue()
    let body = start.body
    start.body = nil
    body?()
  }

  deinit { unsafe simulation_destroy(handle) }

  /// Lets it run to its next stop.
  func resume() {
    unsafe simulation_resume(handle)
    if unsafe simulation_is_finished(handle) != 0 { state = .finished }
  }

  /// Stops the running one.
  static func stop() { simulation_yield() }
}
