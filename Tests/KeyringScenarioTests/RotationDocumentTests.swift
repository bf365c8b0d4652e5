import Foundation
import TestSupport
import Testing

/// ROTATION.md does what it says: its commands are taken from the file itself and run as they stand there.
struct RotationDocumentTests {
  /// A command of the document, and what has to be over before it is run.
  private struct Step {
    let section: String
    let command: String
    let isAfterGrace: Bool
  }

  private struct Document {
    var steps: [Step] = []
    var service = ""
    var open = ""

    init(_ text: String) throws {
      var section = ""
      var fence: String?
      for line in text.components(separatedBy: "\n").map({ $0.trimmingCharacters(in: .whitespaces) }) {
        if line.hasPrefix("```") {
          fence = fence == nil ? String(line.dropFirst(3)) : nil
        } else if let fence {
          switch fence {
          case "sh", "sh after-grace":
            steps.append(Step(section: section, command: line, isAfterGrace: fence == "sh after-grace"))
          case "service": service = line
          case "open": open = line
          default: Issue.record("a block of another kind: \(fence)")
          }
        } else if line.hasPrefix("## ") {
          section = String(line.dropFirst(3))
        }
      }
      try #require(fence == nil && service.hasPrefix("callseal seal ") && open.hasPrefix("callseal open "))
    }
  }

  /// The service's pushes, and which of them the device still has to open.
  private struct Flight {
    let stage: Stage
    let document: Document
    var sealed = 0
    var open: [String] = []

    /// Starts the service anew, for one event.
    mutating func restart() throws {
      sealed += 1
      let line = #"{"to":"anna","event":{"kind":"data","data":{"number":\#(sealed)}}}"#
      let ended = try stage.run("echo '\(line)' | \(document.service)", exits: 0)
      let answer = try #require(try JSONSerialization.jsonObject(with: Data(ended.output.utf8)) as? [String: Any])
      let push = try #require(answer["push"], "\(ended.output)")
      let name = "push-\(sealed)"
      try stage.write(name, [UInt8](JSONSerialization.data(withJSONObject: push)))
      open.append(name)
    }

    /// Every push that is still under way opens, and is told apart from the others.
    func openAll() throws {
      let names = open.joined(separator: " ")
      let ended = try stage.run("for push in \(names); do \(document.open) $push || exit; done", exits: 0)
      for name in open {
        let number = name.dropFirst(5)
        #expect(ended.output.contains(#""number":\#(number)}"#), "\(name) of \(names)")
      }
    }
  }

  @Test func itsCommandsRunTwiceWithoutAStop() throws {
    let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Vectors/ROTATION.md")
    let document = try Document(String(contentsOf: path, encoding: .utf8))
    let sections: [String: [Step]] = Dictionary(grouping: document.steps, by: \.section)
    let first = try #require(sections["Before the first rotation"])
    let device = try #require(sections["A device's key"])
    let sender = try #require(sections["A sender's signing key"])
    // Nothing stands there that is not run.
    #expect(sections.count == 3 && first.count == 6 && device.count == 5 && sender.count == 6)

    let stage = try Stage()
    for step in first { try stage.run(step.command, exits: 0) }
    var flight = Flight(stage: stage, document: document)
    try flight.restart()
    try flight.openAll()
    for rotation in [device, sender, device, sender] {
      var old: [String] = []
      for step in rotation {
        if step.command.contains("-k server.jwks --to") { old = flight.open }
        if step.isAfterGrace {
          try #require(!old.isEmpty)
          try stage.replace(#""until":\d+"#, in: "device.jwks", with: #""until":1700000000000"#)
          flight.open.removeAll { old.contains($0) }
        }
        try stage.run(step.command, exits: 0)
        try flight.restart()
        try flight.openAll()
      }
      // What was under way to the old key, or signed by it, is over; nothing else is.
      for name in old { #expect(try stage.run("\(document.open) \(name)").code != 0) }
    }
    #expect(try stage.keys("device.jwks").count == 2 && stage.keys("server.jwks").count == 2)
  }
}
