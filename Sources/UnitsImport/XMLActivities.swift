// GPX and TCX, which tell what they are by their first element.

/// Activities in XML.
struct XMLActivities: XMLHandler {
  private enum Kind {
    case gpx(GPXHandler)
    case tcx(TCXHandler)
  }

  private let courses: Courses
  private var kind: Kind?

  private init(_ courses: Courses) { self.courses = courses }

  static func read(
    _ source: any ByteSource, _ courses: Courses
  ) throws(ActivityFileError) -> ActivityFile.Content {
    let (document, cutCount) = try XMLReader.read(source, XMLActivities(courses))
    var content = ActivityFile.Content()
    switch document.kind {
    case .gpx(let handler):
      (content.activities, content.leftOut) = (handler.activities, handler.leftOut)
    case .tcx(let handler):
      (content.activities, content.leftOut) = (handler.activities, handler.leftOut)
      if handler.courseCount > 0, handler.activities.isEmpty { throw .course }
    case nil: break
    }
    content.leftOut.count(.texts, cutCount)
    return content
  }

  /// Whether a document is a page of the web, as a service answers who is not logged in.
  static func isHTML(_ head: [UInt8]) -> Bool {
    let rest = head.drop { $0 == 0xEF || $0 == 0xBB || $0 == 0xBF || XMLReader.isBlank($0) }
    let start = String(decoding: rest.prefix(15), as: UTF8.self).lowercased()
    return start.hasPrefix("<!doctype html") || start.hasPrefix("<html")
  }

  static let html = "HTML, a page of the web, and neither GPX nor TCX"

  mutating func start(_ path: [String], _ attributes: XMLAttributes) throws(XMLRefusal) {
    switch kind {
    case .gpx(var handler):
      // Taken out, so that what it holds is not copied.
      kind = nil
      defer { kind = .gpx(handler) }
      handler.start(path, attributes)
    case .tcx(var handler):
      kind = nil
      defer { kind = .tcx(handler) }
      handler.start(path, attributes)
    case nil:
      switch path[0] {
      case "gpx":
        var handler = GPXHandler()
        handler.start(path, attributes)
        kind = .gpx(handler)
      case "TrainingCenterDatabase": kind = .tcx(TCXHandler(courses))
      case let name where name.lowercased() == "html": throw XMLRefusal(reason: Self.html)
      default: throw XMLRefusal(reason: "neither GPX nor TCX: \(path[0])")
      }
    }
  }

  func wantsText(_ path: [String]) -> Bool {
    switch kind {
    case .gpx(let handler): handler.wantsText(path)
    case .tcx(let handler): handler.wantsText(path)
    case nil: false
    }
  }

  mutating func end(_ path: [String], text: String) {
    switch kind {
    case .gpx(var handler):
      kind = nil
      defer { kind = .gpx(handler) }
      handler.end(path, text: text)
    case .tcx(var handler):
      kind = nil
      defer { kind = .tcx(handler) }
      handler.end(path, text: text)
    case nil: break
    }
  }
}

/// Numbers as XML Schema writes them.
enum XMLValue {
  private static let punctuation = Array("+-.eE".utf8)

  /// A finite decimal number, with an exponent or without; nil for any other text.
  static func number(_ text: String) -> Double? {
    let isDecimal = text.utf8.allSatisfy { byte in
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || punctuation.contains(byte)
    }
    guard isDecimal, let number = Double(text), number.isFinite else { return nil }
    return number
  }
}
