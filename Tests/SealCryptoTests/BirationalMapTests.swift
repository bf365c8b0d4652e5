#if !canImport(CryptoKit)
  import TestSupport
  import Testing

  @testable import SealCrypto

  /// The quick way to a public key against the plain one.
  struct BirationalMapTests {
    private func publicKeys(of scalar: [UInt8]) throws -> (quick: [UInt8], plain: [UInt8]) {
      var quick = [UInt8](repeating: 0xaa, count: 32)
      var plain = [UInt8](repeating: 0x55, count: 32)
      var quickSpan = quick.memory.mutableSpan
      try SodiumBackend.x25519Base(scalar: scalar.memory.span, into: &quickSpan)
      var plainSpan = plain.memory.mutableSpan
      try SodiumBackend.x25519BaseByLadder(scalar: scalar.memory.span, into: &plainSpan)
      return (quick, plain)
    }

    @Test func givesTheLaddersKeyForRandomScalars() throws {
      var generator = SeededGenerator(printedFor: #function)
      for _ in 0..<4000 {
        let scalar = generator.bytes(32)
        let (quick, plain) = try publicKeys(of: scalar)
        #expect(quick == plain, "scalar \(scalar)")
      }
    }

    /// Each single bit, each byte pattern, zero, and what clamping makes alike.
    @Test func givesTheLaddersKeyAtTheEdges() throws {
      let patterns: [UInt8] = [0x00, 0x01, 0x07, 0x08, 0x40, 0x7f, 0x80, 0xf8, 0xff]
      var scalars = patterns.map { [UInt8](repeating: $0, count: 32) }
      for bit in 0..<256 {
        var scalar = [UInt8](repeating: 0, count: 32)
        scalar[bit / 8] = 1 << (bit % 8)
        scalars.append(scalar)
        scalars.append(scalar.map { ~$0 })
      }
      for scalar in scalars {
        let (quick, plain) = try publicKeys(of: scalar)
        #expect(quick == plain, "scalar \(scalar)")
      }
    }

    /// u and y by slow arithmetic that shares nothing with the quick one, at the ends of the field and in between.
    @Test func mapsAsTheFormulaSays() throws {
      var generator = SeededGenerator(printedFor: #function)
      var numbers: [FieldNumber] = (0...64).flatMap { n in
        [FieldNumber(n), FieldNumber.zero - FieldNumber(n)]
      }
      for _ in 0..<500 {
        numbers.append(FieldNumber(bytes: generator.bytes(32)))
      }
      for y in numbers where y != .one {
        var point = y.bytes
        point[31] |= 0x80  // The sign of x is not looked at.
        var span = point.memory.mutableSpan
        let isMapped = BirationalMap.convertToMontgomery(&span)
        #expect(isMapped)
        let u = FieldNumber(bytes: point)
        #expect(point == u.bytes, "not below p")
        #expect(u * (.one - y) == .one + y, "y \(y.bytes)")
      }
    }

    @Test func leavesTheNeutralPointAlone() {
      var point: [UInt8] = [1] + [UInt8](repeating: 0, count: 31)
      var span = point.memory.mutableSpan
      let isMapped = BirationalMap.convertToMontgomery(&span)
      #expect(!isMapped)
      #expect(point == [1] + [UInt8](repeating: 0, count: 31))
    }
  }
#endif
