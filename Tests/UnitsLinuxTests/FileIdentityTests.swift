import Foundation
import Testing
import UnitsLinux

@Suite struct FileIdentityTests {
  private let directory: TestDirectory

  init() throws {
    directory = try TestDirectory()
  }

  @Test func `what is missing has no identity, what cannot be reached is an error`() throws {
    #expect(try FileIdentity.following(directory("missing")) == nil)
    try directory.write("", to: "file")
    #expect(try FileIdentity.following(directory("file/below")) == nil)
    try directory.link("loop", to: "loop")
    let path = directory("loop")
    #expect(throws: SystemError(operation: "stat", path: path, code: ELOOP)) {
      _ = try FileIdentity.following(path)
    }
  }

  @Test func `a rename changes the identity but not the content`() throws {
    try directory.write("text", to: "f")
    let before = try #require(try FileIdentity.following(directory("f")))
    #expect(rename(directory("f"), directory("g")) == 0)
    let after = try #require(try FileIdentity.following(directory("g")))
    #expect(after.isSameFile(as: before))
    try directory.write("more", to: "h")
    let other = try #require(try FileIdentity.following(directory("h")))
    #expect(!other.isSameFile(as: before))
  }

  @Test func `a file is young for one tick after any change, whatever its time says`() throws {
    try directory.write("text", to: "f")
    var times = [timespec(tv_sec: 1_000, tv_nsec: 0), timespec(tv_sec: 1_000, tv_nsec: 0)]
    #expect(utimensat(AT_FDCWD, directory("f"), &times, 0) == 0)
    let identity = try #require(try FileIdentity.following(directory("f")))
    #expect(identity.modified == 1_000_000_000_000)
    #expect(identity.isTooYoung(now: identity.changed + FileIdentity.clockTick - 1))
    #expect(!identity.isTooYoung(now: identity.changed + FileIdentity.clockTick))
  }

  @Test func `a regular file is told from all others`() throws {
    try directory.write("", to: "f")
    #expect(try FileIdentity.following(directory("f"))?.isRegularFile == true)
    #expect(try FileIdentity.following(directory.path)?.isRegularFile == false)
    #expect(try FileIdentity.following("/dev/null")?.isRegularFile == false)
    try directory.link("l", to: "f")
    #expect(try FileIdentity.following(directory("l"))?.isRegularFile == true)
  }
}
