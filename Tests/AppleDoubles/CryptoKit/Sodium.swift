import CSodiumSystem

/// What the double computes with.
enum Sodium {
  private static let isReady = sodium_init() >= 0

  static func random(_ count: Int) -> [UInt8] {
    _ = isReady
    var bytes = [UInt8](repeating: 0, count: count)
    unsafe randombytes_buf(&bytes, count)
    return bytes
  }

  static func sha256(_ message: [UInt8]) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: 32)
    _ = unsafe crypto_hash_sha256(&digest, message, UInt64(message.count))
    return digest
  }

  static func hmacSHA256(key: [UInt8], _ message: [UInt8]) -> [UInt8] {
    var code = [UInt8](repeating: 0, count: 32)
    var state = crypto_auth_hmacsha256_state()
    _ = unsafe crypto_auth_hmacsha256_init(&state, key, key.count)
    _ = unsafe crypto_auth_hmacsha256_update(&state, message, UInt64(message.count))
    _ = unsafe crypto_auth_hmacsha256_final(&state, &code)
    return code
  }

  static func x25519Base(_ scalar: [UInt8]) -> [UInt8] {
    _ = isReady
    var point = [UInt8](repeating: 0, count: 32)
    _ = unsafe crypto_scalarmult_base(&point, scalar)
    return point
  }

  /// All zeros for a point of low order.
  static func x25519(_ scalar: [UInt8], _ point: [UInt8]) -> [UInt8] {
    var secret = [UInt8](repeating: 0, count: 32)
    let status = unsafe crypto_scalarmult(&secret, scalar, point)
    return status == 0 ? secret : [UInt8](repeating: 0, count: 32)
  }

  static func keyPair(_ seed: [UInt8]) -> [UInt8] {
    _ = isReady
    var publicKey = [UInt8](repeating: 0, count: 32)
    var keyPair = [UInt8](repeating: 0, count: 64)
    _ = unsafe crypto_sign_seed_keypair(&publicKey, &keyPair, seed)
    return keyPair
  }

  static func sign(_ message: [UInt8], _ keyPair: [UInt8]) -> [UInt8] {
    var signature = [UInt8](repeating: 0, count: 64)
    _ = unsafe crypto_sign_detached(&signature, nil, message, UInt64(message.count), keyPair)
    return signature
  }

  static func verify(_ signature: [UInt8], _ message: [UInt8], _ publicKey: [UInt8]) -> Bool {
    guard signature.count == 64 else { return false }
    return unsafe crypto_sign_verify_detached(signature, message, UInt64(message.count), publicKey) == 0
  }

  static func seal(
    _ message: [UInt8], _ key: [UInt8], _ nonce: [UInt8], _ data: [UInt8]
  ) -> (text: [UInt8], tag: [UInt8]) {
    var text = [UInt8](repeating: 0, count: message.count)
    var tag = [UInt8](repeating: 0, count: 16)
    _ = unsafe crypto_aead_chacha20poly1305_ietf_encrypt_detached(
      &text, &tag, nil, message, UInt64(message.count), data, UInt64(data.count), nil, nonce, key)
    return (text, tag)
  }

  static func open(
    _ ciphertext: [UInt8], _ tag: [UInt8], _ key: [UInt8], _ nonce: [UInt8], _ data: [UInt8]
  ) -> [UInt8]? {
    var text = [UInt8](repeating: 0, count: ciphertext.count)
    let status = unsafe crypto_aead_chacha20poly1305_ietf_decrypt_detached(
      &text, nil, ciphertext, UInt64(ciphertext.count), tag, data, UInt64(data.count), nonce, key)
    return status == 0 ? text : nil
  }
}
