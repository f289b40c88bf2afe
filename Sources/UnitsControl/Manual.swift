// The manual pages of the programs, made of their declarations.

internal import UnitsClient
internal import UnitsCommandLine
internal import UnitsStore

enum Manual {
  /// A page for each program.
  static var pages: [ManualPage] {
    [
      control,
      page(WidgetCommandLine.declaration, statuses: statuses.filter { $0.name != "1" }),
      page(
        DaemonCommandLine.declaration,
        statuses: statuses.filter { daemonStatuses.contains($0.name) }),
      page(
        ImportCommandLine.declaration,
        statuses: statuses.filter { importStatuses.contains($0.name) }),
    ]
  }

  /// Those that have a page.
  static let programs = [
    Control.name, WidgetCommandLine.name, DaemonCommandLine.name, ImportCommandLine.name,
  ]

  private static let names = ["unitsctl(1)", "unitsbar(1)", "unitsd(8)", "units-import(1)"]

  /// Those that `unitsd` ends with.
  private static let daemonStatuses = ["0", "64", "74", "75", "77"]

  /// And `units-import`, for which there is no honest no.
  private static let importStatuses = ["0", "64", "65", "69", "74", "75", "77"]

  private static var statuses: [ManualPage.Term] {
    ExitStatus.allCases.map { ManualPage.Term(String($0.rawValue), $0.meaning) }
  }

  private static func page(
    _ program: ProgramDeclaration, statuses: [ManualPage.Term]
  ) -> ManualPage {
    program.manualPage(
      version: Version.text, date: Version.date, statuses: statuses,
      seeAlso: others(than: "\(program.name)(\(program.section))"))
  }

  private static func others(than name: String) -> [String] {
    names.filter { $0 != name }
  }

  private static var control: ManualPage {
    var page = ManualPage(
      name: Control.name, section: 1, summary: Help.summary, version: Version.text,
      date: Version.date)
    page.add("SYNOPSIS", [.synopsis(["\(Control.name) [OPTION…] COMMAND [OPERAND…]"])])
    page.add("DESCRIPTION", [.paragraph(Help.description)])
    page.add("COMMANDS", CommandName.listed.flatMap { blocks(for: $0.declaration) })
    page.add(
      "OPTIONS",
      [
        .paragraph(
          """
          Every command takes these options, before its name or behind it. Where a command says \
          nothing of --json, it prints the same with it. What it does say is kept: a member may be \
          added, and none is taken away, renamed, or given another type.
          """),
        .terms(OptionName.global.map { ManualPage.Term($0.declaration) }),
      ])
    page.add("EXIT STATUS", [.terms(statuses)])
    page.add("ENVIRONMENT", [.terms(CommonPlaces.environment)])
    page.add("FILES", [.terms(CommonPlaces.files)])
    page.add("SEE ALSO", [.paragraph(others(than: names[0]).joined(separator: ", "))])
    return page
  }

  private static func blocks(for command: CommandDeclaration) -> [ManualPage.Block] {
    var blocks: [ManualPage.Block] = [.heading(command.name.rawValue)]
    blocks.append(.synopsis(Help.forms(of: command)))
    blocks.append(.paragraph(sentence(command.summary)))
    blocks += TextLayout.paragraphs(command.details ?? "").map(ManualPage.Block.paragraph)
    blocks.append(.terms(command.ownOptions.map(ManualPage.Term.init)))
    blocks += command.json.flatMap { $0.manualBlocks }
    blocks += [.paragraph("For example:"), .example(command.example)]
    return blocks
  }

  /// A summary as a sentence: a capital in front, a full stop at the end.
  private static func sentence(_ text: String) -> String {
    let isOption = text.hasPrefix("-")
    let start = isOption ? String(text.prefix(1)) : text.prefix(1).uppercased()
    return start + text.dropFirst() + (text.hasSuffix(".") ? "" : ".")
  }
}

extension ExitStatus {
  /// What the status tells, in a line.
  var meaning: String {
    switch self {
    case .done: "Done; a change is durable."
    case .no: "An honest no: the key is absent, the comparison failed, no daemon runs."
    case .usage: "The command line is wrong."
    case .badData: "The value is refused, or the file cannot be understood."
    case .unavailable: "The daemon was named with --socket or UNITS_SOCKET and is not there."
    case .inputOutput: "Not stored: the disk is full, or input or output failed."
    case .temporary:
      "Timed out, the lock is held, or the reply was lost and the outcome is unknown."
    case .notPermitted: "Not permitted."
    }
  }
}
