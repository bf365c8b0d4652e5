import SealCrypto
import SealPlatform

/// Key schedule contexts of the keys last asked for: they depend on the suite, the audience and the key id alone, and a
/// phone has one key, or two while it rotates.
final class ContextCache: Sendable {
  private static let most = 4
  private let contexts = Locked<[(KeyID, KeyScheduleContext)]>([])

  /// For one audience, always the same.
  func context(of header: EnvelopeHeader, for audience: Audience) throws(CryptoError) -> KeyScheduleContext {
    if let known = contexts.withLock({ $0.first { $0.0 == header.recipient }?.1 }) { return known }
    let context = try header.keyScheduleContext(for: audience)
    contexts.withLock { contexts in
      if contexts.count >= Self.most { contexts.removeFirst() }
      contexts.append((header.recipient, context))
    }
    return context
  }
}
