import Seal
import Testing

/// What fits, to the byte.
struct SizeTests {
  private let device: Device
  private let sender: SenderPrivateKey

  init() throws {
    device = try Device()
    sender = try SenderPrivateKey.generate()
  }

  /// An event whose body has exactly `count` bytes, filled with a character of one to four bytes.
  private func event(_ count: Int, filledWith filler: String = "x") throws -> EncodedEvent {
    func draft(_ text: String) -> EventDraft {
      .data(["a": .string(text)], id: .sample, sent: UnixTime(milliseconds: 1), expires: UnixTime(milliseconds: 2))
    }
    let room = count - (try EncodedEvent(draft("")).body.count)
    let width = filler.utf8.count
    let text = String(repeating: filler, count: room / width) + String(repeating: "x", count: room % width)
    let event = try EncodedEvent(draft(text))
    #expect(event.body.count == count)
    return event
  }

  @Test(arguments: [
    (Bucket.bytes512, false, 510), (.bytes1024, false, 1022), (.bytes2048, false, 2046), (.bytes2560, false, 2558),
    (.bytes512, true, 438), (.bytes1024, true, 950), (.bytes2048, true, 1974), (.bytes2560, true, 2486),
  ])
  func fillsABucketToTheLastByte(_ bucket: Bucket, _ signed: Bool, _ largest: Int) throws {
    let sealer = Sealer(audience: device.audience, signingKey: signed ? sender : nil, floor: .bytes512)
    for filler in ["x", "é", "€", "😀"] {
      let event = try event(largest, filledWith: filler)
      let envelope = try sealer.seal(event, to: device.key.publicKey)
      #expect(envelope.bucket == bucket)
      #expect(try device.open(envelope).body == event.body)
    }
    let next = Bucket.allCases.first { $0 > bucket }
    if let next {
      #expect(try sealer.seal(event(largest + 1), to: device.key.publicKey).bucket == next)
    } else {
      for over in [1, 2, 100, 10_000] {
        let event = try event(largest + over)
        do throws(SealError) {
          _ = try sealer.seal(event, to: device.key.publicKey)
          Issue.record("\(over) bytes over, and sealed")
        } catch {
          #expect(error == refusal(.tooLarge))
          #expect(error.bytesOver == over)
          #expect(error.description == "the event is \(over) bytes larger than fits an envelope")
        }
      }
    }
  }

  /// Whatever the floor, too large is measured against the largest bucket.
  @Test(arguments: Bucket.allCases) func measuresAgainstTheLargestBucket(_ floor: Bucket) throws {
    let sealer = Sealer(audience: device.audience, signingKey: sender, floor: floor)
    do throws(SealError) {
      _ = try sealer.seal(body: [UInt8](repeating: 0, count: 2487), to: device.key.publicKey, ephemeral: nil)
      Issue.record("sealed")
    } catch {
      #expect(error == refusal(.tooLarge))
      #expect(error.bytesOver == 1)
    }
  }

  /// Every length that fits opens as itself: a body of zeros and of padding marks is no padding.
  @Test func opensBodiesOfEveryLength() throws {
    let sealer = Sealer(audience: device.audience, signingKey: nil, floor: .bytes512)
    for count in Array(0...40) + Array(500...520) + Array(1010...1030) + Array(2036...2056) + Array(2540...2558) {
      for byte in [0x00, 0x80] as [UInt8] {
        let body = [UInt8](repeating: byte, count: count)
        let envelope = try sealer.seal(body: body, to: device.key.publicKey, ephemeral: nil)
        #expect(try device.open(envelope).body == body)
      }
    }
  }
}
