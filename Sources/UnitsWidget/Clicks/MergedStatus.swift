// Another status command's blocks behind ours.
//
// i3bar runs one status command. So that it can show i3status and this widget, the widget runs
// i3status, reads its stream, and puts its own block in front of every line. Clicks on the other's
// blocks are handed on to it. If it ends, or writes what is no stream of i3bar's, a block in its place
// says so; after an end it is started again after a pause, a few times in a row.

internal import UnitsJSON
internal import UnitsLinux
internal import UnitsPrograms

/// Runs another status command and keeps its last blocks.
final class MergedStatus {
  private static let pauses: [Duration] = [.seconds(1), .seconds(5), .seconds(30), .seconds(60)]
  private static let bytesPerTurn = 64 << 10

  /// The other's blocks as JSON, without the brackets around them; empty while there are none.
  private(set) var blocks = ""

  private let loop: EventLoop
  private let command: String
  private let changed: () -> Void
  private var child: ChildProgram?
  private var scanner = JSONItemScanner()
  private var wantsClicks = false
  private var hasSentClicks = false
  private var ends = 0
  /// Whether nothing has come from the program that was started last.
  private var isFresh = true

  init(loop: EventLoop, command: String, changed: @escaping () -> Void) {
    self.loop = loop
    self.command = command
    self.changed = changed
  }

  /// Starts the other command.
  func start() {
    do throws(SystemError) {
      let child = try ChildProgram(command: command)
      try loop.watch(child.output, for: .readable) { [weak self] _ in self?.read() }
      self.child = consume child
      isFresh = true
    } catch {
      WidgetProgram.tell(error.description)
      planStart()
    }
  }

  /// Ends the other command.
  func stop() {
    if let child = child.take() {
      loop.forget(child.output)
      child.terminate()
    }
  }

  /// Hands a click on, if the other wants clicks. What it does not read in time is dropped: a click
  /// of a minute ago is none.
  func pass(_ click: Click) {
    guard wantsClicks, let input = child?.input else { return }
    let prefix = Array((hasSentClicks ? "," : "[\n").utf8)
    let bytes = prefix + click.bytes + Array("\n".utf8)
    hasSentClicks = writeIfRoom(bytes, to: input) || hasSentClicks
  }

  private func read() {
    guard let output = child?.output else { return }
    var bytes: [UInt8] = []
    do throws(SystemError) {
      if try readBytes(output, appendingTo: &bytes, limit: Self.bytesPerTurn) == 0 {
        return ended()
      }
    } catch {
      return ended()
    }
    if isFresh, let first = bytes.first(where: { $0 > 0x20 }) {
      isFresh = false
      // The header is an object, and what begins otherwise is text for people.
      if first != UInt8(ascii: "{") {
        blocks = notice("not in i3bar's format")
        changed()
      }
    }
    let items = scanner.feed(bytes)
    for item in items { take(item) }
    if !items.isEmpty { changed() }
  }

  private func take(_ item: [UInt8]) {
    // What is no JSON would make the bar give up on all of it.
    guard let value = try? JSONValue(parsing: item) else { return }
    if let header = value.objectValue {
      wantsClicks = header["click_events"]?.boolValue ?? false
    } else {
      let inner = item.dropFirst().dropLast().map { $0 == UInt8(ascii: "\n") ? 0x20 : $0 }
      blocks = String(decoding: inner, as: UTF8.self)
      if value.arrayValue?.isEmpty ?? true { blocks = "" }
      ends = 0
    }
  }

  private func ended() {
    stop()
    blocks = notice("ended")
    scanner = JSONItemScanner()
    wantsClicks = false
    hasSentClicks = false
    changed()
    planStart()
  }

  /// A block that says what is wrong with the other command.
  private func notice(_ fact: String) -> String {
    let block: JSONObject = [
      "full_text": .string("\(fact): \(command.prefix(Self.noticeLength))"),
      "color": .string(Self.noticeColor),
    ]
    return block.description
  }

  /// Enough to know the command by.
  private static let noticeLength = 40
  private static let noticeColor = "#e06c75"

  private func planStart() {
    guard ends < Self.pauses.count else { return }
    loop.after(Self.pauses[ends]) { [weak self] in self?.start() }
    ends += 1
  }
}
