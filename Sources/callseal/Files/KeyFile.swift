import SealCrypto
import SealEnvelope
import SealPlatform

/// A JWK or a JWK Set, read from a file or from standard input.
struct KeyFile {
  let keys: [JWK.Key]
  /// As messages call it.
  let name: String

  /// Reads the keys of `path`, and warns where others can read a private one.
  init(_ path: String?) throws(Failure) {
    var isOpenToOthers = false
    var text: [UInt8] = []
    defer {
      var span = text.mutableSpan
      Backend.wipe(&span)
    }
    do throws(FileError) {
      if let path, path != "-" {
        name = path
        text = try System.withFile(reading: path) { file throws(FileError) in
          isOpenToOthers = System.isOpenToOthers(file)
          return try Self.read(file)
        }
      } else {
        name = System.Stream.input.name
        if System.isTerminal(.input) { Voice.say("reading a key from the terminal; ctrl-d ends it") }
        text = try System.withStream(.input) { file throws(FileError) in try Self.read(file) }
      }
    } catch { throw Failure(error) }
    do throws(FormatError) { keys = try JWK.keys(parsing: text) } catch { throw Failure(error, in: name) }
    if isOpenToOthers, keys.contains(where: \.isPrivate) {
      Voice.warn("\(name): others can read this private key; chmod 600 \(name)")
    }
  }

  /// The most bytes that are read of a file: more than a thousand keys.
  static let largest = 256 * 1024

  /// Reads into one piece of memory, so that there is one to wipe.
  private static func read(_ file: borrowing OpenFile) throws(FileError) -> [UInt8] {
    var text = [UInt8](repeating: 0, count: largest + 1)
    do throws(FileError) {
      var span = text.mutableSpan
      let count = try System.fill(&span, from: file)
      guard count <= largest else {
        throw FileError(.tooLarge, path: file.path, reason: "more than \(largest) bytes of keys")
      }
      text.removeLast(text.count - count)
      return text
    } catch {
      var span = text.mutableSpan
      Backend.wipe(&span)
      throw error
    }
  }
}

extension JWK.Key {
  var isPrivate: Bool {
    switch self {
    case .recipientPrivate, .senderPrivate: true
    case .recipientPublic, .senderPublic: false
    }
  }

  /// As messages call it.
  var noun: String {
    switch self {
    case .recipientPrivate: "a device's private key"
    case .recipientPublic: "a device's public key"
    case .senderPrivate: "a sender's private key"
    case .senderPublic: "a sender's public key"
    }
  }

  /// The public half, as a JWK.
  var publicJWK: String {
    switch self {
    case .recipientPrivate(let key): key.publicKey.jwk
    case .recipientPublic(let key): key.jwk
    case .senderPrivate(let key): key.publicKey.jwk
    case .senderPublic(let key): key.jwk
    }
  }
}
