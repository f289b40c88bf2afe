internal import UnitsJSON
internal import UnitsPreferences
internal import UnitsStore

extension Doctor {
  /// What is wrong with keys that are ours: a value that was edited by hand and counts as absent, a
  /// key that nobody reads.
  func keys(of values: SortedMembers) -> [Finding] {
    values.members.compactMap { member in
      if let meant = PreferenceDeclaration.meant(by: member.key) {
        return .note(
          "preferences", "no program here reads this key: \(member.key)",
          mend: "if \(meant) was meant: unitsctl unset \(quoted(member.key))")
      }
      guard let declaration = PreferenceDeclaration.of(member.key),
        let refusal = declaration.refusal(of: member.value)
      else { return nil }
      let hint = refusal.hint.map { "; \($0)" } ?? ""
      return .problem(
        "preferences",
        "\(refusal.reason), so it counts as absent: \(member.key) \(ValueText.line(member.value))",
        mend: "unitsctl unset \(member.key)\(hint)")
    }
  }
}
