// What `units-bench` says of itself.

extension Program {
  static let benchOptions: [OptionDeclaration] = [
    .rounds, .records, .place, .json.meaning("print one object, for programs"), .noBuild, .help,
    .version,
  ]

  static var benchDeclaration: ProgramDeclaration {
    ProgramDeclaration(
      summary: "what the programs cost beside the least that it could be",
      forms: [CommandForm(.any(.benchmark)), CommandForm(needs: [.list])],
      description: [
        """
        Measures unitsd, unitsctl and unitsbar beside the least that it could cost, and prints one \
        table: medians, ratios, and what is aimed at. Without names: all.
        """
      ], statuses: [.done, .usage, .inputOutput],
      example: "units-bench --rounds 500 get set")
  }
}
