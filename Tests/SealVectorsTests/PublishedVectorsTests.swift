import Foundation
import SealEnvelope
import SealVectors
import Testing

/// The committed vectors: all pass, and all are what the generator makes.
struct PublishedVectorsTests {
  @Test(arguments: Published.names)
  func allPass(_ name: String) throws {
    let report = try VectorReport(running: [Published.file(name)])
    #expect(report.ran >= 50)
    #expect(report.failures.map { "\($0.id): \($0.comment): \($0.expected), not \($0.got)" } == [])
    #expect(report.passed == report.ran && report.isGood)
  }

  @Test func areAllOfTheFolder() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Published.folder.path)
    #expect(names.filter { $0.hasSuffix(".json") && $0 != "schema.json" }.sorted() == Published.names)
    #expect(try Published.names.map { try Published.file($0).count }.reduce(0, +) >= 1000)
  }

  @Test func areWhatTheGeneratorMakes() throws {
    let made = try VectorGenerator.files()
    #expect(made.map(\.name).sorted() == Published.names)
    for file in made { #expect(try file.bytes == Published.bytes(file.name), "\(file.name)") }
    let again = try VectorGenerator.files()
    #expect(zip(made, again).allSatisfy { $0.bytes == $1.bytes })
  }

  @Test(arguments: Published.names)
  func everyVectorHasItsOwnComment(_ name: String) throws {
    for group in try Published.file(name).groups {
      #expect(Set(group.tests.map(\.comment)).count == group.tests.count, "\(group.comment)")
    }
  }

  /// A layer that no vector fails at is a guard that no vector needs.
  @Test func everyLayerAndFlagAndTypeIsThere() throws {
    let groups = try Published.names.flatMap { try Published.file($0).groups }
    #expect(Set(groups.flatMap(\.tests).compactMap(\.expect)) == Set(VectorLayer.allCases))
    #expect(Set(groups.flatMap(\.tests).flatMap(\.flags)) == Set(VectorFlag.allCases))
    #expect(Set(groups.map(\.type)) == Set(VectorType.allCases))
  }

  @Test(arguments: Published.names)
  func isPrintableASCII(_ name: String) throws {
    #expect(try Published.bytes(name).allSatisfy { 0x20...0x7e ~= $0 || $0 == 0x0a })
  }
}
