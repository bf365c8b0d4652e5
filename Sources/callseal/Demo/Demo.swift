import Filter
import Seal

/// The whole path in one go. All that it shows is computed, and what is not as told ends the run with an error.
struct Demo {
  private let cast: DemoCast
  private let now: UnixTime
  private var page = DemoPage()
  private var scenes: [DemoScene] = []
  private var faults: [String] = []

  /// Plays it through; the page, and what of it was not as told.
  static func play(now: UnixTime) throws(Failure) -> (page: String, faults: [String]) {
    var demo = Demo(cast: try DemoCast(), now: now)
    try demo.play()
    return (demo.page.text, demo.faults)
  }

  private init(cast: DemoCast, now: UnixTime) {
    self.cast = cast
    self.now = now
  }

  private mutating func play() throws(Failure) {
    page.paragraph(
      "CallSeal hides from everyone between a server and a phone what a push is: a call, its end, a message, or data. "
        + "This is the whole path, with keys made up for this run.")
    showKeys()
    let call = try cast.encode(
      .call(from: "+14155550123", name: "Ada Lovelace", video: true, data: ["room": "blue"]), now: now)
    do throws(FormatError) { try show(call) } catch { throw Failure(error, in: "the demonstration") }
    let push = try cast.push(call, now: now)
    show(push)
    try play("a call", push, after: 2_000, ("report", .call))
    do throws(FormatError) { try showReport() } catch { throw Failure(error, in: "the demonstration") }
    try playTheRest(call)
    showScenes()
    showWhatTellsThemApart()
    page.paragraph(
      "\nNext: 'callseal help' lists the commands; keygen, pubkey, seal, inspect and filter do these steps with keys of "
        + "your own.")
  }

  // MARK: The scenes

  private mutating func play(
    _ title: String, _ push: PushRequest, after milliseconds: Int64, _ expected: (String, DecisionReason)
  ) throws(Failure) {
    let arrives = now.adding(milliseconds)
    let decision = try cast.decide(push, at: arrives)
    if case .report(let report) = decision.action { _ = cast.filter.settle(report, .accepted) }
    let scene = DemoScene(
      title: title, push: push, arrives: arrives, expected: expected, decision: decision)
    scenes.append(scene)
    if !scene.isAsTold {
      faults.append(
        "\(title): \(decision.action.word), \(decision.reason), where \(expected.0), \(expected.1) was told")
    }
  }

  /// In the order in which they arrive; all of them were sent at once.
  private mutating func playTheRest(_ call: EncodedEvent) throws(Failure) {
    let again = try cast.encode(
      .call(from: "+14155550123", name: "Ada Lovelace", video: true, id: call.event.id), now: now)
    try play("the same call, anew", try cast.push(again, now: now), after: 4_000, ("suppress", .duplicate))

    let second = try cast.encode(.call(from: "alan", kind: .generic, name: "Alan Turing"), now: now)
    let end = try cast.encode(
      .callEnded(second.event.id, reason: .cancelled, handle: "alan", kind: .generic, name: "Alan Turing"), now: now)
    try play("a second call's end", try cast.push(end, now: now), after: 5_000, ("notify", .missed))
    try play("that call, overtaken", try cast.push(second, now: now), after: 6_000, ("suppress", .ended))

    let text: JSONObject = [
      "kind": "notification", "notification": ["title": "Ada", "body": "See you at eight"],
    ]
    let message = try cast.encode(EventDraft(members: text), now: now)
    try play("a message", try cast.push(message, now: now), after: 7_000, ("notify", .notification))
    let data = try cast.encode(.data(["sync": "all"]), now: now)
    try play("data for the app", try cast.push(data, now: now), after: 8_000, ("suppress", .data))

    let third = try cast.encode(.call(from: "grace@example.org", kind: .email, name: "Grace Hopper"), now: now)
    let forged = try cast.push(third, by: cast.stranger, now: now)
    try play("a stranger's call", forged, after: 9_000, ("notify", .untrustedSender))
    let altered = try cast.push(third, now: now, flippingABit: true)
    try play("a call, one bit wrong", altered, after: 10_000, ("notify", .openFailed))
    let tolerance = cast.filter.configuration.policy.tolerance
    let tooLate = third.event.expires.adding(tolerance + 1).milliseconds - now.milliseconds
    try play("a third call, too late", try cast.push(third, now: now), after: tooLate, ("notify", .expired))
  }

  // MARK: The page

  private mutating func showKeys() {
    page.heading("The keys")
    page.table([
      ("the phone's", "\(cast.phone.publicKey.thumbprint)  X25519, made on the phone"),
      ("the server's", "\(cast.server.publicKey.thumbprint)  Ed25519, trusted by the phone"),
      ("a stranger's", "\(cast.stranger.publicKey.thumbprint)  Ed25519, trusted by nobody"),
    ])
  }

  private mutating func show(_ call: EncodedEvent) throws(FormatError) {
    page.heading("A call, as the server has it", note: Voice.bytes(call.body.count))
    try page.json(JSONReader.object(call.body))
  }

  private mutating func show(_ push: PushRequest) {
    page.heading(
      "The push, as Apple sees it", note: "\(push.body.count) of \(PushTemplate.largestAlertPush) bytes")
    page.table(push.headers.map { ($0.name, $0.value) })
    page.line()
    // Cut where the envelope's text begins and ends; what is printed around it is the push to the byte.
    let body = String(decoding: push.body, as: UTF8.self)
    let parts = body.split(separator: "\"", omittingEmptySubsequences: false).map(String.init)
    guard let sealed = parts.max(by: { $0.count < $1.count }), let range = body.firstRange(of: sealed) else { return }
    page.line(String(body[..<range.lowerBound]))
    page.line(DemoPage.shortened(sealed, to: 72) + String(body[range.upperBound...]))
    page.line()
    let inspection = Inspection(push.body)
    guard let version = inspection.version, let recipient = inspection.recipient, let bucket = inspection.bucket else {
      faults.append("a push that anyone would find damaged")
      return
    }
    page.note(
      "Anyone can read the version, \(version), and the phone's key id, \(recipient). The event and who sent it are "
        + "sealed, padded to \(bucket.plaintextByteCount) bytes.")
  }

  private mutating func showReport() throws(FormatError) {
    guard let scene = scenes.first, case .report(let report) = scene.decision.action else { return }
    page.heading("What the phone decides", note: "\(scene.decision.action.word), \(scene.decision.reason)")
    page.note("CallKit gets:")
    var rows: [(String, String)] = []
    for member in report.payload.members.members {
      let text = String(decoding: try JSONWriter.text(member.value), as: UTF8.self)
      rows.append((member.name, DemoPage.shortened(text, to: 72)))
    }
    page.table(rows)
  }

  private mutating func showScenes() {
    page.heading("All that arrives")
    let widths = [7, 24, 10, 18]
    page.row(["after", "what it is", "action", "reason", "what the user sees"], widths: widths)
    for scene in scenes {
      let seconds = (scene.arrives.milliseconds - now.milliseconds) / 1000
      page.row(
        ["\(seconds) s", scene.title, scene.decision.action.word, "\(scene.decision.reason)", scene.outcome],
        widths: widths)
    }
  }

  private mutating func showWhatTellsThemApart() {
    let lengths = Set(scenes.map(\.push.body.count)).sorted()
    let headers = Set(scenes.map { $0.push.headers.filter { $0.name != "apns-id" }.map { "\($0.name) \($0.value)" } })
    let ids = Set(scenes.compactMap { $0.push.headers.first { $0.name == "apns-id" }?.value })
    page.heading("What tells them apart on the way", note: "\(scenes.count) pushes")
    page.table([
      ("different lengths", "\(lengths.count) (" + lengths.map { Voice.bytes($0) }.joined(separator: ", ") + ")"),
      ("different headers", "\(headers.count) (besides \(ids.count) random apns-ids)"),
    ])
    if lengths.count != 1 { faults.append("pushes of \(lengths.count) lengths, where one was told") }
    if headers.count != 1 { faults.append("\(headers.count) different sets of headers, where one was told") }
    if ids.count != scenes.count { faults.append("an apns-id that is not random") }
  }
}
