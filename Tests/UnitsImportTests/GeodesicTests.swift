import Testing

@testable import UnitsImport

/// The lengths are those of the algorithm of Karney (2013), which is right to nanometres.
@Suite struct GeodesicTests {
  @Test(
    arguments: [
      // A degree of the equator, and of a meridian at the equator, in the middle and at the pole.
      ((0, 0), (0, 1), 111_319.490_793), ((0, 0), (1, 0), 110_574.388_558),
      ((45, 0), (46, 0), 111_141.548_474), ((89, 0), (90, 0), 111_693.864_914),
      // The quarter of a meridian, and half of it across the pole.
      ((0, 0), (90, 0), 10_001_965.729_313), ((0, 10), (0, -10), 2_226_389.815_865),
      // Across the date line, and around a pole.
      ((10, 179.5), (10, -179.5), 109_639.322_105), ((89.999, 0), (89.999, 180), 223.387_959),
      // Paris to New York.
      ((48.8566, 2.3522), (40.7128, -74.0060), 5_852_935.291_767),
      // Three metres and thirty centimetres of a walk.
      ((47.5, 8.5), (47.500_02, 8.500_02), 2.686_096),
      ((47.5, 8.5), (47.500_002, 8.500_002), 0.268_610),
    ] as [((Double, Double), (Double, Double), Double)])
  func `a distance is that along the ellipsoid`(
    from: (Double, Double), to: (Double, Double), meters: Double
  ) throws {
    let start = try #require(GeoPoint(latitude: from.0, longitude: from.1))
    let end = try #require(GeoPoint(latitude: to.0, longitude: to.1))
    let distance = start.distance(to: end)
    #expect(abs(distance - meters) < max(1e-5, meters * 1e-8), "\(distance)")
    #expect(abs(end.distance(to: start) - distance) < 1e-6)
  }

  @Test func `a place is no distance from itself`() throws {
    for (latitude, longitude) in [(0.0, 0.0), (90, 0), (-90, 180), (47.5, 8.5)] {
      let point = try #require(GeoPoint(latitude: latitude, longitude: longitude))
      #expect(point.distance(to: point) == 0)
    }
    let pole = try #require(GeoPoint(latitude: 90, longitude: 0))
    let samePole = try #require(GeoPoint(latitude: 90, longitude: 77))
    #expect(pole.distance(to: samePole) < 1e-6)
    let west = try #require(GeoPoint(latitude: 5, longitude: -180))
    let east = try #require(GeoPoint(latitude: 5, longitude: 180))
    #expect(west.distance(to: east) < 1e-6)
  }

  @Test func `places opposite to one another are half way around`() throws {
    let start = try #require(GeoPoint(latitude: 0, longitude: 0))
    for longitude in [180.0, 179.9, 179.5] {
      let end = try #require(GeoPoint(latitude: 0.1, longitude: longitude))
      #expect(abs(start.distance(to: end) - 20_000_000) < 120_000)
    }
  }

  @Test(
    arguments: [
      (90.1, 0), (-90.1, 0), (0, 180.1), (0, -180.1), (.nan, 0), (0, .nan), (.infinity, 0),
    ] as [(Double, Double)])
  func `what is nowhere is no place`(latitude: Double, longitude: Double) {
    #expect(GeoPoint(latitude: latitude, longitude: longitude) == nil)
  }
}
