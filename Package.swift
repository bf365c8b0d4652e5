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
    // Where there is CryptoKit nothing else is linked: an extension has no third-party binary in it.
    .target(
      name: "SealCrypto",
      dependencies: [.target(name: "CSodiumSystem", condition: .when(platforms: [.linux, .android, .openbsd]))],
      swiftSettings: settings),
    .target(name: "SealEnvelope", dependencies: ["SealCrypto", "SealPlatform"], swiftSettings: settings),
    .target(name: "Seal", dependencies: ["SealEnvelope", "SealCrypto", "SealPlatform"], swiftSettings: settings),
    .target(name: "Filter", dependencies: ["SealEnvelope", "SealCrypto", "SealPlatform"], swiftSettings: settings),
    .target(
      name: "SealKeyring", dependencies: ["SealEnvelope", "SealCrypto", "SealPlatform"], swiftSettings: settings),
    .target(
      name: "SealVectors", dependencies: ["Seal", "Filter", "SealEnvelope", "SealCrypto"], swiftSettings: settings),
    .executableTarget(
      name: "callseal",
      dependencies: ["Seal", "Filter", "SealKeyring", "SealVectors", "SealEnvelope", "SealCrypto", "SealPlatform"],
      swiftSettings: settings),

    .target(name: "TestSupport", path: "Tests/Support", swiftSettings: testSettings),
    .testTarget(
      name: "SealPlatformTests", dependencies: ["SealPlatform", "TestSupport"], swiftSettings: testSettings),
    .testTarget(name: "SealCryptoTests", dependencies: ["SealCrypto", "TestSupport"], swiftSettings: testSettings),
    .testTarget(
      name: "SealEnvelopeTests", dependencies: ["SealEnvelope", "SealCrypto", "TestSupport"],
      swiftSettings: testSettings),
    .testTarget(
      name: "SealTests", dependencies: ["Seal", "SealEnvelope", "SealCrypto", "TestSupport"],
      swiftSettings: testSettings),
    .testTarget(
      name: "FilterTests",
      dependencies: ["Filter", "Seal", "SealEnvelope", "SealCrypto", "SealPlatform", "TestSupport", "LedgerProbe"],
      swiftSettings: testSettings),
    // Processes of their own, for tests that kill one, run two, or look into one's memory.
    .executableTarget(
      name: "LedgerProbe", dependencies: ["Filter", "SealEnvelope", "SealCrypto", "SealPlatform"],
      path: "Tests/LedgerProbe", swiftSettings: testSettings),
    .executableTarget(
      name: "KeyringChild", dependencies: ["SealKeyring", "SealEnvelope", "SealCrypto", "SealPlatform"],
      path: "Tests/KeyringChild", swiftSettings: testSettings),
    .testTarget(
      name: "SealKeyringTests",
      dependencies: ["SealKeyring", "SealEnvelope", "SealCrypto", "SealPlatform", "KeyringChild", "TestSupport"],
      swiftSettings: testSettings),
    .testTarget(name: "KeyringScenarioTests", dependencies: ["callseal", "TestSupport"], swiftSettings: testSettings),
    .testTarget(
      name: "SealVectorsTests", dependencies: ["SealVectors", "SealEnvelope", "SealPlatform"],
      swiftSettings: testSettings),
    .testTarget(
      name: "CallSealTests",
      dependencies: ["callseal", "Seal", "Filter", "SealEnvelope", "SealCrypto", "TestSupport"], swiftSettings: settings
    ),
  ]
)

// MARK: Apple's side

/// The glue, thin: what app and extension share, the extension, the app. Elsewhere than on iOS and visionOS it is empty.
let glue: [(name: String, dependencies: [Target.Dependency])] = [
  ("FilterDevice", ["Filter", "SealEnvelope", "SealCrypto", "SealPlatform"]),
  ("FilterExtension", ["FilterDevice", "Filter", "SealEnvelope", "SealPlatform"]),
  ("FilterApp", ["FilterDevice", "Filter", "SealEnvelope", "SealPlatform"]),
]

#if os(Linux)
  /// Apple's declarations, so that the glue compiles and runs in tests. They are in no product, and nothing that is in
  /// one depends on them here.
  let doubles: [(name: String, dependencies: [Target.Dependency])] = [
    ("AppGroups", []), ("AVFAudio", []), ("Security", []), ("UserNotifications", []), ("PushKit", []),
    ("CallKit", ["AVFAudio"]), ("Intents", ["UserNotifications"]),
  ]
  let doubleNames = doubles.map { Target.Dependency(stringLiteral: $0.name) }
  let glueSettings = settings + [.define("CALLSEAL_DOUBLES")]

  package.targets += doubles.map {
    .target(
      name: $0.name, dependencies: $0.dependencies, path: "Tests/AppleDoubles/\($0.name)", swiftSettings: settings)
  }
  package.targets += glue.map {
    .target(name: $0.name, dependencies: $0.dependencies + doubleNames, swiftSettings: glueSettings)
  }
  package.targets += [
    .testTarget(
      name: "FilterDeviceTests", dependencies: ["FilterDevice", "Filter", "SealEnvelope"] + doubleNames,
      swiftSettings: glueSettings),
    .testTarget(
      name: "FilterExtensionTests",
      dependencies: [
        "FilterExtension", "FilterDevice", "Filter", "Seal", "SealEnvelope", "SealCrypto", "MemoryProbe",
      ] + doubleNames,
      swiftSettings: glueSettings),
    .executableTarget(
      name: "MemoryProbe",
      dependencies: ["FilterExtension", "FilterDevice", "Filter", "Seal", "SealEnvelope"] + doubleNames,
      path: "Tests/MemoryProbe", swiftSettings: glueSettings),
    .testTarget(
      name: "FilterAppTests",
      dependencies: ["FilterApp", "FilterDevice", "Filter", "Seal", "SealEnvelope"] + doubleNames,
      swiftSettings: glueSettings),
  ]

  /// The example, as Xcode's targets have it: an app, two extensions, what two of them share, and the least there is.
  let examples: [(name: String, dependencies: [Target.Dependency])] = [
    ("Shared", []), ("Extension", ["FilterExtension", "ExampleShared"]),
    ("App", ["FilterApp", "ExampleShared"]), ("Directory", []), ("Minimal", ["FilterExtension", "FilterApp"]),
  ]
  package.targets += examples.map {
    .target(
      name: "Example\($0.name)",
      dependencies: $0.dependencies + ["FilterDevice", "Filter", "SealEnvelope"] + doubleNames,
      path: "Tools/Example/\($0.name)", swiftSettings: glueSettings)
  }
  // What the documentation shows.
  package.targets.append(
    .target(
      name: "DocumentationExamples",
      dependencies: ["FilterExtension", "FilterDevice", "Filter", "Seal", "SealEnvelope"] + doubleNames,
      path: "Tools/Documentation/Examples", swiftSettings: glueSettings))
  package.targets.append(
    .testTarget(
      name: "ExampleTests",
      dependencies: [
        "ExampleApp", "ExampleExtension", "ExampleDirectory", "ExampleMinimal", "ExampleShared", "FilterApp",
        "FilterExtension", "FilterDevice", "Filter", "Seal", "SealEnvelope",
      ] + doubleNames,
      swiftSettings: glueSettings))

  // The same code and the same tests on the CryptoKit backend, over a double of CryptoKit:
  // CALLSEAL_BACKEND=cryptokit swift test --scratch-path .build/cryptokit
  if Context.environment["CALLSEAL_BACKEND"] == "cryptokit" {
    package.targets.append(
      .target(
        name: "CryptoKit", dependencies: ["CSodiumSystem"], path: "Tests/AppleDoubles/CryptoKit",
        swiftSettings: settings))
    package.targets.first { $0.name == "SealCrypto" }?.dependencies.append("CryptoKit")
  }
#else
  package.products += [
    .library(name: "FilterDevice", targets: ["FilterDevice"]),
    .library(name: "FilterExtension", targets: ["FilterExtension"]),
    .library(name: "FilterApp", targets: ["FilterApp"]),
  ]
  package.targets += glue.map { .target(name: $0.name, dependencies: $0.dependencies, swiftSettings: settings) }
#endif
