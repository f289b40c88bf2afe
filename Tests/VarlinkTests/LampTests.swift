import Foundation
import Testing
import UnitsJSON
import Varlink

@Suite struct LampTests {
  @Test func `the sample in the documentation is the one that is compiled here`() throws {
    let root = SharedData.packageRoot
    let sample = try String(
      contentsOf: root.appending(path: "Tests/VarlinkTests/Lamp.swift"), encoding: .utf8)
    let article = try String(
      contentsOf: root.appending(path: "Sources/Varlink/Varlink.docc/Varlink.md"), encoding: .utf8)
    #expect(article.contains("```swift\n\(sample)```\n"))
    #expect(sample.split(separator: "\n", omittingEmptySubsequences: false).count < 60)
  }

  static let exchanges: [(String, String)] = [
    (
      #"{"method":"org.example.lamp.Dim","parameters":{"level":3}}"#,
      #"{"parameters":{"previous":0}}"#
    ),
    (
      #"{"method":"org.example.lamp.Dim","parameters":{"level":11}}"#,
      #"{"error":"org.example.lamp.TooBright","parameters":{"greatest":10}}"#
    ),
    (
      #"{"method":"org.example.lamp.Dim","parameters":{"level":"3"}}"#,
      #"{"error":"org.varlink.service.InvalidParameter","parameters":{"parameter":"level"}}"#
    ),
    (
      #"{"method":"org.example.lamp.Break"}"#,
      #"{"error":"org.varlink.service.MethodNotFound","#
        + #""parameters":{"method":"org.example.lamp.Break"}}"#
    ),
  ]

  @Test(arguments: exchanges)
  func `the sample serves a connection`(call: String, reply: String) throws {
    let toLamp = Pipe()
    let fromLamp = Pipe()
    try toLamp.fileHandleForWriting.write(contentsOf: Data((call + "\0").utf8))
    try toLamp.fileHandleForWriting.close()
    var lamp = try Lamp()
    try lamp.serve(
      reading: toLamp.fileHandleForReading.fileDescriptor,
      writing: fromLamp.fileHandleForWriting.fileDescriptor)
    try fromLamp.fileHandleForWriting.close()
    let output = try fromLamp.fileHandleForReading.readToEnd()
    #expect(output == Data((reply + "\0").utf8))
  }
}
