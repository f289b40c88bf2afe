// GPX and TCX, which tell what they are by their first element.

internal import Units

/// Activities in XML.
struct XMLActivities: XMLHandler {
  private enum Kind {
    case gpx(GPXHandler)
    case tcx(TCXHandler)
  }

  private var kind: Kind?

  static func read(_ source: any ByteSource) throws(ActivityFileError) -> [Activity] {
    switch try XMLReader.read(source, XMLActivities()).kind {
    case .gpx(let handler): handler.activities
    case .tcx(let handler): handler.activities
    case nil: []
    }
  }

  mutating func start(_ path: [String], _ attributes: XMLAttributes) throws(XMLRefusal) {
    switch kind {
    case .gpx(var handler):
      // Taken out, so that what it holds is not copied.
      kind = nil
      defer { kind = .gpx(handler) }
      try handler.start(path, attributes)
    case .tcx(var handler):
      kind = nil
      defer { kind = .tcx(handler) }
      try handler.start(path, attributes)
    case nil:
      switch path[0] {
      case "gpx":
        var handler = GPXHandler()
        try handler.start(path, attributes)
        kind = .gpx(handler)
      case "TrainingCenterDatabase": kind = .tcx(TCXHandler())
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

  mutating func end(_ path: [String], text: String) throws(XMLRefusal) {
    switch kind {
    case .gpx(var handler):
      kind = nil
      defer { kind = .gpx(handler) }
      try handler.end(path, text: text)
    case .tcx(var handler):
      kind = nil
      defer { kind = .tcx(handler) }
      try handler.end(path, text: text)
    case nil: break
    }
  }
}

/// Numbers and times as XML Schema writes them.
enum XMLValue {
  private static let punctuation = Array("+-.eE".utf8)

  /// A finite decimal number, with an exponent or without.
  static func number(_ text: String, _ what: String) throws(XMLRefusal) -> Double {
    let isDecimal = text.utf8.allSatisfy { byte in
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || punctuation.contains(byte)
    }
    guard isDecimal, let number = Double(text), number.isFinite else {
      throw XMLRefusal(reason: "not a number: \(what) \(PlainText.shown(text))")
    }
    return number
  }

  /// An instant; one without an offset is taken as UTC.
  static func time(_ text: String) throws(XMLRefusal) -> Timestamp {
    do throws(RFC3339Error) { return try RFC3339.parse(text) } catch {
      do throws(RFC3339Error) { return try RFC3339.parse(text + "Z") } catch {
        throw XMLRefusal(reason: "not a time: \(PlainText.shown(text))")
      }
    }
  }
}

extension Timestamp {
  /// The offset of local time, where the text had one: most files have UTC, which says nothing of
  /// where they were made.
  var localOffset: UTCOffset? { offset == .zero ? nil : offset }
}
