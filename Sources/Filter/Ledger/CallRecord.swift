/// What the ledger knows of one call.
struct CallRecord: Equatable, Sendable {
  /// Where the call stands; "nothing known" is having no record.
  enum Phase: UInt8, Sendable {
    /// Given out as a report whose answer is not known yet.
    case claimed = 1
    /// CallKit took it.
    case reported = 2
    /// CallKit's answer was no.
    case refused = 3
    /// It came too late, or its report failed; a copy in time can still ring.
    case late = 4
    /// It is over.
    case ended = 5
  }

  let key: CallKey
  var phase: Phase
  /// When it was claimed; of use while `phase` is `claimed`.
  var claimed = UnixTime(milliseconds: 0)
  /// Whether a missed call was shown for it: at most one is.
  var missedCallShown = false
  /// Whether the call itself was ever seen, and not only its end.
  var wasOffered = false
  /// Whether it rang in the app: from then on its missed call is for the app to show, and no copy's.
  var wasRead = false
  /// Why it ended, where that is known.
  var endReason: Event.CallEnd.Reason?

  /// How long an unsettled claim counts, in milliseconds; at this age it has lapsed.
  static let claimLifetime: UInt64 = 10_000

  /// Whether it was claimed so long ago that whoever claimed it is gone. Either way round: clocks are set back too.
  func hasLapsed(at now: UnixTime) -> Bool {
    phase == .claimed && claimed.distance(to: now) >= Self.claimLifetime
  }
}
