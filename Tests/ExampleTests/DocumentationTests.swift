import Foundation
import Testing

/// What people copy.
struct DocumentationTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../..")

  private func files(_ folder: String, _ suffix: String) throws -> [(name: String, lines: [String])] {
    let folder = Self.root.appendingPathComponent(folder)
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(suffix) }
    return try names.sorted().map { name in
      let text = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
      let lines = text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      return (name, lines.filter { !$0.isEmpty })
    }
  }

  /// Whoever copies the example has no package, and links products.
  @Test func showsNothingThatOnlyThisPackageHas() throws {
    let sources = try files("Tools/Example", ".swift")
    #expect(sources.count >= 20)
    for source in sources {
      #expect(!source.lines.contains { $0.split(separator: " ").contains("package") }, "\(source.name)")
    }
    let manifest = try String(contentsOf: Self.root.appendingPathComponent("Package.swift"), encoding: .utf8)
    for product in ["FilterDevice", "FilterExtension", "FilterApp"] {
      #expect(manifest.contains(#".library(name: "\#(product)", targets: ["\#(product)"]),"#))
    }
  }
}
