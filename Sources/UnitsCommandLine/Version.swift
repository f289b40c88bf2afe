// What `--version`, `GetInfo` and `GetStatus` say.

/// The version of the programs, which are built and installed together.
package enum Version {
  package static let text = "0.1.0"
  /// Of the manual pages: the day on which this version was made.
  package static let date = "2026-11-30"
}
