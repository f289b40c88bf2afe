// A group used directly by one thread that has nothing else to do: it sleeps when the machine says so.

package import UnitsLinux
package import UnitsProtocol

extension GroupWorker {
  /// Looks at the files until what they hold is certain. Throws where they cannot be read.
  package func read() throws(PreferenceError) {
    let caller = nextCaller()
    life.want(.state, by: caller)
    _ = try answer(to: caller)
  }

  /// Commits one request, waiting for the lock and for the end of a doubt until the deadline.
  package func commit(
    _ request: CommitRequest, until deadline: MonotonicTime
  ) throws(PreferenceError) -> CommitReceipt {
    let caller = nextCaller()
    life.want(request, by: caller, until: deadline)
    guard case .committed(let receipt) = try answer(to: caller) else {
      preconditionFailure("a commit is answered by a receipt")
    }
    return receipt
  }

  private func answer(to caller: Caller) throws(PreferenceError) -> GroupAnswer {
    while true {
      switch step() {
      case .nothing: continue
      case .idle(let until): kernel.sleep(until: until ?? kernel.now())
      case .report(let report):
        guard let answer = report.answers.first(where: { $0.caller == caller })?.answer else {
          continue
        }
        if case .failed(let error) = answer { throw error }
        return answer
      }
    }
  }
}
