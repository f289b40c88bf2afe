// What the commands say of themselves that are about neither preferences nor measurements.

extension CommandDeclaration {
  static var pick: CommandDeclaration {
    CommandDeclaration(
      .pick, [CommandForm(options: [.menu])],
      summary: "choose the unit system in the terminal, or in a menu",
      details: """
        In a terminal: the left and right arrows or a click choose, space chooses the next, enter
        and q end. A choice is stored at once, and a change that is made elsewhere is shown. A type
        with a system of its own has a row of its own.

        Without a terminal the systems are listed by number, and a number or a word is read. With
        --menu the program of that name asks. Prints what is chosen; exit status 1 if nothing was.
        """,
      example: "unitsctl pick --menu rofi",
      json: [JSONShape("what is chosen as a JSON string")])
  }

  static var status: CommandDeclaration {
    CommandDeclaration(
      .status, [CommandForm()], summary: "print what serves the group and where its files are",
      details: "Exit status 1 if no daemon runs.", example: "unitsctl status",
      json: [
        JSONShape(
          "one object; what is not known is left out",
          members: [
            .init("daemon", "whether one runs"), .init("version", "the daemon's"),
            .init("pid", "the daemon's"), .init("uptime", "the daemon's, in seconds"),
            .init("route", "daemon or direct: how the group is reached"),
            .init("socket", "the path on which the daemon listens, or would"),
            .init("group", "the group's name"),
            .init("preferences", "the path of the group's preferences"),
            .init("records", "the path of its records"),
            .init("revision", "how many changes this daemon has seen"),
            .init("watched", "whether the daemon is told of edits by others at once"),
            .init("damaged", "what is wrong with the file of preferences, and where"),
            .init("connections", "how many the daemon has"),
            .init("subscribers", "how many of them follow changes"),
            .init("locale_system", "the unit system of the locale, metric or imperial"),
            .init("locale_variable", "the variable that says so"),
            .init("locale", "what is in it"),
            .init("damaged_copies", "an array of paths: damaged files that were kept"),
            .init("import_folder", "the path from which activities are imported"),
            .init("failed_imports", "an array of paths: files that were refused there"),
          ])
      ])
  }

  static var doctor: CommandDeclaration {
    CommandDeclaration(
      .doctor, [CommandForm()], summary: "check the set-up, and say what mends it",
      details: """
        Looks at the runtime directory, the socket, the daemon and its version, directories and
        their owners, room on the disk, systemd's unit files, the locale, the preferences, whether
        they are what they can be, and the records of the group. Changes nothing. Exit status 1 if
        there is a problem.
        """,
      example: "unitsctl doctor",
      json: [
        JSONShape(
          "an array of objects",
          members: [
            .init("check", "the part that was looked at"),
            .init(
              "state",
              "one of \(FindingState.allCases.map(\.rawValue).joined(separator: ", "))"),
            .init("text", "what was seen"),
            .init("mend", "what to do; null where there is nothing"),
          ])
      ])
  }

  static var demo: CommandDeclaration {
    CommandDeclaration(
      .demo, [CommandForm()], summary: "show in five seconds what the programs do",
      details: """
        In a temporary directory starts a daemon and a widget, records a run, and switches the unit
        system. Leaves nothing behind, and touches nothing of yours.
        """,
      example: "unitsctl demo")
  }

  static var completions: CommandDeclaration {
    CommandDeclaration(
      .completions, [CommandForm(.one(.shell))],
      summary: "print the script that completes these programs' words in a shell",
      details: """
        Where it belongs: ~/.local/share/bash-completion/completions/unitsctl,
        ~/.local/share/zsh/site-functions/_unitsctl (a directory of fpath),
        ~/.config/fish/completions/unitsctl.fish. Or, for this shell only: source it.
        """,
      example: "source <(unitsctl completions bash)")
  }

  static var manual: CommandDeclaration {
    CommandDeclaration(
      .manual, [CommandForm(.optional(.program)), CommandForm(needs: [.install])],
      summary: "print a manual page, or install those of all programs",
      details: """
        Prints the page of unitsctl, or of the program that is named, for man(1) to read. With
        --install writes the pages below DIR, as man1/unitsctl.1, and prints their names;
        ~/.local/share/man is where man finds those of a user.
        """,
      example: "unitsctl manual unitsbar | man -l -")
  }

  static var help: CommandDeclaration {
    CommandDeclaration(
      .help, [CommandForm(.optional(.command))], summary: "print help",
      example: "unitsctl help set")
  }

  static var complete: CommandDeclaration {
    CommandDeclaration(
      .complete, [CommandForm(.one(.word), .any(.word))], summary: "print what could be typed next",
      details: """
        The first WORD is the program, the others are those behind its name up to the cursor, the
        last one perhaps empty; they stand behind `--`. The first line says what the shell is to
        add: words, files or directories, and what of the word stays in front of them. Each further
        line is a text, a tab, and what it is.
        """,
      example: "unitsctl complete unitsctl -- get ''")
  }
}
