// XML, by expat.
//
// Expat checks that the document is well formed, in UTF-8, which `XMLText` gives it. Here is decided
// what of XML is allowed at all: a document type only if it declares nothing, so that there is no
// entity, neither one that swells nor one that names a file; no deeper nesting and no longer tag than
// any real file has. A text that is longer than any name is cut. Prefixes of names are taken off:
// files differ in them, and some declare none.

internal import CUnitsExpat
internal import Glibc

/// What an XML document is told to, element by element.
protocol XMLHandler {
  /// An element begins; `path` ends with its name.
  mutating func start(
    _ path: [String], _ attributes: XMLAttributes
  ) throws(XMLRefusal)

  /// Whether the element's text is wanted.
  func wantsText(_ path: [String]) -> Bool

  /// An element ends; `text` is its own, without that of elements in it, and without blanks around
  /// it; empty where it was not wanted.
  mutating func end(_ path: [String], text: String) throws(XMLRefusal)
}

/// Why a handler does not take what it was told.
struct XMLRefusal: Error, Equatable {
  let reason: String
}

/// The attributes of one element, valid while it begins.
@safe struct XMLAttributes {
  /// Names and values in turn, null behind the last.
  private let pairs: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?

  fileprivate init(_ pairs: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?) {
    unsafe self.pairs = unsafe pairs
  }

  /// The value of an attribute; nil if there is none.
  subscript(_ name: String) -> String? {
    guard let pairs = unsafe pairs else { return nil }
    var place = 0
    return unsafe name.withCString { name in
      while let key = unsafe pairs[place], let value = unsafe pairs[place + 1] {
        if unsafe strcmp(key, name) == 0 { return unsafe String(cString: value) }
        place += 2
      }
      return nil
    }
  }
}

/// One pass of expat over one document.
@safe final class XMLReader {
  /// Real files have about ten.
  private static let depthLimit = 64
  /// A name or a note; the rest of what is longer is left out.
  private static let textLimit = 64 << 10
  /// Of a tag or a comment. Expat reads one from its beginning again with each piece of it, so that a
  /// long one takes the square of its time.
  private static let tokenLimit = 1 << 20
  private let parser: XML_Parser
  private var handler: any XMLHandler
  private var path: [String] = []
  /// Texts of the open elements.
  private var texts: [[UInt8]?] = []
  private var failure: ActivityFileError?
  /// How many texts were cut.
  private(set) var cutCount = 0
  private var isCut = false
  /// How many bytes expat was given.
  private var fedCount = 0

  /// Blanks and marks before the document, which some services write and XML forbids.
  private var skippedLines = 0
  private var skippedColumns = 0
  private var isBegun = false

  init(_ handler: any XMLHandler) {
    guard let parser = unsafe XML_ParserCreate("UTF-8") else {
      preconditionFailure("no memory for an XML parser")
    }
    unsafe self.parser = unsafe parser
    self.handler = handler
    listen()
  }

  deinit { unsafe XML_ParserFree(parser) }

  /// Reads a document and returns the handler as it is then.
  static func read<Handler: XMLHandler>(
    _ source: any ByteSource, _ handler: Handler
  ) throws(ActivityFileError) -> (handler: Handler, cutCount: Int) {
    let reader = XMLReader(handler)
    while true {
      let piece = try source.next()
      try reader.feed(piece)
      if piece.isEmpty { break }
    }
    guard let handler = reader.handler as? Handler else {
      preconditionFailure("a reader keeps its handler")
    }
    return (handler, reader.cutCount)
  }

  /// Reads on; no bytes are the end of the document.
  func feed(_ bytes: [UInt8]) throws(ActivityFileError) {
    var rest = bytes[...]
    repeat {
      try feed(rest.prefix(Piece.size))
      rest = rest.dropFirst(Piece.size)
    } while !rest.isEmpty
  }

  private func feed(_ bytes: ArraySlice<UInt8>) throws(ActivityFileError) {
    var bytes = bytes
    if !isBegun, !bytes.isEmpty {
      bytes = skipBlanks(bytes)
      if bytes.isEmpty { return }
      isBegun = true
    }
    let status = unsafe bytes.withUnsafeBytes { buffer in
      unsafe XML_Parse(
        parser, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), CInt(buffer.count),
        buffer.isEmpty ? 1 : 0)
    }
    if let failure { throw failure }
    if status != XML_STATUS_OK {
      let text = unsafe XML_ErrorString(XML_GetErrorCode(parser))
      throw ActivityFileError(
        position, "not XML: \(unsafe text.map { unsafe String(cString: $0) } ?? "unknown")")
    }
    fedCount += bytes.count
    let known = Int(unsafe XML_GetCurrentByteIndex(parser))
    if known >= 0, fedCount - known > Self.tokenLimit {
      throw ActivityFileError(position, "tag or comment of more than \(Self.tokenLimit >> 20) MiB")
    }
  }

  private func skipBlanks(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var rest = bytes.drop(while: Self.isBlank)
    while rest.starts(with: Self.byteOrderMark) {
      rest = rest.dropFirst(Self.byteOrderMark.count).drop(while: Self.isBlank)
    }
    for byte in bytes[..<rest.startIndex] {
      skippedColumns += 1
      if byte == UInt8(ascii: "\n") { (skippedLines, skippedColumns) = (skippedLines + 1, 0) }
    }
    return rest
  }

  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Has expat tell this reader what it finds. It keeps a pointer to it, and no longer than it lives.
  private func listen() {
    unsafe XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    unsafe XML_SetElementHandler(
      parser,
      { context, name, attributes in
        guard let reader = unsafe XMLReader.from(context), let name = unsafe name else { return }
        reader.start(unsafe XMLReader.localName(name), unsafe XMLAttributes(attributes))
      },
      { context, _ in unsafe XMLReader.from(context)?.end() })
    unsafe XML_SetCharacterDataHandler(parser) { context, start, count in
      guard let reader = unsafe XMLReader.from(context) else { return }
      unsafe reader.take(UnsafeBufferPointer(start: start, count: Int(count)))
    }
    unsafe XML_SetStartDoctypeDeclHandler(parser) { context, _, _, _, hasDeclarations in
      guard hasDeclarations != 0 else { return }
      unsafe XMLReader.from(context)?.refuse(
        "document type with declarations, which could be a bomb")
    }
    // Behind a document type that names a file, which is never opened, expat passes over these.
    unsafe XML_SetSkippedEntityHandler(parser) { context, _, _ in
      unsafe XMLReader.from(context)?.refuse("not XML: undefined entity")
    }
  }

  private var position: ActivityFileError.Position {
    let line = Int(unsafe XML_GetCurrentLineNumber(parser))
    let column = Int(unsafe XML_GetCurrentColumnNumber(parser)) + 1
    return .line(line + skippedLines, column: line == 1 ? column + skippedColumns : column)
  }

  private func refuse(_ reason: String) {
    if failure == nil { failure = ActivityFileError(position, reason) }
    _ = unsafe XML_StopParser(parser, XML_Bool(0))
  }

  // MARK: What expat tells

  private func start(_ name: String, _ attributes: XMLAttributes) {
    guard failure == nil else { return }
    guard path.count < Self.depthLimit else {
      return refuse("more than \(Self.depthLimit) elements in one another")
    }
    path.append(name)
    do throws(XMLRefusal) { try handler.start(path, attributes) } catch {
      return refuse(error.reason)
    }
    texts.append(handler.wantsText(path) ? [] : nil)
    isCut = false
  }

  private func take(_ bytes: UnsafeBufferPointer<XML_Char>) {
    guard failure == nil, let last = texts.indices.last, texts[last] != nil else { return }
    let room = Self.textLimit - (texts[last]?.count ?? 0)
    if bytes.count > room, !isCut {
      isCut = true
      cutCount += 1
    }
    unsafe texts[last]?.append(contentsOf: bytes.prefix(room).lazy.map { UInt8(bitPattern: $0) })
  }

  private func end() {
    guard failure == nil, let text = texts.popLast() else { return }
    do throws(XMLRefusal) {
      try handler.end(path, text: text.map(Self.trimmed) ?? "")
    } catch {
      return refuse(error.reason)
    }
    path.removeLast()
  }

  static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  private static func trimmed(_ bytes: [UInt8]) -> String {
    var rest = bytes.drop(while: isBlank)
    while let last = rest.last, isBlank(last) { rest.removeLast() }
    return String(decoding: rest, as: UTF8.self)
  }

  /// Without the prefix.
  private static func localName(_ name: UnsafePointer<XML_Char>) -> String {
    let name = unsafe String(cString: name)
    guard let colon = name.utf8.lastIndex(of: UInt8(ascii: ":")) else { return name }
    return String(name[name.utf8.index(after: colon)...])
  }

  private static func from(_ context: UnsafeMutableRawPointer?) -> XMLReader? {
    guard let context = unsafe context else { return nil }
    return unsafe Unmanaged<XMLReader>.fromOpaque(context).takeUnretainedValue()
  }
}
