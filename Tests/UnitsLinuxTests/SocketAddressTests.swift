import Foundation
import Testing
import UnitsLinux

@Suite struct SocketAddressTests {
  /// A user that no machine has.
  private static let nobody: UInt32 = 4_000_000_000

  @Test(
    arguments: [
      (["UNITS_SOCKET": "/s", "XDG_RUNTIME_DIR": "/run/x"], "/s", .named),
      (["UNITS_SOCKET": "relative.sock"], "relative.sock", .named),
      (["UNITS_SOCKET": "", "XDG_RUNTIME_DIR": "/run/x"], "/run/x/units/unitsd.sock", .standard),
      (["XDG_RUNTIME_DIR": "/run/x"], "/run/x/units/unitsd.sock", .standard),
      (["XDG_RUNTIME_DIR": "run/x"], "/tmp/units-4000000000/unitsd.sock", .standard),
      (["XDG_RUNTIME_DIR": ""], "/tmp/units-4000000000/unitsd.sock", .standard),
      ([:], "/tmp/units-4000000000/unitsd.sock", .standard),
    ] as [([String: String], String, SocketAddress.Choice)])
  func `the first that is named wins`(
    variables: [String: String], path: String, choice: SocketAddress.Choice
  ) {
    let address = SocketAddress(environment: Environment(variables), user: Self.nobody)
    #expect(address == SocketAddress(path: path, choice: choice))
  }

  @Test func `the run directory counts where it is this user's`() throws {
    let user = geteuid()
    let identity = try FileIdentity.following("/run/user/\(user)")
    let isOurs = identity?.owner == user
    let expected = isOurs ? "/run/user/\(user)/units/unitsd.sock" : "/tmp/units-\(user)/unitsd.sock"
    #expect(SocketAddress(environment: Environment([:])).path == expected)
  }
}
