import Foundation
import SealEnvelope
import SealKeyring
import SealPlatform
import TestSupport
import Testing

struct KeyringFileTests {
  private func add(_ path: String, _ name: String = "phone", creating: Bool = true) throws {
    try KeyringFile(path).update(creating: creating) { keyring, _ throws(KeyringError) in
      try keyring.add(.x25519, label: Label(name), now: now)
    }
  }

  @Test func makesTheFilePrivateWhateverTheUmask() throws {
    let scratch = try Scratch()
    let old = umask(0)
    defer { umask(old) }
    try add(scratch.path("ring"))
    #expect(try scratch.mode("ring") == 0o600)
    #expect(scratch.names == ["ring"])
  }

  @Test func repairsTheModeWhenItChanges() throws {
    let scratch = try Scratch()
    try add(scratch.path("ring"))
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: scratch.path("ring"))
    let contents = try KeyringFile(scratch.path("ring")).read()
    #expect(contents.status.isOpenToOthers)
    #expect(contents.keyring.check(damages: [], status: contents.status, now: now).map(\.code) == [.openToOthers])
    try add(scratch.path("ring"), "second")
    #expect(try scratch.mode("ring") == 0o600)
  }

  @Test(arguments: [false, true])
  func keepsALinkAndChangesItsTarget(relative: Bool) throws {
    let scratch = try Scratch()
    try FileManager.default.createDirectory(atPath: scratch.path("real"), withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path("link"), withDestinationPath: relative ? "real/ring" : scratch.path("real/ring"))
    // The link dangles at first: the target is made.
    try add(scratch.path("link"))
    try add(scratch.path("link"), "second")
    #expect(
      try FileManager.default.attributesOfItem(atPath: scratch.path("link"))[.type] as? FileAttributeType
        == .typeSymbolicLink)
    #expect(try KeyringFile(scratch.path("real/ring")).read().keyring.entries.count == 2)
    #expect(scratch.names == ["link", "real"])
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path("real")) == ["ring"])
  }

  @Test func refusesALoopOfLinksAndAFolder() throws {
    let scratch = try Scratch()
    try FileManager.default.createSymbolicLink(atPath: scratch.path("a"), withDestinationPath: "b")
    try FileManager.default.createSymbolicLink(atPath: scratch.path("b"), withDestinationPath: "a")
    for path in ["a", ".", "b/"] {
      #expect(throws: KeyringError(.file, "")) { try add(scratch.path(path)) }
    }
    #expect(throws: KeyringError(.noFile, "")) { try add(scratch.path("nowhere/ring")) }
    #expect(scratch.names == ["a", "b"])
  }

  /// Links planted under the names that a change uses: what they point to stays as it was.
  @Test(arguments: [".ring.callseal-new", ".ring.callseal-lock"])
  func writesThroughNoPlantedLink(name: String) throws {
    let scratch = try Scratch()
    let victim = try scratch.write("victim", "precious")
    try FileManager.default.createSymbolicLink(atPath: scratch.path(name), withDestinationPath: victim)
    try? add(scratch.path("ring"))
    // The temporary file's name is taken back; a lock that is a link is none, and nothing is done without it.
    #expect(scratch.names.contains("ring") == name.hasSuffix("new"))
    #expect(try String(contentsOfFile: victim, encoding: .utf8) == "precious")
    #expect(try scratch.mode("victim") == 0o600)
  }

  /// The keyring's name is exchanged for a link to somebody else's file after it was resolved.
  @Test func replacesALinkPlantedMeanwhileAndNotItsTarget() throws {
    let scratch = try Scratch()
    try add(scratch.path("ring"))
    let victim = try scratch.write("victim", "precious")
    try KeyringFile(scratch.path("ring")).update { keyring, _ throws(KeyringError) in
      try? FileManager.default.removeItem(atPath: scratch.path("ring"))
      try? FileManager.default.createSymbolicLink(atPath: scratch.path("ring"), withDestinationPath: victim)
      try keyring.add(.ed25519, label: Label("second"), now: now)
    }
    #expect(try String(contentsOfFile: victim, encoding: .utf8) == "precious")
    #expect(try KeyringFile(scratch.path("ring")).read().keyring.entries.count == 2)
  }

  /// The folder is moved away after it was resolved: reading and writing stay in the same one.
  @Test func staysInTheFolderItBeganIn() throws {
    let scratch = try Scratch()
    try FileManager.default.createDirectory(atPath: scratch.path("folder"), withIntermediateDirectories: false)
    try add(scratch.path("folder/ring"))
    try KeyringFile(scratch.path("folder/ring")).update { keyring, _ throws(KeyringError) in
      try? FileManager.default.moveItem(atPath: scratch.path("folder"), toPath: scratch.path("moved"))
      try? FileManager.default.createDirectory(atPath: scratch.path("folder"), withIntermediateDirectories: false)
      try keyring.add(.ed25519, label: Label("second"), now: now)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path("folder")) == [])
    #expect(try KeyringFile(scratch.path("moved/ring")).read().keyring.entries.count == 2)
  }

  @Test func aFailedChangeLeavesNothing() throws {
    let scratch = try Scratch()
    #expect(throws: KeyringError(.invalid, "")) { try add(scratch.path("ring"), "#") }
    #expect(scratch.names == [])
    #expect(throws: KeyringError(.noFile, "")) { try add(scratch.path("ring"), creating: false) }
    #expect(scratch.names == [])
  }

  @Test func createsOnlyWhereThereIsNothing() throws {
    let scratch = try Scratch()
    try KeyringFile(scratch.path("ring")).create()
    let bytes = try Data(contentsOf: URL(fileURLWithPath: scratch.path("ring")))
    #expect(throws: KeyringError(.alreadyExists, "")) { try KeyringFile(scratch.path("ring")).create() }
    #expect(try Data(contentsOf: URL(fileURLWithPath: scratch.path("ring"))) == bytes)
  }

  @Test func readsWithinABoundAndOnlyFiles() throws {
    let scratch = try Scratch()
    _ = try scratch.write("large", [UInt8](repeating: 0x20, count: KeyringFile.largest + 1))
    #expect(throws: KeyringError(.malformed, "")) { _ = try KeyringFile(scratch.path("large")).read() }
    #expect(mkfifo(scratch.path("fifo"), 0o600) == 0)
    #expect(throws: KeyringError(.file, "")) { _ = try KeyringFile(scratch.path("fifo")).read() }
    #expect(throws: KeyringError(.file, "")) { try add(scratch.path("fifo")) }
  }

  /// What was destroyed, or locked, is wiped where it stood.
  @Test(arguments: ["destroy", "lock"])
  func wipesTheOldFile(change: String) throws {
    let scratch = try Scratch()
    try add(scratch.path("ring"), "first")
    let old = try FileHandle(forReadingFrom: URL(fileURLWithPath: scratch.path("ring")))
    #expect(try child("die", scratch.path("ring"), change, "1000").status == 0)
    let bytes = try #require(try old.readToEnd())
    #expect(!bytes.isEmpty && bytes.allSatisfy { $0 == 0 })
  }

  @Test func leavesAFileWithASecondName() throws {
    let scratch = try Scratch()
    try add(scratch.path("ring"), "first")
    let bytes = try Data(contentsOf: URL(fileURLWithPath: scratch.path("ring")))
    try FileManager.default.linkItem(atPath: scratch.path("ring"), toPath: scratch.path("backup"))
    #expect(try child("die", scratch.path("ring"), "destroy", "1000").status == 0)
    #expect(try Data(contentsOf: URL(fileURLWithPath: scratch.path("backup"))) == bytes)
  }
}
