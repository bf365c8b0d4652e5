@testable import Filter

/// Decisions as words, for tables.
extension Decision {
  var told: String {
    let word =
      switch action {
      case .report: "report"
      case .notify: "notify"
      case .suppress: "suppress"
      case .passThrough: "pass-through"
      }
    return "\(word) \(reason)\(withdrawsMissedCall ? " withdraw" : "")\(ledgerIsAvailable ? "" : " without-ledger")"
  }

  var claim: CallReport? { if case .report(let report) = action { report } else { nil } }
  var shown: NotificationContent? { if case .notify(let content) = action { content } else { nil } }
}

extension Settlement {
  var told: String { "\(content?.title.lowercased() ?? "nothing")\(ledgerIsAvailable ? "" : " without-ledger")" }
}

extension IncomingPush {
  var told: String {
    switch self {
    case .ring: "ring"
    case .reportAndEnd(let phantom): "end \(phantom.reason)\(phantom.missedCall == nil ? "" : " missed")"
    case .nothingToReport(let missedCall): "nothing\(missedCall == nil ? "" : " missed")"
    case .notOurs: "not ours"
    }
  }

  var call: IncomingCall? { if case .ring(let call) = self { call } else { nil } }
  var phantom: PhantomCall? { if case .reportAndEnd(let phantom) = self { phantom } else { nil } }
}

extension Ledger {
  /// What it knows of a call: the words of the format's table, and whether its missed call was shown.
  func known(_ id: String, _ sender: SenderPrivateKey?) -> String {
    guard let id = EventID(parsing: id) else { return "no id" }
    let record = store.update { $0[CallKey(id, sender?.publicKey.thumbprint)] }.result
    return record.map { "\($0.phase)\($0.missedCallShown ? " shown" : "")" } ?? "nothing"
  }

  /// How many calls it knows, and ids of other events.
  var counts: (calls: Int, ids: Int) { store.update { ($0.calls.count, $0.seen.count) }.result }
}
