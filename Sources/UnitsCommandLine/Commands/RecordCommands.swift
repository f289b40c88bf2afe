// What the commands say of themselves that are about measurements.

internal import Units

extension CommandDeclaration {
  private static let measurementType = OptionDeclaration.measurementType

  private static var measurementTypes: String {
    measurementType.words.joined(separator: ", ")
  }

  static var log: CommandDeclaration {
    CommandDeclaration(
      .log,
      [
        CommandForm(
          .one(measurementType), .many(.measurement),
          options: [.at, .note, .source, .style])
      ],
      summary: "record a measurement",
      details: """
        TYPE is one of \(measurementTypes).
        A number without a unit is in the unit in which the type is shown, if people measure as much
        in it. Units are read as people write them: 5'11", '5 ft 11 1/2 in', '12 st 4 lb', 1m80,
        98.6F, 5k, in any case, with a blank or without. TIME is 07:15, yesterday, 'monday 18:30',
        2026-11-30T07:15 or one with its offset; what the clock skips is an hour later, and what
        comes twice is the first. Nothing above 1e15 is recorded, in metres, kilograms, degrees
        Celsius or beats a minute. Prints the stored record.
        """,
      example: "unitsctl log distance 5km --note 'along the river'",
      json: [JSONShape("the stored record, as `records` does", members: RecordField.members)])
  }

  static var records: CommandDeclaration {
    let choice: [OptionDeclaration] = [.type, .since, .until]
    return CommandDeclaration(
      .records,
      [
        CommandForm(options: choice + [.limit, .csv, .raw]),
        CommandForm(.word("remove"), .many(.recordID)),
        CommandForm(.word("export"), options: choice + [.csv, .raw]),
        CommandForm(.word("import"), .one(.fileOrInput), options: [.skipBad]),
      ],
      summary: "list measurements, the latest first; remove, export and import them",
      details: """
        TYPE is one of \(measurementTypes). A DAY counts in full.
        `export` prints an object a line, or with --csv comma-separated values, in base units, the
        earliest first. `import` takes both; `-` is standard input. A record that is there already is
        left as it is, so a file may be imported twice, and two machines merge by exchanging files.
        With a bad line nothing is imported. `remove` has exit status 1 if one of the records is not
        there.
        """,
      example: "unitsctl records --type distance --since monday",
      json: [
        JSONShape(
          "an object a record, whether it is listed, exported or removed",
          members: RecordField.members),
        JSONShape(
          "one object", when: "import",
          members: [
            .init("added", "how many records were added"),
            .init("present", "how many were there already"),
            .init("skipped", "how many lines were bad"),
          ]),
      ])
  }

  static var summary: CommandDeclaration {
    CommandDeclaration(
      .summary, [CommandForm(.optional(measurementType), options: [.period])],
      summary: "sum up the measurements of a day, week, month or year",
      details: """
        For each type with records: how many, the total of distances or the mean of the others, the
        least, the greatest, the last, and a column a day: of today the last seven days, of a year
        the weeks. A week begins with Monday.
        """,
      example: "unitsctl summary distance --period week",
      json: [
        JSONShape(
          "an object a type, values in base units; what no record says is left out",
          members: [
            .init("type", "of the measurements, \(RecordField.type.summary)"),
            .init("period", "one of \(ValueKind.period.words.joined(separator: ", "))"),
            .init("since", "when it begins, as in records"), .init("until", "the moment behind it"),
            .init("count", "how many records there are"),
            .init("total", "of distances"), .init("mean", "of the other types"),
            .init("minimum", "the least"), .init("maximum", "the greatest"),
            .init("last", "the last record, an object as `records` prints it"),
            .init(
              "columns", "an array: the total or mean of each column, null where there is none"),
          ])
      ])
  }

  static var chart: CommandDeclaration {
    CommandDeclaration(
      .chart,
      [
        CommandForm(
          .optional(measurementType),
          options: [
            .period, .goal.meaning("what to reach in a day (the preference dev.units.bar.goal)"),
          ])
      ],
      summary: "draw the measurements of a period, a bar a day",
      details: """
        TYPE is distance where it is left out. The total of a day's distances, or the mean of the
        others, whose bars begin a little below the least. Of today the last seven days; of a year a
        bar a week, without the goal of a day. As wide as COLUMNS says, else as the terminal, up to
        1000 columns.
        """,
      example: "unitsctl chart distance --period month --goal 5km",
      json: [
        JSONShape(
          "an object a bar",
          members: [
            .init("since", "when the bar's time begins"), .init("until", "the moment behind it"),
            .init("value", "the total or mean in base units; null where there is no record"),
          ])
      ])
  }

  static var `import`: CommandDeclaration {
    CommandDeclaration(
      .import, Program.importForms,
      summary: "record activities from files, and from what Strava and Health export",
      details: (Program.importDescription + [
        """
        With --folder imports what is complete in the folder that the preference
        dev.units.import.folder names; systemd does so when a file comes.
        """
      ]).joined(separator: "\n\n"),
      example: "unitsctl import ride.fit walk.gpx.gz strava.zip export.zip",
      json: Program.importShapes)
  }

  static var convert: CommandDeclaration {
    CommandDeclaration(
      .convert, [CommandForm(.one(.measurement), .any(.unit), options: [.style])],
      summary: "convert a measurement, to a unit or to the other system's",
      details: """
        Asks no store. Without a second unit kilometres become miles, metres feet, kilograms pounds,
        degrees Celsius degrees Fahrenheit, and the other way round. At most two decimals are shown.
        Units are read as people write them: 5'11", '12 st 4 lb', 98.6F, 5k; the second may have an
        `in` before it.
        """,
      example: "unitsctl convert 5km mi",
      json: [
        JSONShape(
          "one object",
          members: [
            .init("value", "the number, with all its digits"),
            .init("unit", "the unit's symbol"), .init("text", "what is printed without --json"),
          ])
      ])
  }
}
