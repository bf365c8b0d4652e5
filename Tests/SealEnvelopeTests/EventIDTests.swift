import SealCrypto
import SealEnvelope
import TestSupport
import Testing

struct EventIDTests {
  private static let text = "0f8fad5b-d9cb-469f-a165-70867728950e"

  @Test(arguments: [
    text, text.uppercased(), "0F8fad5b-D9cb-469F-a165-70867728950E", "00000000-0000-0000-0000-000000000000",
    "ffffffff-ffff-ffff-ffff-ffffffffffff",
  ])
  func readsAnyLetterCaseAndWritesLowerCase(_ text: String) throws {
    let id = try #require(EventID(parsing: text))
    #expect(id.description == text.lowercased())
    #expect(id == EventID(parsing: text.lowercased()) && id == EventID(parsing: text.uppercased()))
    #expect(id.bytes.hex == text.lowercased().filter { $0 != "-" })
    #expect(EventID(bytes: id.bytes.memory.span) == id)
    #expect(Set([id, EventID(parsing: text.uppercased())]).count == 1)
  }

  @Test(arguments: [
    "", "x", "0f8fad5bd9cb469fa16570867728950e", text + "0", text + " ", text + "\n", text + "\0", " " + text,
    "{" + text + "}", "urn:uuid:" + text, String(text.dropLast()), String(text.dropFirst()),
    "0f8fad5b-d9cb-469f-a165-70867728950g", "0f8fad5b-d9cb-469f-a165-7086772895 e",
    "0f8fad5bd-9cb-469f-a165-70867728950e", "0f8fad5b_d9cb_469f_a165_70867728950e",
    "0f8fad5b-d9cb-469f-a16570867728950e-", "-f8fad5b-d9cb-469f-a165-70867728950e",
    "0f8fad5b--9cb-469f-a165-70867728950e", "0f8fad5b−d9cb−469f−a165−70867728950e",
    "０f8fad5b-d9cb-469f-a165-70867728950e", "0f8fad5b-d9cb-469f-a165-70867728950e0f8fad5b-d9cb-469f-a165-70867728950e",
    "+f8fad5b-d9cb-469f-a165-70867728950e", "0x8fad5b-d9cb-469f-a165-70867728950e",
  ])
  func refuses(_ text: String) { #expect(EventID(parsing: text) == nil) }

  /// RFC 9562 §5.4: version 4, variant 10.
  @Test func makesRandomOnes() throws {
    var seen = Set<EventID>()
    for _ in 0..<1000 {
      let id = try EventID.random()
      let text = Array(id.description)
      #expect(text[14] == "4" && "89ab".contains(text[19]))
      seen.insert(id)
    }
    #expect(seen.count == 1000)
  }
}
