import Seal
import Testing

struct RequestTests {
  private let device: Device
  private let template: PushTemplate
  private let envelope: Envelope
  private let token: DeviceToken

  init() throws {
    device = try Device()
    template = try PushTemplate(audience: device.audience)
    envelope = try Sealer(audience: device.audience, signingKey: nil).seal(.data([:]), to: device.key.publicKey)
    token = try DeviceToken(parsing: "00ffAB")
  }

  @Test func addressesAnAlertPush() throws {
    let push = try template.alertPush(envelope)
    let request = try APNsRequest(push, to: token)
    #expect(request.method == "POST")
    #expect(request.path == "/3/device/00ffab")
    #expect(request.headers == push.headers)
    #expect(request.body == push.body)
  }

  @Test func addressesAVoIPPush() throws {
    let request = try APNsRequest(template.voipPush(envelope), to: token)
    #expect(request.headers.first { $0.name == "apns-topic" }?.value == "com.example.app.voip")
  }

  /// An app whose identifier ends in .voip would have its alert pushes sent as VoIP pushes.
  @Test func refusesAnAudienceThatIsATopicOfAnotherKind() throws {
    let template = try PushTemplate(audience: try Audience("com.example.app.voip"))
    let error = #expect(throws: SealError.self) { try APNsRequest(template.alertPush(envelope), to: token) }
    #expect(error?.code == .invalidRequest)
  }

  @Test func holdsExpirationToApplesThirtyDays() throws {
    let longest = try PushTemplate(audience: device.audience, storage: .max)
    let push = try longest.alertPush(envelope, now: UnixTime(milliseconds: 1_000_000_000_000))
    _ = try APNsRequest(push, to: token, now: UnixTime(milliseconds: 1_000_000_000_000))
    let error = #expect(throws: SealError.self) {
      try APNsRequest(push, to: token, now: UnixTime(milliseconds: 999_999_000_000))
    }
    #expect(error?.code == .invalidRequest)
  }

  @Test(arguments: ["", "0", "0g", "AAA=", "<00 ff>", "00 ff", "0x00", "é0", String(repeating: "0", count: 514)])
  func refusesATokenThatIsNone(_ text: String) {
    let error = #expect(throws: SealError.self) { try DeviceToken(parsing: text) }
    #expect(error?.code == .invalidToken)
    // A token tells whose phone it is: it is not repeated.
    if text.count > 3 { #expect(error?.reason.contains(text) == false) }
  }

  @Test(arguments: [2, 64, 160, 512]) func takesTokensOfAnyLength(_ digits: Int) throws {
    let text = String(repeating: "aB", count: digits / 2)
    #expect(try DeviceToken(parsing: text).hexadecimal == text.lowercased())
  }
}
