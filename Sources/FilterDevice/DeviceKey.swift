public import SealEnvelope
import SealCrypto

/// A device key as the store keeps it.
public struct DeviceKey: Sendable {
  /// The key.
  public let key: RecipientPrivateKey
  /// When it was made.
  public let created: UnixTime
  /// When another took its place; nothing while it is the current one.
  public let retired: UnixTime?

  init(_ key: RecipientPrivateKey, created: UnixTime, retired: UnixTime? = nil) {
    self.key = key
    self.created = created
    self.retired = retired
  }

  func retired(at time: UnixTime) -> DeviceKey { DeviceKey(key, created: created, retired: retired ?? time) }

  /// Whether what was sealed to it is still to be opened. A clock that was set back makes nobody's key too old.
  func isOfUse(at now: UnixTime, grace: Int64) -> Bool {
    guard let retired else { return true }
    return now <= retired.adding(max(0, grace))
  }
}

/// The bytes of the keychain's item: all keys in one, so that a rotation happens or does not.
///
/// ```
/// "CSKEYS1" | number of keys (1) | keys, the current one first
/// key: created, ms (8) | retired, ms, or −1 (8) | scalar (32)                                      48 bytes
/// ```
/// Numbers are big-endian.
enum DeviceKeyList {
  private static let magic = Array("CSKEYS1".utf8)
  private static let keyByteCount = 48
  /// Keys at once; at a rotation a day that is a grace time of two months.
  static let mostKeys = 64

  /// The bytes; the caller wipes them. Room is made before the first scalar, so that none is left where the array was.
  static func encode(_ keys: [DeviceKey]) -> [UInt8] {
    var bytes = magic
    bytes.reserveCapacity(magic.count + 1 + keys.count * keyByteCount)
    bytes.append(UInt8(keys.count))
    for key in keys {
      append(key.created.milliseconds, to: &bytes)
      append(key.retired?.milliseconds ?? -1, to: &bytes)
      key.key.withRawBytes { scalar in for index in scalar.indices { bytes.append(scalar[index]) } }
    }
    return bytes
  }

  /// The keys, or nothing where the bytes are no list of them. The caller wipes the bytes.
  static func decode(_ bytes: [UInt8]) -> [DeviceKey]? {
    guard bytes.count > magic.count, bytes.prefix(magic.count).elementsEqual(magic) else { return nil }
    let count = Int(bytes[magic.count])
    guard 1...mostKeys ~= count, bytes.count == magic.count + 1 + count * keyByteCount else { return nil }
    var keys: [DeviceKey] = []
    for index in 0..<count {
      let start = magic.count + 1 + index * keyByteCount
      let (created, retired) = (integer(bytes, start), integer(bytes, start + 8))
      guard
        let key = try? RecipientPrivateKey(rawBytes: bytes.memory.span.extracting(start + 16..<start + keyByteCount)),
        (retired == -1) == (index == 0)
      else { return nil }
      keys.append(
        DeviceKey(
          key, created: UnixTime(milliseconds: created),
          retired: retired == -1 ? nil : UnixTime(milliseconds: max(0, retired))))
    }
    return keys
  }

  private static func append(_ number: Int64, to bytes: inout [UInt8]) {
    for shift in stride(from: 56, through: 0, by: -8) { bytes.append(UInt8(truncatingIfNeeded: number >> shift)) }
  }

  private static func integer(_ bytes: [UInt8], _ start: Int) -> Int64 {
    (0..<8).reduce(0) { $0 << 8 | Int64(bytes[start + $1]) }
  }
}
