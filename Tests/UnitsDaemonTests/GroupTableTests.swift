// How many groups there may be, whoever follows them.

import Glibc
import Testing
import UnitsLinux
import UnitsProtocol
import UnitsStore

@testable import UnitsDaemon

@Suite struct GroupTableTests {
  private let table: GroupTable
  private let log = Log(program: "unitsd", environment: Environment([:]))

  init() {
    table = GroupTable(watch: nil, kernel: .linux, log: log)
  }

  private func connection(of process: Int32) throws -> Connection {
    Connection(
      id: Connection.ID(number: UInt64(process)),
      socket: try openFile("/dev/null", flags: O_RDONLY), process: process, access: .full,
      now: .now())
  }

  /// Has each of these groups opened and followed by a process.
  private func follow(_ numbers: Range<Int>, _ follower: Connection) throws {
    for number in numbers {
      let name = try #require(GroupName("g\(number)"))
      guard case .open(let group) = table.open(name, for: follower.process, at: .now()) else {
        Issue.record("no room for \(name)")
        return
      }
      group.subscribers.append(follower)
    }
  }

  @Test func `groups that are followed by several programs are never closed`() throws {
    let (one, other) = (try connection(of: 1), try connection(of: 2))
    try follow(0..<32, one)
    let name = try #require(GroupName("one-too-many"))
    guard case .programFull(limit: 32) = table.open(name, for: 1, at: .now()) else {
      Issue.record("one program follows more than its share")
      return
    }
    try follow(32..<64, other)
    guard case .full(limit: 64) = table.open(name, for: 3, at: .now()) else {
      Issue.record("there is room where there is none")
      return
    }
    #expect(table.groups.count == 64 && table.takeClosed().isEmpty)
    // The standard group, and what is open already, are let in nonetheless.
    for name in [GroupName.standard, try #require(GroupName("g7"))] {
      guard case .open = table.open(name, for: 3, at: .now()) else {
        Issue.record("\(name) is not let in")
        return
      }
    }
  }

  @Test func `a program that is refused costs no other group its place`() throws {
    try follow(0..<32, connection(of: 1))
    for number in 32..<64 {
      guard case .open = table.open(try #require(GroupName("g\(number)")), for: 2, at: .now())
      else {
        Issue.record("no room")
        return
      }
    }
    guard
      case .programFull = table.open(
        try #require(GroupName("one-too-many")), for: 1, at: .now())
    else {
      Issue.record("one program follows more than its share")
      return
    }
    #expect(table.groups.count == 64 && table.takeClosed().isEmpty)
  }
}
