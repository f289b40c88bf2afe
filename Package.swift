// swift-tools-version: 6.2
// The rooms of the project and who may enter which: a target depends only on targets above it.

import PackageDescription

/// Warnings are errors for those who work in this folder, and for nobody else: a package that depends
/// on this one is compiled with its own rules, and one build system refuses ours beside them.
let isWorkedOn = Context.environment["PWD"] == Context.packageDirectory
let warnings: [SwiftSetting] = isWorkedOn ? [.treatAllWarnings(as: .error)] : []

/// What every Swift target is compiled with.
let strict: [SwiftSetting] =
  warnings + [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]

/// For targets that read and write messages: a view of a text cannot outlive the text.
let strictWithViews = strict + [.enableExperimentalFeature("Lifetimes")]

/// For targets in which unsafe pointers live: every unsafe use is marked.
let strictWithPointers = strict + [.strictMemorySafety()]

/// Release programs are linked statically, so that they start like C programs. Only the programs carry
/// these flags, so that a package which depends on the libraries never meets an unsafe flag.
let program =
  strict + [
    .unsafeFlags(["-static-executable"], .when(configuration: .release))
  ]

/// How a release program is linked, and which of its names it keeps.
func linked(stripped: Bool) -> [LinkerSetting] {
  // Whoever counts instructions needs the names, and Valgrind cannot read all debug information.
  let isCounted = Context.environment["UNITS_SYMBOLS"] != nil
  let strip = isCounted ? ["-Xlinker", "-S"] : stripped ? ["-Xlinker", "-s"] : []
  // The toolchain's other linker warns of a `dlopen` in the runtime that nothing here reaches.
  return [
    .unsafeFlags(["-static-executable", "-use-ld=lld"] + strip, .when(configuration: .release))
  ]
}
/// The daemon keeps its debug information: a crash is told with functions and lines.
let daemonLinker = linked(stripped: false)
/// What people start is half as large without.
let programLinker = linked(stripped: true)

let package = Package(
  name: "units",
  products: [
    .library(name: "Units", targets: ["Units"]),
    .library(name: "UnitsFoundation", targets: ["UnitsFoundation"]),
    .library(name: "Varlink", targets: ["Varlink", "UnitsJSON"]),
    .library(name: "VarlinkClient", targets: ["VarlinkClient"]),
    .library(name: "AppGroup", targets: ["AppGroup"]),
    .executable(name: "unitsd", targets: ["unitsd"]),
    .executable(name: "unitsctl", targets: ["unitsctl"]),
    .executable(name: "unitsbar", targets: ["unitsbar"]),
    .executable(name: "units-import", targets: ["units-import"]),
    .executable(name: "units-bench", targets: ["units-bench"]),
  ],
  targets: [
    // Pure values: no file, socket, clock or environment.
    .target(name: "UnitsJSON", swiftSettings: strictWithViews),
    .target(name: "Units", swiftSettings: strict),
    // The one module for those who want Foundation's types; nothing here rests on it.
    .target(name: "UnitsFoundation", dependencies: ["Units"], swiftSettings: strict),
    .target(name: "Varlink", dependencies: ["UnitsJSON"], swiftSettings: strictWithViews),
    // Codable values as trees, for the libraries of programs; no program of ours enters it.
    .target(name: "UnitsCoding", swiftSettings: strict),
    .target(name: "UnitsPreferences", dependencies: ["Units"], swiftSettings: strict),
    .target(
      name: "UnitsProtocol", dependencies: ["UnitsJSON", "Varlink", "Units"],
      resources: [.embedInCode("Interfaces")], swiftSettings: strictWithViews),

    // The kernel and the disk.
    .target(name: "CUnitsLinux"),
    .target(name: "CUnitsStart"),
    .systemLibrary(
      name: "CUnitsSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .target(
      name: "UnitsLinux", dependencies: ["CUnitsLinux"], swiftSettings: strictWithPointers),
    // Of the kernel it knows what the names of files may be.
    .target(
      name: "UnitsCommandLine", dependencies: ["Units", "UnitsLinux", "UnitsPreferences"],
      swiftSettings: strict),
    .target(name: "UnitsConcurrency", dependencies: ["UnitsLinux"], swiftSettings: strict),
    .target(
      name: "UnitsStore",
      dependencies: [
        "UnitsLinux", "UnitsJSON", "Units", "UnitsPreferences", "UnitsProtocol", "CUnitsSQLite",
      ],
      swiftSettings: strictWithPointers),

    // Files of devices: the one room that parses XML and unpacks archives. No daemon enters it.
    .systemLibrary(
      name: "CUnitsExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]),
    .systemLibrary(name: "CUnitsZip", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .target(
      name: "UnitsImport",
      dependencies: [
        "CUnitsExpat", "CUnitsZip", "CUnitsLinux", "UnitsClient", "UnitsStore", "UnitsLinux",
        "UnitsJSON", "Units", "UnitsCommandLine", "UnitsPrograms",
      ],
      swiftSettings: strictWithPointers),

    // The two ends of the socket; they never import each other.
    .target(
      name: "UnitsDaemon",
      dependencies: [
        "UnitsLinux", "UnitsJSON", "Units", "Varlink", "UnitsProtocol", "UnitsStore",
        "UnitsCommandLine",
      ],
      swiftSettings: strict),
    .target(
      name: "UnitsClient",
      dependencies: ["UnitsLinux", "UnitsJSON", "Units", "Varlink", "UnitsProtocol", "UnitsStore"],
      swiftSettings: strict),

    // What the programs that are clients share: the way from a command line to a client; the terminal;
    // other programs.
    .target(
      name: "UnitsPrograms",
      dependencies: ["CUnitsLinux", "UnitsClient", "UnitsCommandLine", "UnitsLinux", "UnitsStore"],
      swiftSettings: strictWithPointers),

    // What people and programs use.
    .target(
      name: "AppGroup",
      dependencies: [
        "UnitsClient", "Units", "UnitsCoding", "UnitsConcurrency", "UnitsJSON", "UnitsLinux",
        "UnitsProtocol", "UnitsStore",
      ],
      swiftSettings: strict),
    .target(
      name: "VarlinkClient",
      dependencies: ["UnitsCoding", "UnitsConcurrency", "UnitsJSON", "UnitsLinux", "Varlink"],
      swiftSettings: strict),
    .target(
      name: "UnitsControl",
      dependencies: [
        "UnitsClient", "Units", "UnitsJSON", "UnitsLinux", "UnitsProtocol", "UnitsStore",
        "UnitsPreferences", "UnitsCommandLine", "UnitsPrograms",
      ],
      swiftSettings: strict),
    .target(
      name: "UnitsWidget",
      dependencies: [
        "UnitsClient", "Units", "UnitsJSON", "UnitsLinux", "UnitsStore", "UnitsPreferences",
        "UnitsCommandLine", "UnitsPrograms",
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "unitsd", dependencies: ["UnitsDaemon", "UnitsLinux"],
      swiftSettings: program, linkerSettings: daemonLinker),
    .executableTarget(
      name: "unitsctl", dependencies: ["UnitsControl", "UnitsLinux", "CUnitsStart"],
      swiftSettings: program, linkerSettings: programLinker),
    .executableTarget(
      name: "unitsbar", dependencies: ["UnitsWidget", "UnitsLinux", "CUnitsStart"],
      swiftSettings: program, linkerSettings: programLinker),
    .executableTarget(
      name: "units-import", dependencies: ["UnitsImport", "UnitsLinux", "CUnitsStart"],
      swiftSettings: program, linkerSettings: programLinker),
    .executableTarget(
      name: "units-bench",
      dependencies: [
        "CUnitsLinux", "UnitsLinux", "UnitsJSON", "Units", "Varlink", "UnitsProtocol",
        "UnitsCommandLine", "CUnitsStart",
      ],
      resources: [.embedInCode("Comparison")], swiftSettings: program + [.strictMemorySafety()],
      linkerSettings: programLinker),

    // One test target a library, paths mirrored.
    .testTarget(name: "UnitsJSONTests", dependencies: ["UnitsJSON"], swiftSettings: strict),
    .testTarget(name: "UnitsTests", dependencies: ["Units"], swiftSettings: strict),
    .testTarget(
      name: "UnitsPreferencesTests", dependencies: ["UnitsPreferences", "Units"],
      swiftSettings: strict),
    .testTarget(
      name: "UnitsCommandLineTests",
      dependencies: ["UnitsCommandLine", "UnitsPreferences", "Units"], swiftSettings: strict),
    .testTarget(
      name: "UnitsImportTests",
      dependencies: [
        "UnitsImport", "UnitsClient", "UnitsStore", "UnitsLinux", "UnitsJSON", "Units",
        "TestSupport",
        "UnitsCommandLine", "units-import",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "UnitsFoundationTests", dependencies: ["UnitsFoundation", "Units"],
      swiftSettings: strict),
    .testTarget(
      name: "VarlinkTests", dependencies: ["Varlink", "UnitsJSON"], swiftSettings: strict),
    .testTarget(
      name: "UnitsProtocolTests", dependencies: ["UnitsProtocol", "Varlink", "UnitsJSON"],
      swiftSettings: strict),
    .testTarget(
      name: "UnitsStoreTests",
      dependencies: ["UnitsStore", "UnitsProtocol", "UnitsLinux", "UnitsJSON", "Units"],
      swiftSettings: strict),
    .testTarget(
      name: "UnitsLinuxTests", dependencies: ["UnitsLinux", "CUnitsLinux"], swiftSettings: strict),
    .testTarget(
      name: "CertificationTests", dependencies: ["Varlink", "UnitsJSON", "UnitsLinux"],
      swiftSettings: strict),
    .testTarget(name: "LiveTests", dependencies: ["CUnitsLinux"], swiftSettings: strict),
    .testTarget(
      name: "UnitsDaemonTests",
      dependencies: [
        "UnitsDaemon", "UnitsLinux", "UnitsJSON", "Units", "Varlink", "UnitsProtocol", "UnitsStore",
        "TestSupport", "unitsd",
      ],
      exclude: ["method-cases.json", "earlier"], swiftSettings: strict),
    .testTarget(
      name: "UnitsClientTests",
      dependencies: [
        "UnitsClient", "UnitsStore", "UnitsProtocol", "UnitsLinux", "UnitsJSON", "Units", "Varlink",
        "TestSupport", "unitsd",
      ], swiftSettings: strict),
    .testTarget(
      name: "UnitsControlTests",
      dependencies: [
        "UnitsClient", "UnitsControl", "UnitsStore", "UnitsLinux", "UnitsJSON", "Units",
        "UnitsPreferences", "UnitsCommandLine", "TestSupport", "unitsd", "unitsctl", "unitsbar",
        "units-import", "units-bench",
      ], swiftSettings: strict),
    .target(
      name: "TestSupport",
      dependencies: [
        "CUnitsLinux", "Units", "UnitsClient", "UnitsJSON", "UnitsLinux", "UnitsStore",
      ],
      path: "Tests/TestSupport", swiftSettings: strict),
    .testTarget(
      name: "UnitsWidgetTests",
      dependencies: [
        "UnitsWidget", "TestSupport", "Units", "UnitsClient", "UnitsJSON", "UnitsLinux",
        "UnitsStore", "UnitsPreferences", "UnitsCommandLine", "unitsd", "unitsctl", "unitsbar",
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "AppGroupProbe", dependencies: ["AppGroup", "Units"], path: "Tests/AppGroupProbe",
      swiftSettings: strict),
    .testTarget(
      name: "AppGroupTests",
      dependencies: [
        "AppGroup", "AppGroupProbe", "CUnitsLinux", "Units", "UnitsClient", "UnitsCoding",
        "UnitsJSON", "UnitsLinux", "UnitsStore", "VarlinkClient", "unitsd",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "VarlinkClientTests",
      dependencies: [
        "TestSupport", "UnitsJSON", "UnitsLinux", "Varlink", "VarlinkClient", "unitsd",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "BarTests",
      dependencies: ["TestSupport", "Units", "unitsctl", "unitsbar"], swiftSettings: strict),

    // A machine made up for tests, on which the programs run in turns that a seed decides.
    .target(name: "CSimulation", path: "Tests/Simulation/CSimulation"),
    .target(
      name: "Simulation",
      dependencies: [
        "CSimulation", "CUnitsLinux", "UnitsLinux", "UnitsJSON", "Units", "Varlink",
        "UnitsProtocol", "UnitsStore", "UnitsDaemon", "UnitsClient",
      ],
      path: "Tests/Simulation/Simulation", swiftSettings: strictWithPointers),
    .executableTarget(
      name: "simulate", dependencies: ["CSimulation", "Simulation", "UnitsLinux"],
      path: "Tests/Simulation/simulate", swiftSettings: strictWithPointers),
    .testTarget(
      name: "SimulationTests",
      dependencies: ["Simulation", "TestSupport", "UnitsLinux", "CUnitsLinux", "simulate"],
      swiftSettings: strict),
  ]
)
