import SealCrypto
import SealEnvelope
import Seal

/// Keys of all tests, made once.
enum Keys {
  static let device = make(RecipientPrivateKey.generate)
  static let otherDevice = make(RecipientPrivateKey.generate)
  static let sender = make(SenderPrivateKey.generate)
  static let stranger = make(SenderPrivateKey.generate)

  /// Name and text of the files that stand in every scratch folder.
  static let files: [(name: String, text: [UInt8])] =
    files("device", make(device.privateJWK), device.publicKey.jwk)
    + files("other", make(otherDevice.privateJWK), otherDevice.publicKey.jwk)
    + files("sender", make(sender.privateJWK), sender.publicKey.jwk)
    + files("stranger", make(stranger.privateJWK), stranger.publicKey.jwk)

  private static func files(_ name: String, _ secret: SecretBytes, _ jwk: String) -> [(name: String, text: [UInt8])] {
    let text = secret.withSpan { span in span.indices.map { span[$0] } }
    return [("\(name).jwk", text), ("\(name).pub.jwk", Array(jwk.utf8))]
  }

  /// A library that cannot make a key makes every test useless.
  private static func make<Key>(_ body: () throws -> Key) -> Key {
    do { return try body() } catch { fatalError("no key: \(error)") }
  }

  /// The text of a file.
  static func text(_ name: String) -> String {
    String(decoding: files.first { $0.name == name }?.text ?? [], as: UTF8.self)
  }
}
