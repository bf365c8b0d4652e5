import Foundation
import Testing

/// The documentation's examples are compiled: each block of Swift stands, line by line, in a source file of this package.
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

  @Test func showsOnlyCodeThatCompiles() throws {
    let sources = try files("Tools/Example", ".swift") + files("Tools/Documentation/Examples", ".swift")
    var blocks = 0
    for page in try files("Tools/Documentation/CallSeal.docc", ".md") {
      var block: [String]?
      for line in page.lines {
        if line == "```swift" {
          block = []
        } else if line == "```", let code = block {
          block = nil
          blocks += 1
          #expect(
            sources.contains { source in
              source.lines.indices.contains { source.lines[$0...].starts(with: code) }
            }, "\(page.name): \(code.first ?? "")")
        } else {
          block?.append(line)
        }
      }
    }
    #expect(blocks >= 10)
  }

  /// Whoever copies the example has no package, and links products.
  @Test func showsNothingThatOnlyThisPackageHas() throws {
    let sources = try files("Tools/Example", ".swift") + files("Tools/Documentation/Examples", ".swift")
    #expect(sources.count >= 10)
    for source in sources {
      #expect(!source.lines.contains { $0.split(separator: " ").contains("package") }, "\(source.name)")
    }
    let manifest = try String(contentsOf: Self.root.appendingPathComponent("Package.swift"), encoding: .utf8)
    for product in ["FilterDevice", "FilterExtension", "FilterApp"] {
      #expect(manifest.contains(#".library(name: "\#(product)", targets: ["\#(product)"]),"#))
    }
  }
}
