/// Whose call, or whose message: an id counts only together with who sent it, so that no sender can end, or silence,
/// what another one sent.
struct CallKey: Hashable, Sendable {
  let id: EventID
  /// The first 16 bytes of the sender's thumbprint; zero for nobody.
  let sender: Sender

  struct Sender: Hashable, Sendable {
    let high: UInt64
    let low: UInt64

    static let nobody = Sender(high: 0, low: 0)
  }

  init(_ id: EventID, _ sender: Thumbprint?) {
    self.id = id
    guard let bytes = sender?.bytes else {
      self.sender = .nobody
      return
    }
    var words: (UInt64, UInt64) = (0, 0)
    for index in 0..<8 {
      words.0 = words.0 << 8 | UInt64(bytes[index])
      words.1 = words.1 << 8 | UInt64(bytes[index + 8])
    }
    self.sender = Sender(high: words.0, low: words.1)
  }

  /// How every such name begins; what the system names begins otherwise.
  static let requestPrefix = "callseal."

  /// What the request is named that shows a notice about it: one name for each, so that no sender's replaces another's.
  var requestIdentifier: String {
    "\(Self.requestPrefix)\(id).\(String(sender.high, radix: 16))-\(String(sender.low, radix: 16))"
  }

  init(id: EventID, sender: Sender) {
    self.id = id
    self.sender = sender
  }
}
