// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "runs",
  dependencies: [
    .package(url: "https://example.org/units.git", from: "0.1.0")
  ],
  targets: [
    .executableTarget(
      name: "runs",
      dependencies: [
        .product(name: "AppGroup", package: "units"),
        .product(name: "Units", package: "units"),
      ])
  ])
