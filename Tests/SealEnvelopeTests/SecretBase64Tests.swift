import Foundation
import SealCrypto
import SealEnvelope
import TestSupport
import Testing

struct SecretBase64Tests {
  private func encode(_ bytes: [UInt8], _ alphabet: SecretBase64.Alphabet) -> [UInt8] {
    var text = [UInt8](repeating: 0, count: Base64URL.encodedCount(bytes.count))
    text.withUnsafeMutableBufferPointer { text in
      var span = text.mutableSpan
      bytes.withUnsafeBufferPointer { SecretBase64.encode($0.span, alphabet, into: &span) }
    }
    return text
  }

  private func decode(_ text: [UInt8], _ alphabet: SecretBase64.Alphabet) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: Base64URL.largestDecodedCount(text.count))
    let count = bytes.withUnsafeMutableBufferPointer { bytes in
      var span = bytes.mutableSpan
      return text.withUnsafeBufferPointer { SecretBase64.decode($0.span, alphabet, into: &span) }
    }
    return count.map { Array(bytes.prefix($0)) }
  }

  /// Every length, against Foundation's.
  @Test func encodesAndDecodes() throws {
    var random = SeededGenerator(seed: 18)
    for count in 0...100 {
      for _ in 0..<20 {
        let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
        let padded = Data(bytes).base64EncodedString()
        let standard = padded.replacingOccurrences(of: "=", with: "")
        let url = standard.replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
        #expect(encode(bytes, .standard) == Array(standard.utf8))
        #expect(encode(bytes, .url) == Array(url.utf8))
        #expect(decode(Array(standard.utf8), .standard) == (count == 0 ? nil : bytes))
        #expect(decode(Array(url.utf8), .url) == (count == 0 ? nil : bytes))
      }
    }
  }

  /// Every byte in every place of a group: the same is taken as by the reader of public text.
  @Test func refusesWhatTheOtherReaderRefuses() throws {
    for length in 1...8 {
      for place in 0..<length {
        for byte in UInt8.min...UInt8.max {
          for rest in [UInt8(ascii: "A"), UInt8(ascii: "z"), UInt8(ascii: "Q")] {
            var text = [UInt8](repeating: rest, count: length)
            text[place] = byte
            #expect(decode(text, .url) == (try? Base64URL.decode(text.memory.span, .exact)))
            let standard = text.map { $0 == 0x2b ? 0x2d : $0 == 0x2f ? 0x5f : $0 == 0x2d || $0 == 0x5f ? 0x2a : $0 }
            #expect(decode(text, .standard) == (try? Base64URL.decode(standard.memory.span, .exact)))
          }
        }
      }
    }
  }
}
