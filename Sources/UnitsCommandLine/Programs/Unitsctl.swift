// What `unitsctl` says of itself. Its commands are in `Commands`.

extension Program {
  static let controlOptions: [OptionDeclaration] = [
    .group, .socket, .noDaemon, .timeout, .json, .quiet, .help, .version,
  ]

  static var controlDeclaration: ProgramDeclaration {
    ProgramDeclaration(
      summary: "preferences and measurements that programs share",
      description: [
        """
        Shows and changes the preferences and measurements that the programs of an app group share.
        """
      ], example: "unitsctl get")
  }
}
