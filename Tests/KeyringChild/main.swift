import Glibc
import SealCrypto
import SealEnvelope
import SealKeyring
import SealPlatform

// A process that changes keyrings on a test's behalf: to be killed at a step, to race another, to be looked into.

let arguments = Array(CommandLine.arguments.dropFirst())

func fail(_ message: String) -> Never {
  print(message)
  exit(1)
}

/// The changes that a test may ask for by name.
func change(_ name: String, _ file: KeyringFile) throws {
  let now = UnixTime(milliseconds: 1_800_000_000_000)
  switch name {
  case "add":
    try file.update(creating: true) { keyring, _ throws(KeyringError) in
      try keyring.add(.x25519, label: Label("added"), now: now)
    }
  case "destroy":
    try file.update(wiping: true) { keyring, _ throws(KeyringError) in
      _ = try keyring.destroy("first", force: true, now: now)
    }
  case "lock":
    try file.update(wiping: true) { keyring, _ throws(KeyringError) in
      try keyring.lock(with: Child.passphrase, cost: Child.cheapest)
    }
  default: fail("no such change: \(name)")
  }
}

enum Child {
  static let cheapest = Argon2id(operations: 1, memory: 8192) ?? .interactive
  static let passphrase: SecretBytes = {
    let text = Array("correct horse".utf8)
    guard let bytes = try? SecretBytes(copying: text.memory.span) else { fail("no library") }
    return bytes
  }()
}

switch arguments.first {
case "die":
  // die FILE CHANGE N [half]: killed before the n-th step; with `half`, a write just before that did half its work.
  guard arguments.count >= 4, let last = Int(arguments[3]) else { fail("die FILE CHANGE N [half]") }
  let half = arguments.last == "half"
  let steps = Locked(0)
  let probe: @Sendable (FileStep) -> FileStep.Outcome = { step in
    let count = steps.withLock { (count: inout Int) -> Int in
      count += 1
      return count
    }
    if count == last { kill(getpid(), SIGKILL) }
    return half && step == .write && count == last - 1 ? .half : .proceed
  }
  try FileStep.probe.withValue(probe) { try change(arguments[2], KeyringFile(arguments[1])) }
case "churn":
  // churn FILE NAME COUNT: that many changes; every tenth key stays.
  guard arguments.count == 4, let count = Int(arguments[3]) else { fail("churn FILE NAME COUNT") }
  let file = KeyringFile(arguments[1])
  let now = UnixTime(milliseconds: 1_800_000_000_000)
  var done = 0
  var number = 0
  while done < count {
    let label = "\(arguments[2])-\(number)"
    try file.update(creating: true) { keyring, _ throws(KeyringError) in
      try keyring.add(.ed25519, label: Label(label), now: now)
    }
    done += 1
    if number % 10 != 0, done < count {
      try file.update { keyring, _ throws(KeyringError) in _ = try keyring.destroy(label, force: true, now: now) }
      done += 1
    }
    number += 1
    // Whoever waits looks at the lock every 2 ms, and on a busy machine might never find it free without a pause.
    usleep(1000)
  }
case "canary":
  // canary FILE KIND: uses a keyring, lets go of it, and looks for its secrets in all of its own memory.
  guard arguments.count == 3 else { fail("canary FILE KIND") }
  try Canary.run(arguments[1], arguments[2])
default: fail("die, churn or canary")
}
