// What the doctor finds. It looks and changes nothing: what it says to do is for its user to do.

internal import UnitsCommandLine
internal import UnitsJSON

/// What is known of one part of the set-up.
struct Finding: Equatable {
  let state: FindingState
  /// The part: `socket`.
  let subject: String
  let text: String
  /// What to do, as a command where one does it.
  let mend: String?

  static func ok(_ subject: String, _ text: String) -> Finding {
    Finding(state: .ok, subject: subject, text: text, mend: nil)
  }

  static func note(_ subject: String, _ text: String, mend: String? = nil) -> Finding {
    Finding(state: .note, subject: subject, text: text, mend: mend)
  }

  static func problem(_ subject: String, _ text: String, mend: String) -> Finding {
    Finding(state: .problem, subject: subject, text: text, mend: mend)
  }

  var json: JSONValue {
    .object([
      "check": .string(subject), "state": .string(state.rawValue), "text": .string(text),
      "mend": mend.map { .string($0) } ?? .null,
    ])
  }
}

/// A word of the shell that stands for a path.
func quoted(_ path: String) -> String {
  let isPlain = path.utf8.allSatisfy { byte in
    Unicode.Scalar(byte).properties.isAlphabetic || (0x2b...0x3a).contains(byte)
      || [0x5f, 0x7e].contains(byte)
  }
  if isPlain { return path }
  let inner = path.map { $0 == "'" ? "'\\''" : String($0) }.joined()
  return "'\(inner)'"
}
