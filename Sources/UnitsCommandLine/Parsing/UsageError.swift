/// What is wrong with a command line; every program tells it in the same words.
package struct UsageError: Error, Equatable, Sendable {
  package let status: ExitStatus
  /// Fact, then object: `unknown option: --frob`.
  package let message: String
  /// A line of help, where one helps.
  package let hint: String?

  package init(_ message: String, hint: String? = nil, status: ExitStatus = .usage) {
    self.status = status
    self.message = message
    self.hint = hint
  }

  /// What stands on standard error: the program, the message, the hint below it.
  package func text(of program: Program) -> String {
    "\(program.rawValue): \(message)\n" + (hint.map { "\($0)\n" } ?? "")
  }

  /// A group that cannot be called so.
  package static func groupName(_ text: String) -> UsageError {
    UsageError(
      "not a group's name: \(text)", hint: "letters, digits, '.', '-' and '_', at most 200")
  }
}
