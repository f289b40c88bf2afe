// A second opinion: Python's json on the same documents, under settings as strict as ours.
//
// Python accepts more than the protocol allows, so its side refuses by itself what we refuse by
// rule: duplicate keys, NaN and Infinity, NUL and lone surrogates in strings, and numbers beyond a
// double. Integers beyond 64 bits it turns into doubles as we do. Nothing else is excepted.

import Foundation
import Testing
import UnitsJSON

@Suite struct PythonComparisonTests {
  /// Enough for every day; a long run sets `UNITS_JSON_DOCUMENTS`.
  private static let documentCount =
    ProcessInfo.processInfo.environment["UNITS_JSON_DOCUMENTS"].flatMap { Int($0) } ?? 2_000

  @Test func `python reads and refuses the same documents, to the last bit`() throws {
    guard let python = Self.python else {
      SharedData.skip(missing: "python3")
      return
    }
    let seed = UInt64.random(in: 0 ... .max)
    print("seed of the documents: \(seed)")
    var generator = ValueGenerator(seed: seed)
    let documents = (0..<Self.documentCount).map { number in
      var text = generator.looseText(of: generator.value(depth: 3))
      for _ in 0..<number % 3 { text = generator.damaged(text) }
      return text
    }
    let answers = try Self.answers(of: python, to: documents)
    try #require(answers.count == documents.count)
    var accepted = 0
    for (document, answer) in zip(documents, answers) {
      let value = try? JSONValue(parsing: document)
      if value != nil { accepted += 1 }
      let ours = value.map(Self.form) ?? "refused"
      #expect(ours == answer, "seed \(seed): \(String(decoding: document, as: UTF8.self))")
    }
    // A comparison in which all agree to refuse would prove nothing.
    #expect(accepted > documents.count / 4)
    #expect(accepted < documents.count * 3 / 4)
  }

  private static var python: URL? {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return path.split(separator: ":")
      .map { URL(fileURLWithPath: String($0)).appendingPathComponent("python3") }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }

  private static func answers(of python: URL, to documents: [[UInt8]]) throws -> [String] {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("units-json-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }  // A leftover harms nobody.
    let input = folder.appendingPathComponent("documents")
    let lines = documents.map { Data($0).base64EncodedString() + "\n" }.joined()
    try Data(lines.utf8).write(to: input)
    let process = Process()
    process.executableURL = python
    process.arguments = ["-c", program, input.path]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// A value in a form that both languages can make: kinds as letters, doubles as bits, text as hex.
  private static func form(_ value: JSONValue) -> String {
    switch value {
    case .null: "n"
    case .bool(let value): value ? "t" : "f"
    case .integer(let value): "i\(value)"
    case .double(let value): "d" + hex(value.bitPattern.bigEndian)
    case .string(let value): "s" + hex(value)
    case .array(let value): "[" + value.map { form($0) + "," }.joined() + "]"
    case .object(let value):
      "{" + value.map { hex($0.key) + ":" + form($0.value) + "," }.joined() + "}"
    }
  }

  private static func hex(_ text: String) -> String {
    text.utf8.map { String(0x100 + Int($0), radix: 16).dropFirst() }.joined()
  }

  private static func hex(_ bits: UInt64) -> String {
    withUnsafeBytes(of: bits) { bytes in
      bytes.map { String(0x100 + Int($0), radix: 16).dropFirst() }.joined()
    }
  }

  private static let program = #"""
    import base64, json, math, struct, sys

    def pairs(members):
        if len(dict(members)) != len(members):
            raise ValueError("duplicate key")
        return dict(members)

    def constant(word):
        raise ValueError(word)

    def text(value):
        if "\0" in value:
            raise ValueError("NUL")
        return value.encode("utf-8").hex()

    def form(value):
        if value is None:
            return "n"
        if value is True or value is False:
            return "t" if value else "f"
        if isinstance(value, int) and -2**63 <= value < 2**63:
            return "i%d" % value
        if isinstance(value, (int, float)):
            value = float(value)
            if math.isinf(value):
                raise ValueError("too large")
            return "d" + struct.pack(">d", value).hex()
        if isinstance(value, str):
            return "s" + text(value)
        if isinstance(value, list):
            return "[" + "".join(form(v) + "," for v in value) + "]"
        return "{" + "".join(text(k) + ":" + form(v) + "," for k, v in value.items()) + "}"

    for line in open(sys.argv[1]):
        try:
            document = base64.b64decode(line).decode("utf-8")
            value = json.loads(document, object_pairs_hook=pairs, parse_constant=constant)
            print(form(value))
        except (ValueError, OverflowError):
            print("refused")
    """#
}
