import Filter
import Seal
import SealCrypto
import SealEnvelope

/// Runs vectors of type `Envelope`: opens the text, and seals what was in it once more.
struct EnvelopeCheck {
  private let setup: ReaderSetup
  private let opener: Opener
  private let policyAccepts: Bool

  init(_ group: inout Members) throws(VectorFault) {
    setup = try ReaderSetup(&group)
    opener = Opener(
      audience: setup.audience, keys: try setup.keySource(), senders: try setup.trustSource(),
      acceptsUnsigned: try group.bool("acceptUnsigned"))
    policyAccepts = try group.bool("policyAccepts")
  }

  func outcome(of test: VectorTest, _ members: inout Members) throws(VectorFault) -> VectorOutcome {
    let sealed = try members.string("sealed")
    let body = try Self.body(&members)
    guard test.result == .valid else {
      let expected = test.expect?.rawValue ?? "nothing"
      if let body {
        guard test.expect == .body else { throw members.fault("a body where another layer is at fault") }
        guard (try? EventBody(parsing: body)) == nil else {
          return .failed(expected: "a body that is refused", got: "one that is read")
        }
      }
      let got = if case .failure(let stop) = open(sealed) { stop.layer } else { "opened" }
      return got == expected ? .passed : .failed(expected: expected, got: got)
    }
    guard let body else { throw members.fault("\"body\" is missing") }
    let event = try members.object("event")
    let seal = try Recipe(try members.object("seal"), at: members.place)
    switch open(sealed) {
    case .failure(let error): return .failed(expected: "opened", got: "\(error)")
    case .success(let opened):
      guard opened.body == body else { return .failed(expected: "the body", got: "another body") }
      let got = EventAnswer.whole(opened.event)
      let outcome = JSONDifference.outcome(expected: .object(event), got: .object(got))
      guard outcome == .passed else { return outcome }
      return try seal.reseals(opened, setup)
    }
  }

  private func open(_ sealed: String) -> Result<Opener.Opened, VectorStop> {
    do throws(OpenError) {
      let opened = try opener.open(sealed)
      guard policyAccepts else { return .failure(VectorStop(layer: VectorLayer.policy.rawValue, words: "the policy")) }
      return .success(opened)
    } catch { return .failure(VectorStop(layer: error.stage.rawValue, words: error.explanation)) }
  }

  /// The body as text where text can tell it, in hexadecimal otherwise.
  private static func body(_ members: inout Members) throws(VectorFault) -> [UInt8]? {
    if let text = try members.optionalString("body") { return Array(text.utf8) }
    return members.object["bodyHex"] == nil ? nil : try members.hexadecimal("bodyHex")
  }
}

/// Where a reader stopped, and what it said.
struct VectorStop: Error, CustomStringConvertible {
  let layer: String
  let words: String

  var description: String { "\(layer): \(words)" }
}
