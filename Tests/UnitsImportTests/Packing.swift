import Foundation

/// Archives as others make them: by Python's libraries.
enum Packing {
  /// An entry of an archive.
  struct Entry: Encodable {
    let name: String
    let content: Data
    /// Packed by gzip before it is put in.
    let isGzip: Bool
    /// So many blanks behind the content.
    let blanks: Int

    init(_ name: String, _ content: String, isGzip: Bool = false, blanks: Int = 0) {
      self.init(name, Data(content.utf8), isGzip: isGzip, blanks: blanks)
    }

    init(_ name: String, _ content: Data, isGzip: Bool = false, blanks: Int = 0) {
      self.name = name
      self.content = content
      self.isGzip = isGzip
      self.blanks = blanks
    }
  }

  private struct Order: Encodable {
    let path: String
    /// An archive of these, or the first of them alone.
    let isArchive: Bool
    let entries: [Entry]
  }

  static func archive(_ path: String, _ entries: [Entry]) throws -> String {
    try make(Order(path: path, isArchive: true, entries: entries))
  }

  static func file(_ path: String, _ content: Entry) throws -> String {
    try make(Order(path: path, isArchive: false, entries: [content]))
  }

  private static func make(_ order: Order) throws -> String {
    let python = Process()
    python.executableURL = URL(filePath: "/usr/bin/python3")
    python.arguments = ["-c", script]
    let input = Pipe()
    python.standardInput = input
    try python.run()
    try input.fileHandleForWriting.write(contentsOf: JSONEncoder().encode(order))
    try input.fileHandleForWriting.close()
    python.waitUntilExit()
    guard python.terminationStatus == 0 else { throw Failure(status: python.terminationStatus) }
    return order.path
  }

  private struct Failure: Error {
    let status: Int32
  }

  private static let script = """
    import base64, gzip, json, sys, zipfile
    order = json.load(sys.stdin)
    def content(entry):
        data = base64.b64decode(entry["content"]) + b" " * entry["blanks"]
        return gzip.compress(data, 1, mtime=0) if entry["isGzip"] else data
    if order["isArchive"]:
        with zipfile.ZipFile(order["path"], "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
            for entry in order["entries"]:
                archive.writestr(zipfile.ZipInfo(entry["name"]), content(entry), zipfile.ZIP_DEFLATED)
    else:
        with open(order["path"], "wb") as file:
            file.write(content(order["entries"][0]))
    """
}
