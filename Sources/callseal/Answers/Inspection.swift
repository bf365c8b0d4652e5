import SealCrypto
import SealEnvelope

/// What anyone can read of an envelope or a push without a key, whatever is wrong with it.
struct Inspection {
  /// What it looks like.
  enum Form: String {
    case envelope
    case push
    case voip
    case voipInTheClear = "voip-clear"
  }

  private(set) var form = Form.envelope
  /// As they would be sent.
  let byteCount: Int
  private(set) var aps: JSONValue?
  private(set) var version: UInt8?
  private(set) var recipient: KeyID?
  private(set) var bucket: Bucket?
  /// The encapsulated key.
  private(set) var enc: [UInt8]?
  private(set) var envelopeByteCount: Int?
  /// Why a reader would refuse it.
  private(set) var faults: [String] = []
  /// What makes it useless without being a fault of the format.
  private(set) var warnings: [String] = []

  /// The most bytes that APNs takes of a push (Apple, "Generating a remote notification").
  var limit: Int? {
    switch form {
    case .envelope: nil
    case .push: 4096
    case .voip, .voipInTheClear: 5120
    }
  }

  init(_ bytes: [UInt8]) {
    byteCount = bytes.count
    let content = bytes.drop { [0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf].contains($0) }
    if content.first == UInt8(ascii: "{") { readPush(bytes) } else { readEnvelope(Self.line(bytes)) }
  }

  /// Without the one line's end that is no part of it.
  private static func line(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
    bytes.last == UInt8(ascii: "\n") ? bytes.dropLast() : bytes[...]
  }

  // MARK: The push

  private mutating func readPush(_ bytes: [UInt8]) {
    let members = PushMembers(bytes)
    if let fault = members.fault { faults.append("not JSON as a reader takes it: \(fault)") }
    aps = members.read["aps"]
    let isVoIP = members.read["callseal"] != nil
    form = isVoIP ? (members.read["sealed"] == nil ? .voipInTheClear : .voip) : .push
    if let limit, byteCount > limit {
      faults.append("\(Voice.bytes(byteCount - limit)) over the \(limit) that Apple takes of a push")
    }
    if form == .push { checkThatTheExtensionRuns(members) }
    switch members.read["sealed"] {
    case .string(let text): readEnvelope(Array(text.utf8)[...])
    case nil where form == .voipInTheClear: break
    case nil: faults.append("no member \"sealed\"; it is not CallSeal's")
    default: faults.append("\"sealed\" is not a string")
    }
  }

  /// Apple starts the extension only for a push that shows something and says that it may be changed.
  private mutating func checkThatTheExtensionRuns(_ members: PushMembers) {
    guard case .object(let aps) = aps else {
      if members.fault == nil { warnings.append("no \"aps\" with an alert, so the phone does not start the extension") }
      return
    }
    if aps["alert"] == nil { warnings.append("\"aps\" has no \"alert\", so the phone does not start the extension") }
    if aps["mutable-content"] != 1 {
      warnings.append("\"aps\" has no \"mutable-content\":1, so the phone does not start the extension")
    }
  }

  // MARK: The envelope

  private mutating func readEnvelope(_ text: ArraySlice<UInt8>) {
    do throws(FormatError) {
      // For its judgement alone: the fields are read below, from damaged ones as well.
      _ = try Envelope(parsingText: String(decoding: text, as: UTF8.self))
    } catch { faults.append(error.reason) }
    let (bytes, isWhole) = Self.decode(text)
    if isWhole { envelopeByteCount = bytes.count }
    version = bytes.first
    guard version == 1 else { return }
    if bytes.count >= 9 { recipient = KeyID(bytes.memory.span.extracting(1..<9)) }
    if bytes.count >= 41 {
      let enc = Array(bytes[9..<41])
      self.enc = enc
      do throws(FormatError) { _ = try RecipientPublicKey(rawBytes: enc) } catch {
        faults.append("enc is no key to agree on: \(error.reason)")
      }
    }
    if isWhole { bucket = Bucket(envelopeByteCount: bytes.count) }
  }

  /// The bytes of a text, or of as much of it as is base64.
  private static func decode(_ text: ArraySlice<UInt8>) -> (bytes: [UInt8], isWhole: Bool) {
    if let bytes = try? Base64URL.decode(Array(text).memory.span, .lenient) { return (bytes, true) }
    let alphabet = text.prefix { byte in
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "+"),
        UInt8(ascii: "/"):
        true
      default: false
      }
    }
    let whole = alphabet.prefix(alphabet.count / 4 * 4).map { byte in
      byte == UInt8(ascii: "+") ? UInt8(ascii: "-") : byte == UInt8(ascii: "/") ? UInt8(ascii: "_") : byte
    }
    return ((try? Base64URL.decode(whole.memory.span, .exact)) ?? [], false)
  }
}

/// The members of a push's JSON as far as they can be read.
struct PushMembers {
  private(set) var read = JSONObject()
  private(set) var fault: String?

  init(_ bytes: [UInt8]) {
    // Not put into an object one by one, which would look for each name among all before it.
    var members: [JSONObject.Member] = []
    var reader = JSONReader(bytes)
    do throws(FormatError) {
      try reader.object { reader, name throws(FormatError) in
        members.append(JSONObject.Member(name: name, value: try reader.value()))
      }
      try reader.end()
    } catch { fault = error.reason }
    read = JSONObject(unique: members)
    if fault != nil, read["sealed"] == nil { read["sealed"] = Self.scan(bytes).map { .string($0) } }
  }

  /// What stands behind `"sealed"` in a text that is cut off or otherwise no JSON.
  private static func scan(_ bytes: [UInt8]) -> String? {
    let name = Array(#""sealed""#.utf8)
    guard bytes.count > name.count,
      let start = (0..<bytes.count - name.count).first(where: { bytes[$0..<$0 + name.count].elementsEqual(name) })
    else { return nil }
    var rest = bytes[(start + name.count)...].drop { [0x20, 0x09, 0x0a, 0x0d, UInt8(ascii: ":")].contains($0) }
    guard rest.popFirst() == UInt8(ascii: "\"") else { return nil }
    return String(decoding: rest.prefix { $0 != UInt8(ascii: "\"") }, as: UTF8.self)
  }
}
