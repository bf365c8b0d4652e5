import Foundation
import SealEnvelope
import SealKeyring
import SealPlatform
import TestSupport
import Testing

/// A change that is cut off, or fails, at each of its steps: the keyring is the old one or the new one, whole.
struct KeyringFaultTests {
  @Test(arguments: ["add", "destroy", "lock"], [false, true])
  func survivesBeingKilledAtEveryStep(change: String, half: Bool) throws {
    let scratch = try Scratch()
    var before = Keyring()
    try before.add(.x25519, label: label("first"), now: now)
    try before.add(.ed25519, label: label("second"), now: now)
    let old = try before.text().bytes
    var killed = 0
    var newOnes = 0
    for step in 1...100 {
      let path = try scratch.write("ring", old)
      let ended = try child(["die", path, change, String(step)] + (half ? ["half"] : []))
      guard ended.wasKilled else {
        #expect(ended.status == 0, "\(ended.text)")
        break
      }
      killed += 1
      let after = try KeyringFile(path).read().keyring
      let labels = after.entries.map(\.label.description)
      if try [UInt8](Data(contentsOf: URL(fileURLWithPath: path))) != old {
        newOnes += 1
        switch change {
        case "add": #expect(labels == ["first", "second", "added"])
        case "destroy": #expect(labels == ["second"])
        default: #expect(after.lock != nil && labels == ["first", "second"])
        }
      }
      // The next command works, and tidies up what the dead one left.
      let key = try after.lock?.key(for: secret("correct horse"))
      try KeyringFile(path).update { keyring, _ throws(KeyringError) in
        if let key { try keyring.open(with: key) }
        _ = try keyring.trust(SenderPrivateKey.fresh(), label: Label("next"), now: now)
      }
      #expect(try KeyringFile(path).read().keyring.entries.map(\.label.description) == labels + ["next"])
      #expect(scratch.names == ["ring"])
    }
    // remove, create, protect, write, fsync, link, rename, fsync of the folder; then the wiping's own, if there is one.
    #expect(killed >= 8)
    #expect(newOnes >= 1)
  }

  @Test func aFirstKeyringIsWholeOrAbsent() throws {
    let scratch = try Scratch()
    var killed = 0
    for step in 1...100 {
      let path = scratch.path("ring")
      try? FileManager.default.removeItem(atPath: path)
      let ended = try child("die", path, "add", String(step))
      guard ended.wasKilled else { break }
      killed += 1
      if FileManager.default.fileExists(atPath: path) {
        #expect(try KeyringFile(path).read().keyring.entries.count == 1)
        #expect(try scratch.mode("ring") == 0o600)
      }
      #expect(try child("churn", path, "next", "1").status == 0)
      #expect(scratch.names == ["ring"])
    }
    #expect(killed >= 7)
  }

  @Test(arguments: [EIO, ENOSPC, EACCES])
  func aFailedStepChangesNothingOrEverything(number: Int32) throws {
    let scratch = try Scratch()
    var before = Keyring()
    try before.add(.x25519, label: label("first"), now: now)
    let old = try before.text().bytes
    var failures = 0
    for step in 1...100 {
      let path = try scratch.write("ring", old)
      let steps = Locked(0)
      let probe: @Sendable (FileStep) -> FileStep.Outcome = { _ in
        let count = steps.withLock { (count: inout Int) -> Int in
          count += 1
          return count
        }
        return count == step ? .fail(number) : .proceed
      }
      var fault: KeyringError?
      FileStep.probe.withValue(probe) {
        do throws(KeyringError) {
          try KeyringFile(path).update(wiping: true) { keyring, _ throws(KeyringError) in
            _ = try keyring.destroy("first", force: true, now: now)
          }
        } catch { fault = error }
      }
      let entries = try KeyringFile(path).read().keyring.entries.count
      #expect(scratch.names == ["ring"])
      guard let fault else {
        #expect(entries == 0)
        break
      }
      failures += 1
      #expect(fault.code == .file)
      // Seven steps come before the rename has happened; after it, the new keyring stands.
      #expect(entries == (step <= 7 ? 1 : 0), "step \(step)")
    }
    #expect(failures >= 8)
  }

  @Test func twoProcessesLoseNothingInAThousandChanges() throws {
    let scratch = try Scratch()
    let path = scratch.path("ring")
    let binary = products.appendingPathComponent("KeyringChild")
    let processes = try ["a", "b"].map { name in
      try ChildProcess(binary.path, ["churn", path, name, "500"])
    }
    // A reader meanwhile never sees anything but a whole keyring.
    var reads = 0
    while processes.contains(where: \.isRunning) {
      usleep(2000)
      if FileManager.default.fileExists(atPath: path) {
        _ = try KeyringFile(path).read()
        reads += 1
      }
    }
    for process in processes {
      #expect(try process.wait().status == 0)
    }
    #expect(reads > 0)
    let labels = try Set(KeyringFile(path).read().keyring.entries.map(\.label.description))
    // Of 500 changes each key but every tenth takes two: 19 changes for ten keys.
    let kept = (0..<500).filter { $0 % 10 == 0 && $0 / 10 * 19 < 500 }
    for name in ["a", "b"] { for number in kept { #expect(labels.contains("\(name)-\(number)")) } }
    #expect(labels.count <= kept.count * 2 + 2)
    #expect(scratch.names == ["ring"])
  }
}

extension SenderPrivateKey {
  /// A fresh key's public half, in the keyring's errors.
  static func fresh() throws(KeyringError) -> SenderPublicKey {
    do throws(FormatError) { return try generate().publicKey } catch { throw KeyringError(error) }
  }
}

/// `KeyringChild`, with arguments as a list.
private func child(_ arguments: [String]) throws -> ChildProcess.Ended {
  try run(products.appendingPathComponent("KeyringChild").path, arguments)
}
