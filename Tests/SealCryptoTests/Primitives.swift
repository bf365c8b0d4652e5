@testable import SealCrypto

/// The primitives on arrays, as tests have their figures.

func sha256(_ message: [UInt8]) throws -> [UInt8] { try SHA256.hash(message.span) }

/// HMAC with the message cut in two at `cut`.
func hmac(_ key: [UInt8], _ message: [UInt8], cut: Int = 0) throws -> [UInt8] {
  var code = [UInt8](repeating: 0, count: 32)
  var span = code.mutableSpan
  try Backend.hmacSHA256(
    Backend.hmacKey(key.span), message.span.extracting(0..<cut), message.span.extracting(cut..<message.count),
    counter: nil, into: &span)
  return code
}

/// Plain HKDF: extract, then expand.
func hkdf(_ inputKeyMaterial: [UInt8], salt: [UInt8], info: [UInt8], count: Int) throws -> [UInt8] {
  let none: [UInt8] = []
  let key = try HKDF.extract(salt: salt.span, label: none.span, inputKeyMaterial: inputKeyMaterial.span)
  var output = [UInt8](repeating: 0, count: count)
  var span = output.mutableSpan
  try HKDF.expand(key, info: info, into: &span)
  return output
}

/// Scalar multiplication as the library does it, without an opinion about the point.
func multiply(_ scalar: [UInt8], _ point: [UInt8]) throws(CryptoError) -> [UInt8] {
  var secret = [UInt8](repeating: 0, count: 32)
  var span = secret.mutableSpan
  try Backend.x25519(scalar: scalar.span, point: point.span, into: &span)
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
  var textSpan = text.mutableSpan
  var tagSpan = tag.mutableSpan
  try Backend.chachaPolySeal(
    &textSpan, tag: &tagSpan, key: key.span, nonce: nonce.span, additionalData: additionalData.span)
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
  var span = text.mutableSpan
  try Backend.chachaPolyOpen(
    &span, tag: tag.span, key: key.span, nonce: nonce.span, additionalData: additionalData.span)
}

func secret(_ bytes: [UInt8]) throws -> SecretBytes { try SecretBytes(copying: bytes.span) }

extension SecretBytes {
  /// A copy, for comparing.
  var copied: [UInt8] { withSpan { [UInt8](copying: $0) } }
}

// The macros of Swift Testing take calls apart, and a span cannot be stored: so arrays, again.

extension X25519PublicKey {
  init(_ bytes: [UInt8]) throws(CryptoError) { try self.init(validating: bytes.span) }
}

extension Ed25519PublicKey {
  init(_ bytes: [UInt8]) throws(CryptoError) { try self.init(validating: bytes.span) }

  static func isAcceptable(_ signature: [UInt8]) -> Bool { isAcceptable(signature.span) }

  func accepts(_ signature: [UInt8], of message: [UInt8]) throws(CryptoError) -> Bool {
    try accepts(signature.span, of: message.span)
  }
}

extension FieldElement {
  static func isCanonical(_ bytes: [UInt8]) -> Bool { isCanonical(bytes.span) }
  static func isCanonicalIgnoringSign(_ bytes: [UInt8]) -> Bool { isCanonicalIgnoringSign(bytes.span) }
}

extension HPKE {
  static func open(
    _ message: [UInt8], with key: X25519PrivateKey, context: KeyScheduleContext
  ) throws(CryptoError) -> [UInt8] {
    try open(message.span, with: key, context: context)
  }
}

func areEqual(_ a: [UInt8], _ b: [UInt8]) -> Bool { Backend.constantTimeEqual(a.span, b.span) }
