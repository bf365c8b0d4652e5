package import SealCrypto
import SealEnvelope

/// A text that is put together of clear pieces and secret ones, and written once into the owner of secrets.
package struct SecretText {
  private enum Piece {
    case clear([UInt8])
    case secret(SecretBytes)
    /// Bytes that become base64url.
    case encoded(SecretBytes)

    var count: Int {
      switch self {
      case .clear(let bytes): bytes.count
      case .secret(let bytes): bytes.count
      case .encoded(let bytes): Base64URL.encodedCount(bytes.count)
      }
    }
  }

  private var pieces: [Piece] = []

  package init() {}

  package mutating func append(_ text: String) { pieces.append(.clear(Array(text.utf8))) }
  package mutating func append(_ text: [UInt8]) { pieces.append(.clear(text)) }
  package mutating func append(_ text: SecretBytes) { pieces.append(.secret(text)) }
  package mutating func append(base64url bytes: SecretBytes) { pieces.append(.encoded(bytes)) }

  /// The whole text.
  package func joined() throws(CryptoError) -> SecretBytes {
    try SecretBytes(count: pieces.reduce(0) { $0 + $1.count }) { text throws(CryptoError) in
      var place = 0
      for piece in pieces {
        text.withSlice(place..<place + piece.count) { text in
          switch piece {
          case .clear(let bytes): for index in bytes.indices { text[index] = bytes[index] }
          case .secret(let bytes): bytes.withSpan { for index in 0..<$0.count { text[index] = $0[index] } }
          case .encoded(let bytes): bytes.withSpan { SecretBase64.encode($0, .url, into: &text) }
          }
        }
        place += piece.count
      }
    }
  }
}
