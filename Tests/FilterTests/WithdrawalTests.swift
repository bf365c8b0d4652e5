import Filter
import Seal
import Testing

/// What an app needs that withdraws a missed call with this module alone.
struct WithdrawalTests {
  let device: RecipientPrivateKey
  let sender: SenderPrivateKey
  let other: SenderPrivateKey
  let filter: PushFilter
  let id: EventID

  init() throws {
    device = try .generate()
    sender = try .generate()
    other = try .generate()
    id = try .random()
    filter = PushFilter(
      FilterConfiguration(
        audience: try Audience("com.example.app"), keys: try KeySource([device]),
        senders: try KeySource([sender.publicKey, other.publicKey]), ledger: .inMemory()))
  }

  private func decide(_ draft: EventDraft, by sender: SenderPrivateKey? = nil) throws -> Decision {
    let sealer = Sealer(audience: filter.configuration.audience, signingKey: sender ?? self.sender)
    return filter.decide(["sealed": try sealer.seal(draft, to: device.publicKey).text])
  }

  private func missedCall(by sender: SenderPrivateKey? = nil, from handle: String = "+14155550123") throws -> (
    identifier: String, content: NotificationContent
  ) {
    let decision = try decide(.callEnded(id, reason: .cancelled, handle: handle, name: "Ada"), by: sender)
    guard case .notify(let content) = decision.action else { throw CancellationError() }
    return (try #require(decision.event?.requestIdentifier), content)
  }

  private func withdrawal(from handle: String? = "+14155550123") throws -> Withdrawal {
    let decision = try decide(.callEnded(id, reason: .answeredElsewhere, handle: handle))
    #expect(decision.withdrawsMissedCall)
    return try #require(decision.withdrawal)
  }

  private func userInfo(_ content: NotificationContent) -> [AnyHashable: Any] {
    Dictionary(
      uniqueKeysWithValues: content.userInfo.members.map { member -> (AnyHashable, Any) in
        guard case .string(let value) = member.value else { return (member.name, 0) }
        return (member.name, value)
      })
  }

  @Test func findsWhatTheAppNamedItself() throws {
    let shown = try missedCall()
    let withdrawal = try withdrawal()
    #expect(withdrawal.requestIdentifier == shown.identifier && withdrawal.id == id)
    #expect(withdrawal.identifiers(among: [("x", [:]), (shown.identifier, [:])]) == [shown.identifier])
  }

  @Test func findsWhatTheSystemNamed() throws {
    let shown = try missedCall()
    let withdrawal = try withdrawal(from: nil)
    #expect(withdrawal.identifiers(among: [("5A3F", userInfo(shown.content))]) == ["5A3F"])
    #expect(withdrawal.identifiers(among: [("5A3F", ["id": id.description.uppercased()])]) == ["5A3F"])
  }

  @Test func leavesEverythingElseThere() throws {
    let stranger = try missedCall(by: other, from: "+14155550199")
    let shown = try missedCall()
    let withdrawal = try withdrawal()
    #expect(
      withdrawal.identifiers(among: [
        (stranger.identifier, userInfo(stranger.content)), ("1", [:]), ("2", ["id": 5]), ("3", ["id": "x"]),
        ("4", ["id": try EventID.random().description]),
      ]) == [])
    // Both under names of the system's: the caller's handle tells them apart.
    #expect(
      withdrawal.identifiers(among: [("a", userInfo(stranger.content)), ("b", userInfo(shown.content))]) == ["b"])
  }

  @Test func comesWithNoOtherDecision() throws {
    let drafts: [EventDraft] = [
      .call(from: "+14155550123", name: "Ada", id: id), .callEnded(id, reason: .cancelled),
      .callEnded(try .random(), reason: .answeredElsewhere), .notification(.init(title: "Ada")), .data(["a": 1]),
    ]
    for draft in drafts { #expect(try decide(draft).withdrawal == nil) }
  }
}

/// The keys of several accounts.
struct SeveralSourcesTests {
  private let lists: [[RecipientPrivateKey]]

  init() throws { lists = [[try .generate()], [try .generate(), try .generate()], []] }

  private func opens(_ key: RecipientPrivateKey, _ source: KeySource<RecipientPrivateKey>) throws -> DecisionReason {
    let sender = try SenderPrivateKey.generate()
    let audience = try Audience("com.example.app")
    let filter = PushFilter(
      FilterConfiguration(
        audience: audience, keys: source, senders: try KeySource([sender.publicKey]), ledger: .inMemory()))
    let sealed = try Sealer(audience: audience, signingKey: sender).seal(.data(["a": 1]), to: key.publicKey).text
    return filter.decide(["sealed": sealed]).reason
  }

  @Test func opensWhatIsSealedToAnyOfThem() throws {
    let source = KeySource(anyOf: try lists.map { try KeySource($0) })
    for key in lists.joined() { #expect(try opens(key, source) == .data) }
    #expect(try opens(.generate(), source) == .unknownKey)
    #expect(try opens(.generate(), KeySource(anyOf: [])) == .unknownKey)
  }

  /// What one of them cannot tell now, the whole cannot: a key that is there opens, another one may be missing.
  @Test func saysWhenOneCannotBeRead() throws {
    for position in 0...1 {
      var sources = [try KeySource(lists[0])]
      sources.insert(KeySource { _ in .unavailable() }, at: position)
      #expect(try opens(lists[0][0], KeySource(anyOf: sources)) == .data)
      #expect(try opens(lists[1][0], KeySource(anyOf: sources)) == .keysUnavailable)
    }
  }
}
