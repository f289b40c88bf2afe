// Lengths on the Earth.

internal import Glibc

/// A place on the WGS-84 ellipsoid.
struct GeoPoint: Equatable, Sendable {
  /// Degrees north, -90 to 90.
  let latitude: Double
  /// Degrees east, -180 to 180.
  let longitude: Double

  /// Nil for what is no place: out of range, or not a number.
  init?(latitude: Double, longitude: Double) {
    guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
    self.latitude = latitude
    self.longitude = longitude
  }

  /// The length in metres of the shortest line to another place, along the ellipsoid.
  ///
  /// Vincenty's inverse formula (Survey Review XXIII, 1975), right to less than a millimetre. It does
  /// not converge for places that are nearly opposite to one another, of which no track has two
  /// neighbours: there the great circle on a sphere of the Earth's mean radius stands in, right to
  /// half a percent.
  func distance(to other: GeoPoint) -> Double {
    if self == other { return 0 }
    let flattening = Self.flattening
    let (first, second) = (reducedLatitude, other.reducedLatitude)
    let (sin1, cos1, sin2, cos2) = (sin(first), cos(first), sin(second), cos(second))
    let difference = Self.radians(other.longitude - longitude)
    var lambda = difference
    for _ in 0..<Self.iterationLimit {
      let across = cos2 * sin(lambda)
      let along = cos1 * sin2 - sin1 * cos2 * cos(lambda)
      let sinSigma = (across * across + along * along).squareRoot()
      // Both at one pole, or so near to each other that doubles do not tell them apart.
      if sinSigma == 0 { return 0 }
      let cosSigma = sin1 * sin2 + cos1 * cos2 * cos(lambda)
      let sigma = atan2(sinSigma, cosSigma)
      let sinAlpha = cos1 * cos2 * sin(lambda) / sinSigma
      let cosSquaredAlpha = 1 - sinAlpha * sinAlpha
      // On the equator there is no such angle, and nothing depends on it.
      let cosMiddle = cosSquaredAlpha > 0 ? cosSigma - 2 * sin1 * sin2 / cosSquaredAlpha : 0
      let c = flattening / 16 * cosSquaredAlpha * (4 + flattening * (4 - 3 * cosSquaredAlpha))
      let inner = cosMiddle + c * cosSigma * (2 * cosMiddle * cosMiddle - 1)
      let next = difference + (1 - c) * flattening * sinAlpha * (sigma + c * sinSigma * inner)
      if abs(next - lambda) < Self.precision {
        return Self.length(
          cosSquaredAlpha: cosSquaredAlpha, sigma: sigma, sinSigma: sinSigma, cosSigma: cosSigma,
          cosMiddle: cosMiddle)
      }
      lambda = next
    }
    return onSphere(to: other)
  }

  private static func length(
    cosSquaredAlpha: Double, sigma: Double, sinSigma: Double, cosSigma: Double, cosMiddle: Double
  ) -> Double {
    let ratio = (equatorialRadius * equatorialRadius) / (polarRadius * polarRadius) - 1
    let u = cosSquaredAlpha * ratio
    let a = 1 + u / 16384 * (4096 + u * (-768 + u * (320 - 175 * u)))
    let b = u / 1024 * (256 + u * (-128 + u * (74 - 47 * u)))
    let square = cosMiddle * cosMiddle
    let last = b / 6 * cosMiddle * (4 * sinSigma * sinSigma - 3) * (4 * square - 3)
    let delta = b * sinSigma * (cosMiddle + b / 4 * (cosSigma * (2 * square - 1) - last))
    return polarRadius * a * (sigma - delta)
  }

  /// By the haversine formula.
  private func onSphere(to other: GeoPoint) -> Double {
    let north = sin(Self.radians(other.latitude - latitude) / 2)
    let east = sin(Self.radians(other.longitude - longitude) / 2)
    let cosines = cos(Self.radians(latitude)) * cos(Self.radians(other.latitude))
    let haversine = min(1, north * north + cosines * east * east)
    return 2 * Self.meanRadius * asin(haversine.squareRoot())
  }

  private var reducedLatitude: Double {
    atan((1 - Self.flattening) * tan(Self.radians(latitude)))
  }

  private static func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }

  // WGS-84 (NIMA TR8350.2): the equatorial radius in metres and the flattening define it.
  private static let equatorialRadius = 6_378_137.0
  private static let flattening = 1 / 298.257_223_563
  private static let polarRadius = equatorialRadius * (1 - flattening)
  private static let meanRadius = (2 * equatorialRadius + polarRadius) / 3

  /// In radians, of six micrometres on the ground.
  private static let precision = 1e-12
  /// Neighbours on a track take three or four.
  private static let iterationLimit = 100
}
