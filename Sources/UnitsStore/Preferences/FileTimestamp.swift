// Times in file names.

internal import Units

/// A UTC time as part of a file name: `20261130T071500.123456Z`, which sorts by age.
enum FileTimestamp {
  /// Whether the text has the form of ``text(microseconds:)``.
  static func isTimestamp(_ text: some StringProtocol) -> Bool {
    let form = "00000000T000000.000000Z".utf8
    return text.utf8.count == form.count
      && zip(text.utf8, form).allSatisfy { byte, model in
        model == UInt8(ascii: "0")
          ? (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) : byte == model
      }
  }

  static func text(microseconds: Int64) -> String {
    let seconds = microseconds / 1_000_000
    let fraction = String(microseconds % 1_000_000)
    let now = Instant(microseconds: seconds * 1_000_000) ?? .latest
    let instant = RFC3339.format(now).filter { $0 != "-" && $0 != ":" && $0 != "Z" }
    return instant + "." + String(repeating: "0", count: 6 - fraction.count) + fraction + "Z"
  }
}
