import Foundation
import Testing

/// The shell: bytes through socat, text through jq.
@Suite(.serialized) struct SocatTests {
  static let lines: [(String, [String])] = [
    (
      #"printf '{"method":"dev.units.preferences.Set","parameters":{"values":{"a":1}}}\0'"#,
      ["1"]
    ),
    // Two calls at once, then the end of input: both are answered before the connection closes.
    (
      #"printf '{"method":"dev.units.preferences.Set","parameters":{"values":{"a":1}}}\0"#
        + #"{"method":"dev.units.preferences.Get","parameters":{"keys":["a"]}}\0'"#,
      ["1", "1"]
    ),
    (#"printf '{"method":"dev.units.preferences.Get"}'"#, []),
    (#"printf '{"method":1}\0{"method":"dev.units.preferences.Get"}\0'"#, []),
  ]

  @Test(arguments: lines)
  func `a shell gets its replies, then the end`(sends: String, revisions: [String]) throws {
    guard Peers.program("socat") != nil, Peers.program("jq") != nil,
      let daemon = try RunningDaemon()
    else { return }
    let result = try Program.run(
      URL(filePath: "/bin/sh"),
      [
        "-c",
        "\(sends) | socat -t5 - UNIX-CONNECT:\(daemon.socket) | tr '\\0' '\\n' "
          + "| jq -c .parameters.revision",
      ])
    #expect(result.lines.map(String.init) == revisions)
    #expect(result.errors.isEmpty)
    #expect(result.status == 0)
  }

  @Test func `jq shows a reply as people read it`() throws {
    guard Peers.program("socat") != nil, Peers.program("jq") != nil,
      let daemon = try RunningDaemon()
    else { return }
    let result = try Program.run(
      URL(filePath: "/bin/sh"),
      [
        "-c",
        #"printf '{"method":"org.varlink.service.GetInfo"}\0'"#
          + " | socat -t5 - UNIX-CONNECT:\(daemon.socket) | tr '\\0' '\\n' | jq .",
      ])
    #expect(
      result.output == """
        {
          "parameters": {
            "vendor": "units",
            "product": "unitsd",
            "version": "0.1.0",
            "url": "",
            "interfaces": [
              "org.varlink.service",
              "dev.units.preferences",
              "dev.units.records",
              "dev.units.daemon"
            ]
          }
        }

        """)
  }
}
