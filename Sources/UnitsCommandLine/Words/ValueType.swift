/// The type that `--type` gives a typed value.
package enum ValueType: String, CaseIterable, Sendable {
  case string, bool, int, double, data, date, json
}
