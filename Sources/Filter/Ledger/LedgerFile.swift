import SealCrypto

/// The bytes of a ledger's file.
///
/// ```
/// "CSLEDGR1" | number of calls (4) | number of ids (4) | calls | ids | SHA-256 of all before it (32)
/// call:  id (16) | sender (16) | phase (1) | flags (1) | end reason (1) | 0 (5) | claimed, ms (8)     48 bytes
/// id:    id (16) | sender (16)                                                                       32 bytes
/// ```
/// Numbers are big-endian. The digest tells damage, not malice: who can write the file can do worse.
enum LedgerFile {
  static let magic = Array("CSLEDGR1".utf8)
  private static let callByteCount = 48
  private static let idByteCount = 32
  static let largest = 16 + LedgerState.mostCalls * callByteCount + LedgerState.mostSeen * idByteCount + 32

  private static let missedCallFlag: UInt8 = 1
  private static let offeredFlag: UInt8 = 2
  private static let readFlag: UInt8 = 4

  /// The end reasons by their number in the file; 0 is none.
  private static let endReasons: [Event.CallEnd.Reason?] = [
    nil, .cancelled, .answeredElsewhere, .declinedElsewhere, .failed,
  ]

  static func encode(_ state: LedgerState) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(largest)
    bytes += magic
    append(UInt64(state.calls.count) << 32 | UInt64(state.seen.count), to: &bytes)
    for call in state.calls {
      append(call.key, to: &bytes)
      bytes.append(call.phase.rawValue)
      bytes.append(
        (call.missedCallShown ? missedCallFlag : 0) | (call.wasOffered ? offeredFlag : 0)
          | (call.wasRead ? readFlag : 0))
      bytes.append(UInt8(endReasons.firstIndex(of: call.endReason) ?? 0))
      bytes += [0, 0, 0, 0, 0]
      append(UInt64(bitPattern: call.claimed.milliseconds), to: &bytes)
    }
    for key in state.seen { append(key, to: &bytes) }
    // A digest that cannot be made leaves a file that reads as damaged: the ledger is lost, no call is.
    bytes += (try? SHA256.hash(bytes.memory.span)) ?? []
    return bytes
  }

  /// The state, or nothing where the bytes are not a ledger's.
  static func decode(_ bytes: [UInt8]) -> LedgerState? {
    guard bytes.count >= 48, bytes.prefix(8).elementsEqual(magic) else { return nil }
    let counts = word(bytes, 8)
    let (callCount, idCount) = (Int(counts >> 32), Int(counts & 0xffff_ffff))
    guard callCount <= LedgerState.mostCalls, idCount <= LedgerState.mostSeen else { return nil }
    let end = 16 + callCount * callByteCount + idCount * idByteCount
    guard bytes.count == end + 32, let digest = try? SHA256.hash(bytes.memory.span.extracting(0..<end)),
      bytes[end...].elementsEqual(digest)
    else { return nil }
    var calls: [CallRecord] = []
    calls.reserveCapacity(callCount)
    for index in 0..<callCount {
      let start = 16 + index * callByteCount
      guard let phase = CallRecord.Phase(rawValue: bytes[start + 32]), Int(bytes[start + 34]) < endReasons.count else {
        return nil
      }
      let flags = bytes[start + 33]
      calls.append(
        CallRecord(
          key: key(bytes, start), phase: phase,
          claimed: UnixTime(milliseconds: Int64(bitPattern: word(bytes, start + 40))),
          missedCallShown: flags & missedCallFlag != 0, wasOffered: flags & offeredFlag != 0,
          wasRead: flags & readFlag != 0, endReason: endReasons[Int(bytes[start + 34])]))
    }
    let idsStart = 16 + callCount * callByteCount
    let seen = (0..<idCount).map { key(bytes, idsStart + $0 * idByteCount) }
    return LedgerState(calls: calls, seen: seen)
  }

  private static func append(_ key: CallKey, to bytes: inout [UInt8]) {
    bytes += key.id.bytes
    append(key.sender.high, to: &bytes)
    append(key.sender.low, to: &bytes)
  }

  private static func append(_ word: UInt64, to bytes: inout [UInt8]) {
    for shift in stride(from: UInt64(56), through: 0, by: -8) { bytes.append(UInt8(truncatingIfNeeded: word >> shift)) }
  }

  private static func key(_ bytes: [UInt8], _ start: Int) -> CallKey {
    CallKey(
      id: EventID(bytes: bytes.memory.span.extracting(start..<start + 16)),
      sender: CallKey.Sender(high: word(bytes, start + 16), low: word(bytes, start + 24)))
  }

  private static func word(_ bytes: [UInt8], _ start: Int) -> UInt64 {
    (0..<8).reduce(0) { $0 << 8 | UInt64(bytes[start + $1]) }
  }
}
