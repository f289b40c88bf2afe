// Which records a summary is of.

package import Units
internal import UnitsLinux

/// The records of one type in a span of time, its end excluded.
package struct RecordSpan: Equatable, Sendable {
  package let type: MeasurementType
  package let since: Instant
  package let until: Instant

  package init(type: MeasurementType, since: Instant, until: Instant) {
    self.type = type
    self.since = since
    self.until = until
  }

  package init(type: MeasurementType, _ span: Range<Instant>) {
    self.init(type: type, since: span.lowerBound, until: span.upperBound)
  }

  /// The local day in which an instant lies.
  package init(type: MeasurementType, dayContaining instant: Instant) {
    let day = LocalCalendar.day(containing: instant.seconds)
    self.init(
      type: type, since: Instant(seconds: day.start) ?? .earliest,
      until: Instant(seconds: day.end) ?? .latest)
  }
}

extension Instant {
  /// The present moment by the clock that people set. clock_gettime(2)
  package static func now() -> Instant {
    Instant(microseconds: WallClock.nanoseconds() / 1_000) ?? .latest
  }
}

extension Timestamp {
  /// The present moment with the local time's offset. localtime_r(3)
  package static func now() -> Timestamp { local(.now()) }

  /// A moment with the offset that local time has then. localtime_r(3)
  package static func local(_ instant: Instant) -> Timestamp {
    let seconds = LocalCalendar.offset(at: instant.seconds)
    return Timestamp(instant, offset: UTCOffset(seconds: seconds) ?? .zero)
  }
}
