// Clicks that a bar writes to standard input.

internal import Glibc
internal import UnitsJSON
internal import UnitsLinux
internal import UnitsPrograms

/// Reads clicks: of i3bar and swaybar an endless array of objects, of i3blocks an object a line.
final class ClickStream {
  /// More than a click, and little enough for a bar that has gone mad.
  private static let bytesPerTurn = 16 << 10

  private let loop: EventLoop
  private let take: (Click) -> Void
  private var scanner = JSONItemScanner()

  /// Starts reading, where there is something that can be read.
  init(loop: EventLoop, take: @escaping (Click) -> Void) {
    self.loop = loop
    self.take = take
    // What cannot be watched, an ordinary file or nothing at all, sends no clicks.
    try? loop.watch(STDIN_FILENO, for: .readable) { [weak self] _ in self?.read() }
  }

  private func read() {
    var bytes: [UInt8] = []
    do throws(SystemError) {
      let count = try readBytes(STDIN_FILENO, appendingTo: &bytes, limit: Self.bytesPerTurn)
      if count == 0 { return loop.forget(STDIN_FILENO) }
    } catch {
      return loop.forget(STDIN_FILENO)
    }
    for item in scanner.feed(bytes) { if let click = Click(item) { take(click) } }
  }

  /// Whether standard input is this program's own. i3blocks 1.4 hands its own stream of clicks on to
  /// its scripts, and whoever reads from it takes away what is not his.
  static func isOwn(parent: Int32) -> Bool {
    ([parent] + Lifeline.guardians(of: parent)).allSatisfy { !Process.sharesInput(with: $0) }
  }
}

/// A click on a block.
struct Click {
  /// The block's name; nil where the bar tells none.
  let name: String?
  let button: Int
  /// As it came.
  let bytes: [UInt8]

  /// Nil for what is no click.
  init?(_ bytes: [UInt8]) {
    do throws(JSONError) {
      guard let object = try JSONValue(parsing: bytes).objectValue,
        let button = object["button"]?.integerValue
      else { return nil }
      name = object["name"]?.stringValue
      self.button = button
      self.bytes = bytes
    } catch {
      return nil
    }
  }
}
