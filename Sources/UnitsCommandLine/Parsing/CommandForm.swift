// What may be typed behind a program's or a command's name, and how a line is compared with it.

internal import UnitsPreferences

/// One form of a command: its operands in their order, and the options that belong to it.
package final class CommandForm: Sendable {
  /// What stands at a place.
  package final class Operand: Sendable {
    package enum Shape: Hashable, Sendable {
      /// Typed as it is: `remove`.
      case word(String)
      case one(ValueKind)
      case optional(ValueKind)
      /// One or more, at the end.
      case many(ValueKind)
      /// Any number, at the end.
      case any(ValueKind)
    }

    package let shape: Shape

    init(_ shape: Shape) { self.shape = shape }

    static func word(_ text: String) -> Operand { Operand(.word(text)) }
    static func one(_ kind: ValueKind) -> Operand { Operand(.one(kind)) }
    static func optional(_ kind: ValueKind) -> Operand { Operand(.optional(kind)) }
    static func many(_ kind: ValueKind) -> Operand { Operand(.many(kind)) }
    static func any(_ kind: ValueKind) -> Operand { Operand(.any(kind)) }
  }

  package let operands: [Operand]
  /// Options without which it is another form.
  package let needs: [OptionDeclaration]
  package let options: [OptionDeclaration]

  init(
    _ operands: Operand..., needs: [OptionDeclaration] = [], options: [OptionDeclaration] = []
  ) {
    self.operands = operands
    self.needs = needs
    self.options = options
  }

  /// `KEY [--default VALUE]`; with `[OPTION…]` in front where the options are many and told elsewhere.
  package func usage(hasOptions: OptionsInUsage) -> String {
    var parts = needs.map(\.form)
    if hasOptions == .summed { parts.append("[OPTION…]") }
    parts += operands.map(\.usage)
    if hasOptions == .listed { parts += options.map { "[\($0.form)]" } }
    return parts.joined(separator: " ")
  }

  /// Every option of these forms, once.
  static func options(of forms: [CommandForm]) -> [OptionDeclaration] {
    var options: [OptionDeclaration] = []
    for option in forms.flatMap({ $0.needs + $0.options })
    where !options.contains(where: { $0.name == option.name }) {
      options.append(option)
    }
    return options
  }

  package enum OptionsInUsage {
    case listed, summed
  }
}

extension CommandForm.Operand {
  fileprivate var usage: String {
    switch shape {
    case .word(let word): word
    case .one(let kind): kind.placeholder
    case .optional(let kind): "[\(kind.placeholder)]"
    case .many(let kind): "\(kind.placeholder)…"
    case .any(let kind): "[\(kind.placeholder)…]"
    }
  }

  /// What it may be; nil for a word that is typed as it is.
  package var kind: ValueKind? {
    switch shape {
    case .word: nil
    case .one(let kind), .optional(let kind), .many(let kind), .any(let kind): kind
    }
  }

  /// Whether a word may stand here by its looks; whether it is right there is checked when it is known
  /// that it is meant.
  fileprivate func accepts(_ word: String) -> Bool {
    switch shape {
    case .word(let text): text == word
    case .many(.assignment): word.utf8.contains(UInt8(ascii: "="))
    case .one(.newKey), .one(.preference(.unitSystem)): !word.utf8.contains(UInt8(ascii: "="))
    case .one, .optional, .many, .any: true
    }
  }

  fileprivate var isRepeated: Bool {
    switch shape {
    case .many, .any: true
    case .word, .one, .optional: false
    }
  }

  private var isNeeded: Bool {
    switch shape {
    case .word, .one, .many: true
    case .optional, .any: false
    }
  }

  /// What is missing where nothing stands at its place; nil if nothing need be there.
  fileprivate var missing: String? {
    guard isNeeded else { return nil }
    switch kind {
    case .fileOrInput: return ValueKind.file.placeholder
    case .some(let kind): return kind.placeholder
    case nil: return nil
    }
  }
}

// MARK: Comparing

extension CommandForm {
  /// How a line and a form differ; the later, the nearer they are.
  private enum Difference: Int {
    /// Words that the form has no place for.
    case surplus
    case foreignOption
    case missing
  }

  /// A difference and what is told of it.
  private struct Mismatch {
    let difference: Difference
    /// How many operands fit.
    let fitting: Int
    let isMeant: Bool
    let message: String

    /// The form whose option was given is the one that was meant; else the one that fits furthest.
    var nearness: (Int, Int, Int) { (isMeant ? 1 : 0, fitting, difference.rawValue) }
  }

  /// The form that a line has, after its operands were checked. The program's own options are of every
  /// form. What the line comes nearest to is what a refusal tells of.
  static func match(
    _ forms: [CommandForm], _ line: ParsedLine
  ) throws(UsageError) -> CommandForm? {
    var nearest: Mismatch?
    for form in forms where form.needs.allSatisfy(line.has) {
      guard let mismatch = form.mismatch(line) else {
        try form.check(line.operands)
        return form
      }
      if nearest.map({ mismatch.nearness > $0.nearness }) ?? true { nearest = mismatch }
    }
    guard let nearest else { return nil }
    throw UsageError(nearest.message, hint: suggestion(forms, line.operands, nearest))
  }

  /// The word that was meant, where a form begins with one that is near.
  private static func suggestion(
    _ forms: [CommandForm], _ operands: [String], _ mismatch: Mismatch
  ) -> String? {
    guard mismatch.fitting == 0, let typed = operands.first else { return nil }
    let words = forms.compactMap { form in
      if case .word(let word)? = form.operands.first?.shape { return word }
      return nil
    }
    return TypingError.suggestion(for: typed, among: words)
  }

  private func mismatch(_ line: ParsedLine) -> Mismatch? {
    let isMeant = !needs.isEmpty
    func mismatch(_ difference: Difference, _ fitting: Int, _ message: String) -> Mismatch {
      Mismatch(difference: difference, fitting: fitting, isMeant: isMeant, message: message)
    }
    var fitting = 0
    for word in line.operands {
      guard let place = place(at: fitting) else {
        return mismatch(.surplus, fitting, "unexpected operand: \(word)")
      }
      guard place.accepts(word) else {
        let fact = place.kind == .assignment ? "not KEY=VALUE" : "unexpected operand"
        return mismatch(.surplus, fitting, "\(fact): \(word)")
      }
      fitting += 1
    }
    for (option, _) in line.options where !isAllowed(option, line.program.options) {
      return mismatch(.foreignOption, fitting, "option of another form: --\(option.name)")
    }
    if case .word(let word) = place(at: fitting)?.shape {
      return mismatch(.surplus, fitting, "operand missing: \(word)")
    }
    for operand in operands.dropFirst(fitting) {
      if let missing = operand.missing {
        return mismatch(.missing, fitting, "operand missing: \(missing)")
      }
    }
    return nil
  }

  private func isAllowed(_ option: OptionDeclaration, _ globals: [OptionDeclaration]) -> Bool {
    for list in [needs, options, globals] where list.contains(where: { $0.name == option.name }) {
      return true
    }
    return false
  }

  private func place(at index: Int) -> Operand? {
    if index < operands.count { return operands[index] }
    return operands.last.flatMap { $0.isRepeated ? $0 : nil }
  }

  /// What may stand behind these operands; nil where they are of another form, or all that there are.
  package func place(after words: [String]) -> Operand? {
    for (index, word) in words.enumerated() {
      guard let place = place(at: index), place.accepts(word) else { return nil }
    }
    return place(at: words.count)
  }

  private func check(_ words: [String]) throws(UsageError) {
    for (index, word) in words.enumerated() { try place(at: index)?.kind?.check(word) }
  }
}
