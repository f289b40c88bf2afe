/// What `unitsd` says of its command line.
package enum DaemonCommandLine {
  package static let name = "unitsd"

  package static let socket = OptionDeclaration(
    "socket", placeholder: "PATH",
    summary: "listen here instead of $UNITS_SOCKET or $XDG_RUNTIME_DIR/units/unitsd.sock")
  package static let readOnlySocket = OptionDeclaration(
    "read-only-socket", placeholder: "PATH",
    summary: """
      listen here, too, for programs in a sandbox: they may look and not touch; without --socket \
      and $UNITS_SOCKET it is $XDG_RUNTIME_DIR/units-readonly/unitsd.sock
      """)
  package static let readOnlyGroup = OptionDeclaration(
    "read-only-group", placeholder: "GROUP",
    summary: "what they may look at; may be given again (group.dev.units)")
  package static let idleExit = OptionDeclaration(
    "idle-exit", placeholder: "SECONDS",
    summary: """
      end when nobody has been connected for so long; followers are connected. Only with sockets of \
      a service manager, which starts the daemon again
      """)
  package static let help = OptionDeclaration("help", short: "h", summary: "print help")
  package static let version = OptionDeclaration(
    "version", short: "V", summary: "print the version")

  package static var declaration: ProgramDeclaration {
    ProgramDeclaration(
      name: name, section: 8, summary: "the daemon of a user's preferences and measurements",
      forms: [
        """
        [--socket PATH] [--read-only-socket PATH] [--read-only-group GROUP]… [--idle-exit SECONDS]
        """
      ],
      description: [
        """
        Serves the preferences and measurement records of this user over a Unix domain socket \
        (Varlink) and tells every subscriber of every change. The service manager starts it; by \
        hand it runs until it gets SIGTERM or SIGINT, and reads its files anew at SIGHUP.
        """
      ],
      options: [socket, readOnlySocket, readOnlyGroup, idleExit, help, version],
      environment: CommonPlaces.environment, files: CommonPlaces.files,
      example: "unitsd --socket /tmp/units-test.sock")
  }
}

/// Where the programs look.
package enum CommonPlaces {
  package static let environment: [ManualPage.Term] = [
    .init("UNITS_SOCKET", "The daemon's socket. Clients then use the daemon and nothing else."),
    .init("XDG_RUNTIME_DIR", "Where the socket is if it is not named: units/unitsd.sock."),
    .init("XDG_CONFIG_HOME", "Where the preferences are: units/GROUP.json. Default: ~/.config."),
    .init(
      "XDG_CONFIG_DIRS",
      "Where administrators' defaults and locks are: units/GROUP.json and units/GROUP.mandatory."),
    .init("XDG_DATA_HOME", "Where the records are: units/GROUP.sqlite. Default: ~/.local/share."),
    .init(
      "LC_ALL, LC_MEASUREMENT, LANG",
      "The first that is set names the region whose unit system is the first default."),
  ]

  package static let files: [ManualPage.Term] = [
    .init("~/.config/units/GROUP.json", "The preferences of an app group, as JSON."),
    .init("~/.config/units/GROUP.lock", "The lock of all who write them."),
    .init(
      "~/.config/units/GROUP.json.damaged-TIME",
      "Copies of a file that could not be understood, the newest eight."),
    .init("~/.local/share/units/GROUP.sqlite", "The records, a SQLite database."),
  ]
}
