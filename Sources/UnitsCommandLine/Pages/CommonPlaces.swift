// What all the manual pages say of the surroundings.

/// Where the programs look.
enum CommonPlaces {
  static let environment: [ManualPage.Term] = [
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

  static let files: [ManualPage.Term] = [
    .init("~/.config/units/GROUP.json", "The preferences of an app group, as JSON."),
    .init("~/.config/units/GROUP.lock", "The lock of all who write them."),
    .init(
      "~/.config/units/GROUP.json.damaged-TIME",
      "Copies of a file that could not be understood, the newest eight."),
    .init("~/.local/share/units/GROUP.sqlite", "The records, a SQLite database."),
  ]
}
