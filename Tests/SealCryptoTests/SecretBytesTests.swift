import Foundation
import SealCrypto
import TestSupport
import Testing

struct SecretBytesTests {
  private let pattern = Array("topsecret".utf8)

  /// What any way of printing would show.
  private func printed(_ value: Any) -> String {
    var dumped = ""
    dump(value, to: &dumped)
    return "\(value) \(String(reflecting: value)) \(String(describing: value)) \(dumped)"
  }

  @Test func printsNothing() throws {
    let bytes = try secret(pattern)
    #expect(bytes.description == "SecretBytes(9 bytes, redacted)")
    #expect(Mirror(reflecting: bytes).children.isEmpty)
    let key = try X25519PrivateKey(scalar: secret([UInt8](repeating: 0xab, count: 32)))
    let signing = try Ed25519PrivateKey(seed: secret([UInt8](repeating: 0xab, count: 32)))
    let error = CryptoError(.notAuthentic)
    for text in [printed(bytes), printed([bytes]), printed(key), printed(signing), printed(error)] {
      for trace in ["topsecret", pattern.description, pattern.hex, "116, 111", "abab", "171", "0x"] {
        #expect(!text.contains(trace), "\(trace) in \(text)")
      }
    }
    #expect("\(error)" == "cryptography: not-authentic")
  }

  @Test func holdsAndLendsItsBytes() throws {
    #expect(try secret(pattern).copied == pattern)
    #expect(try secret([]).count == 0)
    #expect(try SecretBytes.random(count: 32) != SecretBytes.random(count: 32))
    #expect(try SecretBytes(count: 40) { _ in }.copied == [UInt8](repeating: 0, count: 40))
  }

  @Test func comparesByContent() throws {
    #expect(try secret(pattern) == secret(pattern))
    #expect(try secret(pattern) != secret(Array(pattern.dropLast())))
    #expect(try secret(pattern) != secret(pattern.reversed()))
    #expect(try secret([]) == secret([]))
  }

  /// The memory is looked at after it was given back. In a process of its own, where nobody else takes it meanwhile;
  /// memory that is not wiped shows that the look would see something. Elsewhere than on Linux there is no such file.
  #if os(Linux)
    @Test func wipesItsMemoryWhenItGoes() async {
      await #expect(processExitsWith: .success) {
        let count = 600
        // Computed, so that no copy of it stands anywhere.
        @Sendable func mark(_ index: Int) -> UInt8 { UInt8(truncatingIfNeeded: index &* 167 &+ 59) | 1 }
        func remaining(_ address: UInt) throws -> Int {
          let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: "/proc/self/mem"))
          try file.seek(toOffset: UInt64(address))
          let bytes = [UInt8](try #require(try file.read(upToCount: count)))
          return (0..<count).count { bytes[$0] == mark($0) }
        }

        let plain = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: count)
        for index in 0..<count { plain[index] = mark(index) }
        let plainAddress = UInt(bitPattern: plain.baseAddress)
        plain.deallocate()
        #expect(try remaining(plainAddress) > count / 2)

        var address: UInt = 0
        do {
          let bytes = try SecretBytes(count: count) { memory in
            for index in 0..<count { memory[index] = mark(index) }
          }
          bytes.withSpan { span in
            span.withUnsafeBufferPointer { address = UInt(bitPattern: $0.baseAddress) }
          }
          #expect(try remaining(address) == count)
        }
        // Bytes the allocator itself wrote may be anything; chance matches 1 in 256.
        #expect(try remaining(address) < 20)

        // What a failing initialiser had written goes as well.
        address = 0
        #expect(throws: CryptoError(.failed)) {
          _ = try SecretBytes(count: count) { memory throws(CryptoError) in
            for index in 0..<count { memory[index] = mark(index) }
            memory.withUnsafeMutableBufferPointer { address = UInt(bitPattern: $0.baseAddress) }
            throw CryptoError(.failed)
          }
        }
        #expect(address != 0)
        #expect(try remaining(address) < 20)
      }
    }
  #endif
}
