import Seal
import SealCrypto
import Testing

@testable import Filter

/// Who is believed: §5's row "untrusted-sender", and what a known sender's signature has to be over.
struct SenderRowTests {
  private let handset: Handset
  /// The same with the policy that takes unsigned events.
  private let open: Handset

  init() throws {
    handset = try Handset()
    open = handset.remembering(in: .inMemory()).adjusted { $0.policy.acceptsUnsigned = true }
  }

  @Test(arguments: ["call", "end", "message", "data"]) func wantsATrustedSenderUnlessThePolicySaysOtherwise(
    kind: String
  ) throws {
    let (body, taken) =
      switch kind {
      case "call": (Body.call(), "report call")
      case "end": (Body.end("cancelled"), "notify missed")
      case "message": (Body.message(), "notify notification")
      default: (Body.data(), "suppress data")
      }
    for author in [Handset.Author.nobody, .stranger] {
      let refused = handset.filter.decide(try handset.push(body, by: author), now: at(0))
      #expect(refused.told == "notify untrusted-sender" && refused.shown == handset.fallback)
      #expect(refused.event == nil, "what nobody trusted has signed is not looked into")
      let fresh = open.remembering(in: .inMemory())
      let accepted = fresh.filter.decide(try fresh.push(body, by: author), now: at(0))
      #expect(accepted.told == taken)
      // An unknown sender counts as none.
      #expect(accepted.event != nil && accepted.event?.sender == nil)
      #expect(accepted.claim?.payload.members["sender"] == nil)
    }
    #expect(handset.configuration.ledger.counts == (0, 0))
    let known = open.filter.decide(try open.push(body), now: at(0))
    #expect(known.told == taken && known.event?.sender == open.sender.publicKey.thumbprint)
  }

  @Test func namesTheStageForADeveloper() throws {
    for (author, stage) in [(Handset.Author.nobody, OpenError.Stage.sender), (.stranger, .sender)] {
      #expect(throws: OpenError(.untrustedSender, stage, "")) {
        try handset.opener.open(try handset.seal(Body.call(), by: author))
      }
    }
    #expect(throws: OpenError(.untrustedSender, .signature, "")) {
      try handset.opener.open(try handset.seal(plaintext: plaintext { $0[0] ^= 1 }))
    }
  }

  /// A signed plaintext whose signature is made over these and then changed.
  private func plaintext(
    recipient: RecipientPublicKey? = nil, audience: String = "com.example.app", over body: String = Body.call(),
    change: (inout [UInt8]) -> Void = { _ in }
  ) throws -> [UInt8] {
    let statement = SenderStatement(
      recipient: recipient ?? handset.device.publicKey, audience: try Audience(audience),
      body: Array(body.utf8).memory.span)
    return try plaintext(signing: statement.bytes, change)
  }

  private func plaintext(signing statement: [UInt8], _ change: (inout [UInt8]) -> Void = { _ in }) throws -> [UInt8] {
    var signature = [UInt8](repeating: 0, count: 64)
    var span = signature.memory.mutableSpan
    try handset.sender.key.sign(statement.memory.span, into: &span)
    change(&signature)
    return [0x01] + handset.sender.keyID.bytes + signature + Array(Body.call().utf8) + [0x80]
  }

  /// The format's own words for what is signed, so that the tests below fail for what they change and nothing else.
  @Test func takesASignatureOverExactlyWhatTheFormatSays() throws {
    let statement =
      Array("callseal/v1 sender\0".utf8) + handset.device.publicKey.rawBytes + Array("com.example.app\0".utf8)
      + Array(Body.call().utf8)
    let sealed = try handset.seal(plaintext: try plaintext(signing: statement))
    #expect(handset.filter.decide(bait(sealed), now: at(0)).told == "report call")
  }

  /// A known sender's signature that does not verify never passes, even where nobody has to sign.
  @Test func refusesAKnownSendersBadSignature() throws {
    let other = try RecipientPrivateKey.generate().publicKey
    // L, the order of the group (RFC 8032 §5.1.7): S + L is the same scalar written too large.
    let order: [UInt8] = [
      0xed, 0xd3, 0xf5, 0x5c, 0x1a, 0x63, 0x12, 0x58, 0xd6, 0x9c, 0xf7, 0xa2, 0xde, 0xf9, 0xde, 0x14,
      0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x10,
    ]
    let faults: [(String, [UInt8])] = [
      ("another recipient", try plaintext(recipient: other)),
      ("another audience", try plaintext(audience: "com.example.app2")),
      ("the audience in another case", try plaintext(audience: "com.example.App")),
      ("another body", try plaintext(over: Body.call(Body.otherID))),
      ("a body with one space more", try plaintext(over: Body.call() + " ")),
      ("nothing", try plaintext(signing: [])),
      ("the body alone", try plaintext(signing: Array(Body.call().utf8))),
      ("another context", try plaintext(signing: Array("callseal/v2 sender\0".utf8) + Array(Body.call().utf8))),
      ("zeros", try plaintext { $0 = [UInt8](repeating: 0, count: 64) }),
      ("a flipped bit of R", try plaintext { $0[0] ^= 1 }),
      ("the sign of R", try plaintext { $0[31] ^= 0x80 }),
      ("a flipped bit of S", try plaintext { $0[32] ^= 1 }),
      ("the top bit of S", try plaintext { $0[63] ^= 0x80 }),
      (
        "S + L",
        try plaintext { signature in
          var carry = 0
          for index in 0..<32 {
            carry += Int(signature[32 + index]) + Int(order[index])
            signature[32 + index] = UInt8(carry & 0xff)
            carry >>= 8
          }
        }
      ),
      ("R of small order", try plaintext { $0.replaceSubrange(0..<32, with: [1] + [UInt8](repeating: 0, count: 31)) }),
    ]
    #expect(faults.count == 15)
    for (id, plaintext) in faults {
      let sealed = try handset.seal(plaintext: plaintext)
      for set in [handset, open] {
        #expect(throws: OpenError(.untrustedSender, .signature, ""), "\(id)") { try set.opener.open(sealed) }
        let decision = set.filter.decide(bait(sealed), now: at(0))
        #expect(decision.told == "notify untrusted-sender", "\(id)")
        #expect(decision.shown == set.fallback && decision.event == nil, "\(id)")
      }
    }
    #expect(open.configuration.ledger.counts == (0, 0))
  }

  /// A recipient cannot pass a signed body on to another device as new.
  @Test func refusesABodyPassedOn() throws {
    let thief = try Handset().adjusted { $0.senders = self.handset.configuration.senders }
    let opened = try handset.opener.open(try handset.seal(Body.call()))
    let statement = SenderStatement(
      recipient: handset.device.publicKey, audience: handset.configuration.audience, body: opened.body.memory.span)
    #expect(
      thief.filter.decide(bait(try thief.seal(plaintext: plaintext(signing: statement.bytes)))).reason
        == .untrustedSender)
  }

  /// The policy's own check: asked once the event is proven, of any kind, with who sent it; its no leaves no trace.
  @Test func asksThePolicyForItsOwnWord() throws {
    let asked = Box<[OpenedEvent]>([])
    let picky = open.adjusted {
      $0.policy.accepts = { event in
        asked.change { $0.append(event) }
        return false
      }
    }
    let bodies = [
      Body.call(), Body.end("cancelled"), Body.message(), Body.message(expires: 1), Body.data(), #"{"kind":"new"}"#,
    ]
    for author in [Handset.Author.sender, .nobody] {
      for body in bodies {
        let decision = picky.filter.decide(try picky.push(body, by: author), now: at(0))
        #expect(decision.told == "notify untrusted-sender" && decision.shown == picky.fallback)
        #expect(decision.event == asked.value.last && decision.event?.recipient == picky.device.publicKey.thumbprint)
        #expect(decision.event?.sender == picky.key(of: author)?.publicKey.thumbprint && decision.data == nil)
      }
    }
    #expect(asked.value.count == 12 && asked.value.map(\.kind.rawValue)[..<2] == ["call", "call-ended"])
    #expect(picky.configuration.ledger.counts == (0, 0))
    _ = picky.filter.decide(bait("garbage"))
    _ = picky.filter.decide(bait(nil))
    #expect(asked.value.count == 12, "it is not asked about what did not open")
    #expect(open.filter.decide(try open.push(Body.call()), now: at(0)).told == "report call")
  }

  /// Who may say what: each sender for its own handle.
  @Test func holdsASenderToItsHandle() throws {
    let friend = handset.friend.publicKey.thumbprint
    let bound = handset.adjusted {
      $0.policy.accepts = { opened in
        guard case .call(let call) = opened.event?.content else { return true }
        return (call.handle.value == "+14155550199") == (opened.sender == friend)
      }
    }
    let theirs = Body.call(call: #"{"handle":{"type":"phone","value":"+1 (415) 555-0199"}}"#)
    #expect(bound.filter.decide(try bound.push(theirs), now: at(0)).told == "notify untrusted-sender")
    #expect(bound.filter.decide(try bound.push(Body.call(), by: .friend), now: at(0)).told == "notify untrusted-sender")
    #expect(bound.filter.decide(try bound.push(theirs, by: .friend), now: at(0)).told == "report call")
    #expect(bound.filter.decide(try bound.push(Body.call()), now: at(0)).told == "report call")
  }
}
