// Who is let in where there is not room for everybody.

import Testing
import UnitsLinux
import UnitsStore

@testable import UnitsDaemon

@Suite struct AdmissionTests {
  private typealias Place = Admission.Place
  private let admission = Admission(capacity: 8, readOnlyCapacity: 3)

  /// Connections numbered from `first`; the lower a number, the longer it is unused.
  private func places(
    _ count: Int, of program: Int32, _ use: Place.Use, from first: Int = 0,
    access: Access = .full
  ) -> [Place] {
    (first..<first + count).map { number in
      Place(
        id: Connection.ID(number: UInt64(number)), program: program, access: access, use: use,
        lastCall: .start + .seconds(number))
    }
  }

  private func names(_ numbers: Int...) -> [Connection.ID] {
    numbers.map { Connection.ID(number: UInt64($0)) }
  }

  @Test func `there is room for all`() {
    let places = places(3, of: 1, .idle) + places(4, of: 2, .call, from: 3)
    #expect(admission.verdict(on: 1, .full, among: places) == .admitted)
    #expect(admission.verdict(on: 3, .full, among: places) == .admitted)
  }

  @Test func `one program has half of the connections at most`() {
    let all = places(4, of: 1, .monitor)
    #expect(
      admission.verdict(on: 1, .full, among: all)
        == .refused("this program has 4 connections, which is the limit"))
    #expect(admission.verdict(on: 2, .full, among: all) == .admitted)
    let some = places(1, of: 1, .monitor) + places(3, of: 1, .idle, from: 1)
    #expect(
      admission.verdict(on: 1, .full, among: some)
        == .admittedFor(
          names(1, 2, 3), otherwise: "this program has 4 connections, which is the limit"))
  }

  @Test func `idle ones of whoever has the most give way, the longest unused first`() {
    let places =
      places(1, of: 1, .idle) + places(3, of: 2, .idle, from: 1) + places(3, of: 3, .call, from: 4)
      + places(1, of: 4, .monitor, from: 7)
    #expect(
      admission.verdict(on: 5, .full, among: places)
        == .admittedFor(names(1, 2, 3), otherwise: "8 connections are open, which is the limit"))
  }

  @Test func `monitors give way to a program that has fewer, and calls never`() {
    let monitors = places(4, of: 1, .monitor) + places(4, of: 2, .monitor, from: 4)
    #expect(
      admission.verdict(on: 3, .full, among: monitors)
        == .admittedFor(
          names(0, 1, 2, 3, 4, 5, 6, 7), otherwise: "8 connections are open, which is the limit"))
    let single = (0..<8).flatMap { places(1, of: Int32($0), .monitor, from: $0) }
    let refused = Admission.Verdict.refused("8 connections are open, which is the limit")
    #expect(admission.verdict(on: 9, .full, among: single) == refused)
    let calls = places(4, of: 1, .call) + places(4, of: 2, .call, from: 4)
    #expect(admission.verdict(on: 3, .full, among: calls) == refused)
  }

  @Test func `those who may only look leave room for the others`() {
    let readers =
      places(2, of: 1, .monitor, access: .readOnly)
      + places(1, of: 2, .call, from: 2, access: .readOnly)
    #expect(admission.verdict(on: 3, .full, among: readers) == .admitted)
    #expect(
      admission.verdict(on: 3, .readOnly, among: readers)
        == .admittedFor(
          names(0, 1), otherwise: "3 connections that may only look are open, which is the limit"))
    #expect(
      admission.verdict(on: 2, .readOnly, among: readers)
        == .refused("3 connections that may only look are open, which is the limit"))
  }
}
