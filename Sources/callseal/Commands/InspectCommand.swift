import SealEnvelope

enum InspectCommand: Command {
  static let description = CommandDescription(
    name: "inspect",
    summary: "shows what anyone can read of an envelope or a push without a key",
    discussion: [
      "Version, recipient's key id, size and encapsulated key of an envelope; what Apple reads of a push, and how many "
        + "bytes of those it takes are used. Damaged input is shown as far as it can be read, with exit code 3."
    ],
    operand: OperandDescription(
      name: "FILE", kind: .input, help: "The envelope or push; standard input where it is absent or '-'."),
    options: [CommonOptions.json, CommonOptions.output],
    examples: [.init(purpose: "what Apple sees", line: "callseal inspect push.json")])

  static func run(_ arguments: Arguments) throws(Failure) {
    let input = try Input(arguments.operand, what: "an envelope or a push")
    let inspection = Inspection(input.bytes)
    let output = Output(of: arguments, for: .everyone)
    if arguments.isGiven(CommonOptions.json) {
      try output.write(json(inspection))
    } else {
      try output.write(text(inspection))
      for warning in inspection.warnings { Voice.warn("\(input.name): \(warning)") }
    }
    guard let last = inspection.faults.last else { return }
    for fault in inspection.faults.dropLast() { Voice.say("\(input.name): \(fault)") }
    throw Failure(.malformed, "\(input.name): \(last)")
  }

  private static func text(_ inspection: Inspection) -> String {
    var lines = [("form", inspection.form.rawValue)]
    if let limit = inspection.limit {
      lines.append(("size", "\(inspection.byteCount) of \(limit) bytes"))
    } else {
      lines.append(("size", Voice.bytes(inspection.byteCount)))
    }
    if let aps = inspection.aps, let text = try? JSONWriter.text(aps) {
      lines.append(("aps", Voice.printable(String(decoding: text, as: UTF8.self))))
    }
    if let version = inspection.version { lines.append(("version", "\(version)")) }
    if let recipient = inspection.recipient { lines.append(("recipient", "\(recipient)")) }
    if let count = inspection.envelopeByteCount { lines.append(("envelope", Voice.bytes(count))) }
    if let bucket = inspection.bucket { lines.append(("bucket", "\(bucket.rawValue) bytes")) }
    if let enc = inspection.enc { lines.append(("enc", hexadecimal(enc))) }
    return lines.map { $0.0 + String(repeating: " ", count: 11 - $0.0.count) + $0.1 + "\n" }.joined()
  }

  private static func json(_ inspection: Inspection) throws(Failure) -> [UInt8] {
    var members: JSONObject = [
      "form": .string(inspection.form.rawValue), "bytes": .integer(Int64(inspection.byteCount)),
    ]
    members["limit"] = inspection.limit.map { .integer(Int64($0)) }
    members["aps"] = inspection.aps
    members["version"] = inspection.version.map { .integer(Int64($0)) }
    members["recipient"] = inspection.recipient.map { .string($0.description) }
    members["envelope"] = inspection.envelopeByteCount.map { .integer(Int64($0)) }
    members["bucket"] = inspection.bucket.map { .integer(Int64($0.rawValue)) }
    members["enc"] = inspection.enc.map { .string(hexadecimal($0)) }
    members["warnings"] = .array(inspection.warnings.map { .string($0) })
    members["faults"] = .array(inspection.faults.map { .string($0) })
    do throws(FormatError) { return try JSONWriter.text(members, spare: 1) + [UInt8(ascii: "\n")] } catch {
      // What was read by the strict reader can be written; `spare` has room for the object around it.
      throw Failure(.malformed, error.reason)
    }
  }

  private static func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
