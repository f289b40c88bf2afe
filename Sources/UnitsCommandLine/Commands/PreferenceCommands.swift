// What the commands say of themselves that are about preferences.

internal import UnitsPreferences

extension CommandDeclaration {
  private static let unitSystem = ValueKind.preference(.unitSystem)

  static var get: CommandDeclaration {
    CommandDeclaration(
      .get,
      [
        CommandForm(options: [.forType]), CommandForm(.one(.key), options: [.defaultValue]),
        CommandForm(.optional(.key), needs: [.explain]),
      ],
      summary: "print the unit system, or a preference",
      details: """
        Without KEY prints metric or imperial; the very first time the locale decides, and its
        word is stored. With --for prints the system in which that type is shown: its own, else
        everybody's. With KEY prints that preference; where it is absent, nothing, and the exit
        status is 1. With --explain it says which file the value stands in, which file of the
        administrators locks the key, and what of yours counts for nothing because of that.
        """,
      example: "unitsctl get dev.units.bar.goal",
      json: [
        JSONShape("the value as JSON"),
        JSONShape(
          "one object; what there is not is left out", when: "--explain",
          members: [
            .init("value", "what counts"), .init("file", "the path of the file that it stands in"),
            .init("locked_by", "the path of the administrators' file that locks the key"),
            .init("ignored", "your own value, which counts for nothing"),
          ]),
      ])
  }

  static var set: CommandDeclaration {
    CommandDeclaration(
      .set,
      [
        CommandForm(.one(unitSystem), options: [.forType]),
        CommandForm(.one(.newKey), .one(.value), options: [.valueType]),
        CommandForm(.many(.assignment), options: [.valueType]),
      ],
      summary: "set the unit system, or preferences",
      details: """
        A bare value needs no quoting: true and false are bool, 12 is int, 1.5 double, the rest
        string; --type decides otherwise. Several keys are set in one commit, all or none. With
        --for only that type is shown in the system. A key of these programs takes only what it can
        be: what that is, the manual says.
        """,
      example: "unitsctl set dev.units.bar.goal=5km dev.units.bar.type=distance")
  }

  static var toggle: CommandDeclaration {
    CommandDeclaration(
      .toggle, [CommandForm()], summary: "switch to the other unit system, and print it",
      example: "unitsctl toggle", json: [JSONShape("the new system as a JSON string")])
  }

  static var unset: CommandDeclaration {
    CommandDeclaration(
      .unset, [CommandForm(.many(.key)), CommandForm(.any(.key), needs: [.forType])],
      summary: "remove preferences",
      details: "With --for the type is shown in everybody's unit system again.",
      example: "unitsctl unset dev.units.bar.goal")
  }

  static var compareAndSet: CommandDeclaration {
    CommandDeclaration(
      .cas,
      [
        CommandForm(.one(.newKey), .one(.expected), .one(.value), options: [.valueType]),
        CommandForm(.one(.newKey), .one(.value), needs: [.absent], options: [.valueType]),
      ],
      summary: "compare and set: set a preference if it holds what is expected",
      details: "Prints what is now stored; exit status 1 if the comparison failed.",
      example: "unitsctl cas counter 41 42",
      json: [
        JSONShape(
          "one object",
          members: [
            .init("applied", "whether the comparison held, and the value was set"),
            .init("value", "what is now stored; null if nothing is"),
          ])
      ])
  }

  static var list: CommandDeclaration {
    CommandDeclaration(
      .list, [CommandForm(.optional(.prefix))],
      summary: "print preferences, a key and its value a line, sorted",
      details:
        "On a terminal the values stand below each other; else a tab parts them from the keys.",
      example: "unitsctl list dev.units.", json: [JSONShape("one object, keys to values")])
  }

  static var watch: CommandDeclaration {
    CommandDeclaration(
      .watch, [CommandForm(.any(.prefix), options: [.changes])],
      summary: "print preferences and then each change of them",
      details: """
        A changed key is a line with its value, a removed one a line with `--`. On a terminal the
        values stand below each other; else a tab parts them from the keys. Runs until it is
        stopped, and over a restart of the daemon.
        """,
      example: "unitsctl watch dev.units.",
      json: [
        JSONShape(
          "an object a change",
          members: [
            .init("key", "what was set or removed"), .init("value", "its value; null if removed"),
          ])
      ])
  }

  static var dump: CommandDeclaration {
    CommandDeclaration(
      .dump, [CommandForm()],
      summary: "print the whole group as JSON, without administrators' values",
      example: "unitsctl dump > preferences.json")
  }

  static var load: CommandDeclaration {
    CommandDeclaration(
      .load, [CommandForm(.one(.fileOrInput), options: [.replace])],
      summary: "set every preference of a JSON file in one commit",
      details: "A null removes its key. `-` reads standard input.",
      example: "unitsctl load --replace preferences.json")
  }
}
