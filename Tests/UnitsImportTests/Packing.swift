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
    /// With its numbers in 64 bits, as archives past 4 GiB have them.
    let isLarge: Bool
    let entries: [Entry]
  }

  static func archive(_ path: String, _ entries: [Entry], isLarge: Bool = false) throws -> String {
    try make(Order(path: path, isArchive: true, isLarge: isLarge, entries: entries))
  }

  static func file(_ path: String, _ content: Entry) throws -> String {
    try make(Order(path: path, isArchive: false, isLarge: false, entries: [content]))
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
    import base64, gzip, json, struct, sys, zipfile
    order = json.load(sys.stdin)
    def content(entry):
        data = base64.b64decode(entry["content"]) + b" " * entry["blanks"]
        return gzip.compress(data, 1, mtime=0) if entry["isGzip"] else data
    def enlarge(path):
        data = open(path, "rb").read()
        end = data.rindex(b"PK\\5\\6")
        count, size, start = struct.unpack("<HII", data[end + 10:end + 20])
        rest, entries, none = data[start:start + size], b"", 0xFFFFFFFF
        for _ in range(count):
            packed, real, name, extra, comment = struct.unpack("<IIHHH", rest[20:34])
            place, = struct.unpack("<I", rest[42:46])
            more = struct.pack("<HHQQQ", 1, 24, real, packed, place)
            entries += rest[:20] + struct.pack("<IIHHH", none, none, name, extra + 28, comment)
            entries += rest[34:42] + struct.pack("<I", none) + rest[46:46 + name] + more
            entries += rest[46 + name:46 + name + extra + comment]
            rest = rest[46 + name + extra + comment:]
        with open(path, "wb") as file:
            file.write(data[:start] + entries)
            record = struct.pack("<QHHIIQQQQ", 44, 45, 45, 0, 0, count, count, len(entries), start)
            file.write(b"PK\\6\\6" + record)
            file.write(b"PK\\6\\7" + struct.pack("<IQI", 0, start + len(entries), 1))
            file.write(b"PK\\5\\6" + struct.pack("<HHHHIIH", 0, 0, 0xFFFF, 0xFFFF, none, none, 0))
    if order["isArchive"]:
        with zipfile.ZipFile(order["path"], "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
            for entry in order["entries"]:
                archive.writestr(zipfile.ZipInfo(entry["name"]), content(entry), zipfile.ZIP_DEFLATED)
        if order["isLarge"]:
            enlarge(order["path"])
    else:
        with open(order["path"], "wb") as file:
            file.write(content(order["entries"][0]))
    """
}
