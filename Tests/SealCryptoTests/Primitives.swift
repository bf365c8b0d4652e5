@testable import SealCrypto

/// The primitives on arrays, as tests have their figures.

func sha256(_ message: [UInt8]) throws -> [UInt8] { try SHA256.hash(message.memory.span) }

/// HMAC with the message cut in two at `cut`.
func hmac(_ key: [UInt8], _ message: [UInt8], cut: Int = 0) throws -> [UInt8] {
  var code = [UInt8](repeating: 0, count: 32)
  var span = code.memory.mutableSpan
  try Backend.hmacSHA256(
    Backend.hmacKey(key.memory.span), message.memory.span.extracting(0..<cut),
    message.memory.span.extracting(cut..<message.count),
    counter: nil, into: &span)
  return code
}

/// Plain HKDF: extract, then expand.
func hkdf(_ inputKeyMaterial: [UInt8], salt: [UInt8], info: [UInt8], count: Int) throws -> [UInt8] {
  let none: [UInt8] = []
  let key = try HKDF.extract(
    salt: salt.memory.span, label: none.memory.span, inputKeyMaterial: inputKeyMaterial.memory.span)
  var output = [UInt8](repeating: 0, count: count)
  var span = output.memory.mutableSpan
  try HKDF.expand(key, info: info, into: &span)
  return output
}

/// Scalar multiplication as the library does it, without an opinion about the point.
func multiply(_ scalar: [UInt8], _ point: [UInt8]) throws(CryptoError) -> [UInt8] {
  var secret = [UInt8](repeating: 0, count: 32)
  var span = secret.memory.mutableSpan
  try Backend.x25519(scalar: scalar.memory.span, point: point.memory.span, into: &span)
  return secret
}

extension X25519PrivateKey {
  /// What is lent to a message's keys, kept.
  func sharedSecret(with peer: X25519PublicKey) throws(CryptoError) -> SecretBytes {
    try withSharedSecret(with: peer) { secret throws(CryptoError) in try SecretBytes(copying: secret) }
  }
}

func encrypt(
  _ message: [UInt8], key: [UInt8], nonce: [UInt8], additionalData: [UInt8]
) throws -> (text: [UInt8], tag: [UInt8]) {
  var text = message
  var tag = [UInt8](repeating: 0, count: 16)
  var textSpan = text.memory.mutableSpan
  var tagSpan = tag.memory.mutableSpan
  try Backend.chachaPolySeal(
    &textSpan, tag: &tagSpan, key: key.memory.span, nonce: nonce.memory.span, additionalData: additionalData.memory.span
  )
  return (text, tag)
}

func decrypt(
  _ ciphertext: [UInt8], tag: [UInt8], key: [UInt8], nonce: [UInt8], additionalData: [UInt8]
) throws(CryptoError) -> [UInt8] {
  var text = ciphertext
  try decrypt(&text, tag: tag, key: key, nonce: nonce, additionalData: additionalData)
  return text
}

func decrypt(
  _ text: inout [UInt8], tag: [UInt8], key: [UInt8], nonce: [UInt8], additionalData: [UInt8]
) throws(CryptoError) {
  var span = text.memory.mutableSpan
  try Backend.chachaPolyOpen(
    &span, tag: tag.memory.span, key: key.memory.span, nonce: nonce.memory.span,
    additionalData: additionalData.memory.span)
}

func secret(_ bytes: [UInt8]) throws -> SecretBytes { try SecretBytes(copying: bytes.memory.span) }

extension SecretBytes {
  /// A copy, for comparing.
  var copied: [UInt8] { withSpan { [UInt8](copying: $0) } }
}

// The macros of Swift Testing take calls apart, and a span cannot be stored: so arrays, again.

extension X25519PublicKey {
  init(_ bytes: [UInt8]) throws(CryptoError) { try self.init(validating: bytes.memory.span) }
}

extension Ed25519PublicKey {
  init(_ bytes: [UInt8]) throws(CryptoError) { try self.init(validating: bytes.memory.span) }

  static func isAcceptable(_ signature: [UInt8]) -> Bool { isAcceptable(signature.memory.span) }

  func accepts(_ signature: [UInt8], of message: [UInt8]) throws(CryptoError) -> Bool {
    try accepts(signature.memory.span, of: message.memory.span)
  }
}

extension FieldElement {
  static func isCanonical(_ bytes: [UInt8]) -> Bool { isCanonical(bytes.memory.span) }
  static func isCanonicalIgnoringSign(_ bytes: [UInt8]) -> Bool { isCanonicalIgnoringSign(bytes.memory.span) }
}

extension HPKE {
  static func open(
    _ message: [UInt8], with key: X25519PrivateKey, context: KeyScheduleContext
  ) throws(CryptoError) -> [UInt8] {
    try open(message.memory.span, with: key, context: context)
  }
}

func areEqual(_ a: [UInt8], _ b: [UInt8]) -> Bool { Backend.constantTimeEqual(a.memory.span, b.memory.span) }
