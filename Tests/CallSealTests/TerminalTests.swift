#if os(Linux)
  import Testing

  @testable import callseal

  /// A person at a terminal; script(1) of util-linux plays one, and what is typed is its input.
  struct TerminalTests {
    private func atATerminal(_ command: String, typing text: String) throws -> Run {
      let scratch = try Scratch()
      try scratch.write("envelope", try Sealing.text(#"{"kind":"later"}"#))
      return try scratch.shell(#"script -qec "$CALLSEAL \#(command)" /dev/null"#, input: text)
    }

    @Test(arguments: [
      ("inspect", "an envelope or a push"), ("inspect -", "an envelope or a push"), ("pubkey", "a key"),
      ("open --key device.jwk --audience a.b", "an envelope or a push"),
      ("filter --key device.jwk --audience a.b", "a push"), ("seal --to device.pub.jwk --audience a.b", "an event"),
    ])
    func isToldWhatIsRead(_ command: String, _ what: String) throws {
      let run = try atATerminal(command, typing: "!!\n\u{4}")
      #expect(run.status == ExitCode.malformed.rawValue, "\(run.text)")
      #expect(run.text.contains("callseal: reading \(what) from the terminal; ctrl-d ends it\r\n"), "\(run.text)")
    }

    @Test func seesNoPrivateKey() throws {
      let run = try atATerminal("keygen -o -", typing: "")
      #expect(run.status == ExitCode.refused.rawValue)
      #expect(run.text.contains("a private key is not shown on a terminal") && !run.text.contains(#""d""#))
    }

    @Test func getsALinesEndBehindABody() throws {
      let phone = Scratch.phone.joined(separator: " ")
      let run = try atATerminal("open \(phone) envelope", typing: "")
      #expect(run.status == 0)
      #expect(run.text.hasSuffix("{\"kind\":\"later\"}\r\n"))
    }
  }
#endif
