import Foundation
import Testing

/// That the loader would notice.
struct WycheproofLoaderTests {
  private func file(
    algorithm: String = "A", count: String = "1", result: String = #""valid""#, flags: String = #"["F"]"#,
    more: String = "", tests: String? = nil
  ) -> Data {
    let test = #"{"tcId":1,"comment":"","flags":\#(flags),"key":"00ff","result":\#(result)\#(more)}"#
    return Data(
      """
      {"algorithm":"\(algorithm)","numberOfTests":\(count),"testGroups":[{"tests":[\(tests ?? test)]}]}
      """.utf8)
  }

  private func load(_ data: Data) throws -> Wycheproof {
    try Wycheproof(parsing: data, algorithm: "A", members: ["key"], flags: ["F"])
  }

  @Test func readsWhatItKnows() throws {
    let file = try load(file())
    #expect(file.cases.count == 1)
    #expect(file.count(.valid) == 1)
    #expect(try file.cases[0].bytes("key") == [0x00, 0xff])
  }

  @Test func refusesWhatItDoesNotKnow() {
    #expect(throws: Wycheproof.Fault("no cases")) { try load(file(count: "0", tests: "")) }
    #expect(throws: Wycheproof.Fault("no cases")) { try load(file(count: "1", tests: "")) }
    #expect(throws: Wycheproof.Fault("1 cases, and the file says 2")) { try load(file(count: "2")) }
    #expect(throws: Wycheproof.Fault("case 1: an unknown result")) { try load(file(result: #""maybe""#)) }
    #expect(throws: Wycheproof.Fault("case 1: an unknown flag")) { try load(file(flags: #"["F","G"]"#)) }
    #expect(throws: Wycheproof.Fault(#"members ["comment", "flags", "key", "more", "result", "tcId"]"#)) {
      try load(file(more: #","more":1"#))
    }
    #expect(throws: Wycheproof.Fault("vectors of another algorithm")) { try load(file(algorithm: "B")) }
    #expect(throws: (any Error).self) { try load(Data("{".utf8)) }
  }
}
