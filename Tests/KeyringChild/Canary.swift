import Glibc
import SealCrypto
import SealEnvelope
import SealKeyring
import SealPlatform

/// Looks for secrets in the memory of the process it runs in.
///
/// The secrets it looks for are known to the test as a pattern: a private key that is 32 bytes of one value after
/// another. The pattern is never in this process's memory as a whole, except where the code under test puts it.
enum Canary {
  static func run(_ path: String, _ kind: String) throws {
    try use(path, kind)
    // Something is found where it is put, or the search proves nothing.
    let bait = UnsafeMutablePointer<UInt8>.allocate(capacity: 32)
    for index in 0..<32 { unsafe bait[index] = byte(index) ^ 0x55 }
    let baits = try count { byte($0) ^ 0x55 }
    let secrets = try count(byte)
    let texts = try count { encoded($0) }
    let pems = try count { pem($0) }
    unsafe bait.deallocate()
    print("baits \(baits) secrets \(secrets) texts \(texts) pems \(pems)")
  }

  /// What a command does with a keyring.
  @inline(never)
  private static func use(_ path: String, _ kind: String) throws {
    let now = UnixTime(milliseconds: 1_800_000_000_000)
    let file = KeyringFile(path)
    switch kind {
    case "read":
      let keyring = try file.read().keyring
      guard try keyring.openingKeys(at: now).count == 1 else { fail("no key") }
    case "write":
      try file.update { keyring, _ throws(KeyringError) in
        try keyring.add(.ed25519, label: Label("other"), now: now)
      }
    case "export":
      for entry in try file.read().keyring.entries {
        if case .key(let key) = entry.material { _ = try (key.jwk().count, PEM.text(of: key).count) }
      }
    case "import":
      try SecretFile.read(OpenFile(path, flags: O_RDONLY), limit: 4096, failure: { $0 }) {
        text, _ throws(FileError) in
        guard let keys = try? KeyText.keys(parsing: text), keys.count == 1 else { fail("no key") }
      }
    case "locked":
      try file.update(wiping: true) { keyring, _ throws(KeyringError) in
        try keyring.lock(with: Child.passphrase, cost: Child.cheapest)
      }
      var keyring = try file.read().keyring
      guard let lock = keyring.lock else { fail("no lock") }
      try keyring.open(with: lock.key(for: Child.passphrase))
      guard try keyring.openingKeys(at: now).count == 1 else { fail("no key") }
    default: fail("no such use: \(kind)")
    }
  }

  /// The bytes of the test's key: `KeyringCanaryTests` writes the same.
  private static func byte(_ index: Int) -> UInt8 { UInt8(truncatingIfNeeded: 0xa8 ^ (index &* 37)) }

  /// Its base64url, character by character, without ever putting it together.
  private static func encoded(_ index: Int) -> UInt8 { character(index, skipping: 0) }

  /// The same as it stands in PEM, where it follows 16 bytes of DER: from the first group of three that is all secret.
  private static func pem(_ index: Int) -> UInt8 {
    switch character(index, skipping: 2) {
    case UInt8(ascii: "-"): UInt8(ascii: "+")
    case UInt8(ascii: "_"): UInt8(ascii: "/")
    case let character: character
    }
  }

  private static func character(_ index: Int, skipping start: Int) -> UInt8 {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    let group = index / 4 * 3 + start
    let bits = UInt32(byte(group)) << 16 | UInt32(byte(group + 1)) << 8 | UInt32(byte(group + 2))
    return alphabet[Int(bits >> (18 - 6 * UInt32(index % 4)) & 0x3f)]
  }

  /// How often 16 bytes of a pattern stand in this process's writable memory.
  private static func count(_ pattern: (Int) -> UInt8) throws -> Int {
    let first = pattern(0)
    var found = 0
    let memory = open("/proc/self/mem", O_RDONLY)
    defer { close(memory) }
    for range in try writableRanges() {
      // Read through the kernel, so that a page that may not be read is an error and not a crash.
      var bytes = [UInt8](repeating: 0, count: range.count)
      let got = unsafe bytes.withUnsafeMutableBytes {
        unsafe pread(memory, $0.baseAddress, $0.count, off_t(range.lowerBound))
      }
      if got > 16 {
        for start in 0...(got - 16) where bytes[start] == first {
          var isSame = true
          for index in 1..<16 where bytes[start + index] != pattern(index) {
            isSame = false
            break
          }
          if isSame { found += 1 }
        }
      }
    }
    return found
  }

  private static func writableRanges() throws -> [Range<UInt>] {
    let text = String(decoding: try FileStore.read("/proc/self/maps", limit: 1 << 20), as: UTF8.self)
    return text.split(separator: "\n").compactMap { line in
      let fields = line.split(separator: " ")
      guard fields.count > 1, fields[1].hasPrefix("rw") else { return nil }
      let ends = fields[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
      return ends.count == 2 ? ends[0]..<ends[1] : nil
    }
  }
}
