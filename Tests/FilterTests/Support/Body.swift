import SealEnvelope

/// Bodies as text, as §4 of the format writes them, so that no tested code stands between a test and what it says.
///
/// Times are milliseconds after `start`.
enum Body {
  static let start: Int64 = 1_760_000_000_000
  static let id = "0f9a4e0e-1111-4222-8333-44445555666f"
  static let otherID = "7c1de1a2-2222-4333-8444-555566667777"

  /// A call that lives 45 s where it does not say otherwise, and so rings up to 75,000 ms after the start.
  static func call(
    _ id: String = id, sent: Int64 = 0, expires: Int64 = 45_000,
    call: String = #"{"handle":{"type":"phone","value":"+14155550123"},"name":"Ann Example","video":true}"#,
    data: String? = nil
  ) -> String {
    event("call", id, sent, expires, #","call":\#(call)\#(data.map { #","data":\#($0)"# } ?? "")"#)
  }

  static func end(
    _ reason: String, _ id: String = id,
    rest: String = #","handle":{"type":"phone","value":"+14155550123"},"name":"Ann Example""#
  ) -> String {
    event("call-ended", id, 1_000, 3_600_000, #","ended":{"reason":"\#(reason)"\#(rest)}"#)
  }

  static func message(
    _ id: String = id, expires: Int64 = 60_000, notification: String = #"{"title":"Ann","body":"Hello"}"#,
    data: String? = nil
  ) -> String {
    event(
      "notification", id, 0, expires, #","notification":\#(notification)\#(data.map { #","data":\#($0)"# } ?? "")"#)
  }

  static func data(_ id: String = id, expires: Int64 = 60_000, data: String = #"{"room":7}"#) -> String {
    event("data", id, 0, expires, #","data":\#(data)"#)
  }

  private static func event(_ kind: String, _ id: String, _ sent: Int64, _ expires: Int64, _ rest: String) -> String {
    #"{"kind":"\#(kind)","id":"\#(id)","sent":\#(start + sent),"expires":\#(start + expires)\#(rest)}"#
  }

  /// The `number`th of many ids.
  static func id(_ number: Int) -> String {
    let digits = String(number, radix: 16)
    return "0f9a4e0e-1111-4222-8333-" + String(repeating: "0", count: 12 - digits.count) + digits
  }
}

/// `offset` milliseconds after the start.
func at(_ offset: Int64) -> UnixTime { UnixTime(milliseconds: Body.start + offset) }
