import FilterExtension
import Foundation
import Seal
import SealCrypto
import SealEnvelope
import Testing

/// The format's first table (§5), through the service to what is shown.
struct WithoutLedgerTests {
  @Test func passesAForeignPushThroughUntouched() async throws {
    let bench = try Bench()
    let shown = try await bench.shown(["aps": [:] as [String: Any], "other": 1])
    #expect(shown.title == "LEAK" && shown.badge == 99 && shown.sound == "default")
    #expect(bench.reasons == [.notSealed])
  }

  @Test func requiresSealedPushesWhereThePolicySaysSo() async throws {
    let bench = try Bench { $0.policy.requiresSealed = true }
    #expect(try await bench.shown(["aps": [:] as [String: Any]]) == .fallback)
    #expect(bench.reasons == [.notSealed])
  }

  static let malformed: [(String, @Sendable () -> Any)] = [
    ("null", { NSNull() }), ("a number", { 7 }), ("a Boolean", { true }), ("an array", { ["x"] }),
    ("an object", { ["a": "b"] }), ("data", { Data([1]) }), ("no text", { "" }), ("a bad letter", { "????" }),
    ("a line break", { "AQ==\n" }), ("too long", { String(repeating: "A", count: 5121) }), ("a short one", { "AQAA" }),
    ("a megabyte", { String(repeating: "A", count: 1 << 20) }),
  ]

  @Test(arguments: malformed.indices)
  func showsTheFallbackForWhatIsNoEnvelope(_ index: Int) async throws {
    let bench = try Bench()
    let (name, value) = Self.malformed[index]
    #expect(try await bench.shown(bench.push(text: value())) == .fallback, "\(name)")
    #expect(bench.reasons == [.malformed], "\(name)")
  }

  @Test func showsTheFallbackForAnotherVersion() async throws {
    let bench = try Bench()
    var bytes = [UInt8](repeating: 0, count: 569)
    bytes[0] = 2
    #expect(try await bench.shown(bench.push(text: Base64URL.encode(bytes.memory.span))) == .fallback)
    #expect(bench.reasons == [.unsupportedVersion])
  }

  @Test func showsTheFallbackWhileKeysCannotBeRead() async throws {
    let bench = try Bench(keys: KeySource { _ in .unavailable() })
    #expect(try await bench.shown(bench.call()) == .fallback)
    #expect(bench.reasons == [.keysUnavailable])
    #expect(bench.reports.isEmpty)
  }

  @Test func showsTheFallbackWhileTrustCannotBeRead() async throws {
    let bench = try Bench(senders: KeySource { _ in .unavailable() })
    #expect(try await bench.shown(bench.call()) == .fallback)
    #expect(bench.reasons == [.keysUnavailable])
  }

  @Test func showsTheFallbackForAnotherDevicesKey() async throws {
    let bench = try Bench()
    let push = try bench.push(.data(["a": 1]), to: RecipientPrivateKey.generate().publicKey)
    #expect(try await bench.shown(push) == .fallback)
    #expect(bench.reasons == [.unknownKey])
  }

  @Test func showsTheFallbackForAnAlteredEnvelope() async throws {
    let bench = try Bench()
    var bytes = try bench.sealer.seal(.data(["a": 1]), to: bench.device.publicKey).bytes
    bytes[100] ^= 1
    #expect(try await bench.shown(bench.push(text: Base64URL.encode(bytes.memory.span))) == .fallback)
    #expect(bench.reasons == [.openFailed])
  }

  @Test func showsTheFallbackForUntrustedSenders() async throws {
    let bench = try Bench()
    let stranger = Sealer(audience: bench.audience, signingKey: try .generate())
    let nobody = Sealer(audience: bench.audience, signingKey: nil)
    for sealer in [stranger, nobody] {
      #expect(try await bench.shown(bench.push(.call(from: "+14155550123", id: bench.id), sealer: sealer)) == .fallback)
    }
    #expect(bench.reasons == [.untrustedSender, .untrustedSender])
    #expect(bench.reports.isEmpty)
  }

  @Test func showsTheFallbackWhereThePolicyDoesNotAccept() async throws {
    let bench = try Bench { $0.policy.accepts = { $0.kind != .call } }
    #expect(try await bench.shown(bench.call()) == .fallback)
    #expect(bench.reasons == [.untrustedSender])
    #expect(bench.reports.isEmpty)
  }

  @Test func showsTheFallbackForAnUnknownKind() async throws {
    let bench = try Bench()
    let body = Array(#"{"kind":"parade","id":"\#(bench.id)","sent":1,"expires":2,"call":{"handle":1}}"#.utf8)
    let envelope = try bench.sealer.seal(body: body, to: bench.device.publicKey, ephemeral: nil)
    #expect(try await bench.shown(bench.push(text: envelope.text)) == .fallback)
    #expect(bench.reasons == [.unknownKind])
  }

  @Test func showsANotificationOnce() async throws {
    let bench = try Bench()
    var text = Event.NotificationText()
    text.title = "Title"
    text.subtitle = "Subtitle"
    text.body = "Body\nmore"
    text.sound = "default"
    text.thread = "thread"
    text.category = "category"
    text.badge = 3
    text.interruption = .passive
    text.relevance = 0.5
    let push = try bench.push(.notification(text, id: bench.id, data: ["n": 1, "gone": .null, "x": .number(0.5)]))
    let shown = try await bench.shown(push)
    var expected = Shown.silence
    expected.title = "Title"
    expected.subtitle = "Subtitle"
    expected.body = "Body\nmore"
    expected.sound = "default"
    expected.thread = "thread"
    expected.category = "category"
    expected.badge = 3
    expected.isPassive = true
    expected.id = bench.id.description
    #expect(shown == expected)
    #expect(try await bench.shown(push) == .silence)
    #expect(bench.reasons == [.notification, .duplicate])
    #expect(bench.log.data.isEmpty)
  }

  @Test func givesDataToTheDeveloperAndShowsNothing() async throws {
    let bench = try Bench()
    let push = try bench.push(.data(["key": "value"], id: bench.id))
    #expect(try await bench.shown(push) == .silence)
    #expect(try await bench.shown(push) == .silence)
    #expect(bench.log.data == [["key": "value"]])
    #expect(bench.reasons == [.data, .duplicate])
  }

  @Test func dropsNotificationsAndDataPastTheirTime() async throws {
    let bench = try Bench()
    let late = UnixTime(milliseconds: Bench.now.milliseconds - 2)
    let before = UnixTime(milliseconds: late.milliseconds - 1)
    var text = Event.NotificationText()
    text.body = "Old"
    #expect(try await bench.shown(bench.push(.notification(text, sent: before, expires: late))) == .silence)
    #expect(try await bench.shown(bench.push(.data(["a": 1], sent: before, expires: late))) == .silence)
    #expect(bench.reasons == [.expired, .expired])
    #expect(bench.log.data.isEmpty)
  }
}
