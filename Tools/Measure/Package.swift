// swift-tools-version: 6.2
import PackageDescription

/// What `Tools/benchmark` runs. A package of its own, so that nobody who uses CallSeal builds it.
let package = Package(
  name: "Measure",
  platforms: [.macOS(.v12)],
  dependencies: [.package(name: "CallSeal", path: "../..")],
  targets: [
    // libsodium itself: what CallSeal is held against.
    .systemLibrary(
      name: "CSodiumReference", pkgConfig: "libsodium",
      providers: [.apt(["libsodium-dev"]), .brew(["libsodium"])]),
    .target(
      name: "Subjects",
      dependencies: [
        "CSodiumReference", .product(name: "Seal", package: "CallSeal"), .product(name: "Filter", package: "CallSeal"),
      ]),
    .executableTarget(
      name: "measure",
      dependencies: [
        "Subjects", .product(name: "Seal", package: "CallSeal"), .product(name: "Filter", package: "CallSeal"),
      ]),
    // A malloc that counts, in a program of its own: counting costs time.
    .target(name: "CCountedMalloc"),
    .executableTarget(
      name: "allocations",
      dependencies: [
        "Subjects", "CCountedMalloc", .product(name: "Seal", package: "CallSeal"),
        .product(name: "Filter", package: "CallSeal"),
      ]),
  ]
)
