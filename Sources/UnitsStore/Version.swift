// What `--version`, `GetInfo` and `GetStatus` say.

/// The version of the programs, which are built and installed together.
package enum Version {
  package static let text = "0.1.0"
}
