// swift-tools-version: 6.2
import PackageDescription

/// One list for every target; each entry says why it is there. Language mode 6 comes with the tools version.
let settings: [SwiftSetting] = [
  // `any` is written out, so that a reader sees where a call is dynamic.
  .enableUpcomingFeature("ExistentialAny"),
  // What a module imports is its own affair unless it says `public import`: keeps libsodium out of our interfaces.
  .enableUpcomingFeature("InternalImportsByDefault"),
  // A member is visible only where its module is imported, so an import list is the true list of dependencies.
  .enableUpcomingFeature("MemberImportVisibility"),
  // Every unsafe expression is marked `unsafe`: in this package that is the C boundary and the operating system's.
  .strictMemorySafety(),
]

/// Tests go at memory and the operating system as they like: everything above but the last.
let testSettings = Array(settings.dropLast())

let package = Package(
  name: "CallSeal",
  platforms: [.macOS(.v12), .iOS(.v15), .macCatalyst(.v15), .visionOS(.v1)],
  products: [
    .library(name: "Seal", targets: ["Seal"]),
    .library(name: "Filter", targets: ["Filter"]),
    .executable(name: "callseal", targets: ["callseal"]),
  ],
  targets: [
    .systemLibrary(
      name: "CSodiumSystem", pkgConfig: "libsodium",
      providers: [.apt(["libsodium-dev"]), .brew(["libsodium"])]),
    .target(name: "SealPlatform", swiftSettings: settings),
    .target(name: "SealCrypto", dependencies: ["CSodiumSystem"], swiftSettings: settings),
    .target(name: "SealEnvelope", dependencies: ["SealCrypto", "SealPlatform"], swiftSettings: settings),
    .target(name: "Seal", dependencies: ["SealEnvelope", "SealCrypto"], swiftSettings: settings),
    .target(name: "Filter", dependencies: ["SealEnvelope", "SealCrypto", "SealPlatform"], swiftSettings: settings),
    .executableTarget(
      name: "callseal", dependencies: ["Seal", "Filter", "SealEnvelope", "SealPlatform"], swiftSettings: settings),

    .testTarget(
      name: "FilterTests",
      dependencies: ["Filter", "Seal", "SealEnvelope", "SealCrypto", "SealPlatform", "LedgerProbe"],
      swiftSettings: testSettings),
    // A process of its own, for tests that kill one, or run two on one ledger.
    .executableTarget(
      name: "LedgerProbe", dependencies: ["Filter", "SealEnvelope", "SealPlatform"], path: "Tests/LedgerProbe",
      swiftSettings: testSettings),
  ]
)
