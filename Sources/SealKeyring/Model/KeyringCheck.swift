import SealCrypto
package import SealEnvelope
package import SealPlatform

/// What is not as it should be with a keyring.
package struct KeyringFinding: Equatable, Sendable {
  /// A word for programs.
  package enum Code: String, Sendable {
    /// A private and a public half, or a kid, that do not belong together; or a key that must not be used.
    case damaged
    /// What the passphrase authenticates was altered.
    case altered
    /// Locked by an earlier version, which authenticated private keys alone.
    case unsealed
    /// Older than the change that was asked for: somebody put an old copy back.
    case rolledBack = "rolled-back"
    /// Past its `expires`, and active.
    case expired
    /// The same key twice in one role, or two active keys of one line.
    case duplicated
    /// Others may read private keys, or write the file.
    case openToOthers = "open-to-others"
    /// A passphrase that is cheaper to guess than libsodium's interactive setting.
    case weakLock = "weak-lock"
    /// Its grace time is over: it can be destroyed.
    case destroyable
    /// A key of another tool, which CallSeal leaves alone.
    case foreign

    /// Whether it is something to mend, or only to know.
    package var isFault: Bool { self != .destroyable && self != .foreign }
  }

  package let code: Code
  package let thumbprint: Thumbprint?
  package let label: Label?
  package let reason: String
}

extension Keyring {
  /// Looks for everything that is not as it should be; `damages` are what `init(parsing:damages:)` could not read, `status`
  /// the file's. Whether a locked keyring was altered shows when it is opened.
  package func check(
    damages: [KeyringError], status: FileStatus?, now: UnixTime, atLeast changes: Int64 = 0
  ) -> [KeyringFinding] {
    var findings = damages.map { damage in
      KeyringFinding(
        code: damage.code == .notOpened ? .altered : .damaged, thumbprint: nil, label: nil, reason: damage.reason)
    }
    if let status, status.isWritableByOthers || status.isOpenToOthers && holdsOpenSecrets {
      let mode = String(status.mode, radix: 8)
      findings.append(
        KeyringFinding(
          code: .openToOthers, thumbprint: nil, label: nil, reason: "the file's mode is \(mode); it should be 600"))
    }
    if let lock, lock.cost.isWeak {
      findings.append(
        KeyringFinding(
          code: .weakLock, thumbprint: nil, label: nil, reason: "the passphrase is cheap to guess; lock it anew"))
    }
    if lock != nil, self.changes == nil {
      findings.append(
        KeyringFinding(
          code: .unsealed, thumbprint: nil, label: nil,
          reason: "locked by an earlier version: public keys, order and count are not authenticated; its next change "
            + "seals all of it"))
    }
    if let last = self.changes ?? (changes > 0 ? 0 : nil), last < changes {
      findings.append(
        KeyringFinding(
          code: .rolledBack, thumbprint: nil, label: nil,
          reason: "its last change is number \(last), and number \(changes) was made"))
    }
    var keys: Set<KeyringEntry.Name> = []
    var activeLines: Set<KeyringEntry.Line> = []
    for entry in entries {
      func add(_ code: KeyringFinding.Code, _ reason: String) {
        findings.append(
          KeyringFinding(code: code, thumbprint: entry.thumbprint, label: entry.label, reason: reason))
      }
      if entry.state == .active, entry.isExpired(at: now) { add(.expired, "active, but expired") }
      let isActive = entry.state == .active
      let isNewLine = !isActive || activeLines.insert(entry.line).inserted
      if !keys.insert(entry.name).inserted {
        add(.duplicated, "the same key twice")
      } else if !isNewLine {
        add(.duplicated, "a second active key with this label")
      }
      if entry.isOver(at: now) { add(.destroyable, "its time is over; it can be destroyed") }
    }
    if foreignCount > damages.count {
      let count = foreignCount - damages.count
      findings.append(
        KeyringFinding(
          code: .foreign, thumbprint: nil, label: nil,
          reason: count == 1 ? "one key is not CallSeal's" : "\(count) keys are not CallSeal's"))
    }
    return findings
  }
}
