// What `unitsd` says of itself.

extension Program {
  static let daemonOptions: [OptionDeclaration] = [
    .socket.meaning(
      "listen here instead of $UNITS_SOCKET or $XDG_RUNTIME_DIR/units/unitsd.sock"),
    .readOnlySocket, .readOnlyGroup, .idleExit, .help, .version,
  ]

  static var daemonDeclaration: ProgramDeclaration {
    ProgramDeclaration(
      summary: "the daemon of a user's preferences and measurements", forms: [CommandForm()],
      description: [
        """
        Serves the preferences and measurement records of this user over a Unix domain socket \
        (Varlink) and tells every subscriber of every change. The service manager starts it; by \
        hand it runs until it gets SIGTERM or SIGINT, and reads its files anew at SIGHUP.
        """
      ], statuses: [.done, .usage, .inputOutput, .temporary, .notPermitted],
      example: "unitsd --socket /tmp/units-test.sock")
  }
}
