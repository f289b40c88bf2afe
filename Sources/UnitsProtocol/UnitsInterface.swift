// This project's interfaces on the wire, and the values that mirror them.
//
// The `.varlink` texts in `Interfaces` are what clients see; the requests, responses and errors in
// Swift are what the daemon and the client work with. They say the same twice, and tests walk the
// parsed texts to make sure of it: a field, method or error that is in one and not in the other
// fails them.
//
// The way of a call through here: `UnitsCall` reads a request where it lies in its frame, or throws
// the `ServiceError` that answers it; the daemon makes a response or an error, each of which writes
// itself straight into the output. A client's request does the same by `send(on:into:)`, and its reply
// is read into a response or a `CallFailure` by `response(from:)`. No tree of JSON values is made but
// of values that are anyone's: those of preferences.

package import Varlink

/// The interfaces that `unitsd` serves.
package enum UnitsInterface: String, CaseIterable, Sendable {
  case preferences = "dev.units.preferences"
  case records = "dev.units.records"
  case daemon = "dev.units.daemon"

  /// The interface's name on the wire.
  package var name: String { rawValue }

  /// What clients are told of the interface. It is parsed at each use: a service does so once.
  package var description: InterfaceDescription {
    do {
      return try InterfaceDescription(parsing: String(decoding: text, as: UTF8.self))
    } catch {
      preconditionFailure("\(name): \(error)")
    }
  }

  private var text: [UInt8] {
    switch self {
    case .preferences: PackageResources.dev_units_preferences_varlink
    case .records: PackageResources.dev_units_records_varlink
    case .daemon: PackageResources.dev_units_daemon_varlink
    }
  }
}
