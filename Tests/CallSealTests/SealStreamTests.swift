import Foundation
import TestSupport
import Testing

@testable import callseal

/// `seal --stream`: a line out for each line in, in order, whatever is in it.
struct SealStreamTests {
  private static let seal = "callseal seal --stream --sign-with sender.jwk --audience org.example.app"

  /// The lines of a run as objects.
  private func answers(_ run: Run) throws -> [[String: Any]] {
    try run.text.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
  }

  private func code(_ answer: [String: Any]) -> String? { (answer["error"] as? [String: Any])?["code"] as? String }

  @Test func answersEachLineInItsPlace() throws {
    let key = String(decoding: Keys.text("device.pub.jwk").utf8, as: UTF8.self)
      .trimmingCharacters(in: .whitespacesAndNewlines)
    let event = #""event":{"kind":"data","data":{"a":1}}"#
    let lines: [(line: String, code: String?)] = [
      ("{\"to\":\(key),\(event),\"context\":{\"n\": [1,null]}}", nil),
      ("{\(event)}", nil),
      (#"{"event":{"kind":"x"},"context":2}"#, "unknown-kind"),
      (#"{"event":{"kind":"data","id":"x"},"context":3}"#, "invalid-event"),
      ("{\"to\":\"nobody\",\(event)}", "unknown-recipient"),
      ("{\"to\":{\"kty\":\"OKP\"},\(event)}", "invalid-key"),
      ("{\"to\":1,\(event)}", "invalid-key"),
      ("{\(event),\"tokn\":\"00\"}", "malformed-line"),
      ("{\(event),\"token\":\"0\"}", "invalid-token"),
      (#"{"to":1}"#, "malformed-line"),
      (#"{"event":[]}"#, "malformed-line"),
      ("", "malformed-line"),
      ("not JSON", "malformed-line"),
      (String(repeating: "x", count: 64 * 1024 + 1), "line-too-long"),
      ("{\(event),\"context\":\"\(String(repeating: "x", count: 60_000))\"}", nil),
      (#"{"event":{"kind":"data","data":{"a":"\#(String(repeating: "x", count: 3000))"}}}"#, "too-large"),
      ("{\(event)}", nil),
    ]
    // The last line has no end.
    let input = lines.map(\.line).joined(separator: "\n")
    let run = try Scratch().shell("\(Self.seal) --to device.pub.jwk", input: input)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.errors == "")
    let answers = try answers(run)
    #expect(answers.count == lines.count)
    for (index, (answer, line)) in zip(answers, lines).enumerated() {
      #expect(answer["line"] as? Int == index + 1)
      #expect(code(answer) == line.code, "line \(index + 1)")
      #expect((answer["push"] == nil) == (line.code != nil))
    }
    #expect(run.text.hasPrefix(#"{"line":1,"context":{"n": [1,null]},"push":{"aps":"#))
    #expect(answers[2]["context"] as? Int == 2)
  }

  @Test func openedItIsWhatWasSealed() throws {
    let scratch = try Scratch()
    let run = try scratch.shell(
      """
      for n in $(seq 1 200); do echo '{"event":{"kind":"data","data":{"n":'$n'}}}'; done |
        \(Self.seal) --to device.pub.jwk --as envelope |
        sed -e 's/.*"envelope":"//' -e 's/"}$//' |
        while read -r e; do
          echo "$e" | callseal open --key device.jwk --trust sender.pub.jwk --audience org.example.app
          echo
        done | sed -e 's/.*"n"://' -e 's/}}$//' | grep . | tr '\\n' ' '
      """)
    #expect(run.text == (1...200).map { "\($0) " }.joined(), "\(run.errors)")
  }

  @Test func givesTheRequest() throws {
    let run = try Scratch().shell(
      "\(Self.seal) --to device.pub.jwk --as request",
      input: #"{"event":{"kind":"data"},"token":"00FFaa"}"# + "\n" + #"{"event":{"kind":"data"}}"#)
    let answers = try answers(run)
    let request = try #require(answers[0]["request"] as? [String: Any])
    #expect(request["method"] as? String == "POST")
    #expect(request["path"] as? String == "/3/device/00ffaa")
    let headers = try #require(request["headers"] as? [String: String])
    #expect(
      Set(headers.keys) == ["apns-push-type", "apns-priority", "apns-topic", "apns-expiration", "apns-id"])
    let body = try #require(request["body"] as? String)
    #expect(body.hasPrefix(#"{"aps":{"alert":"#))
    #expect(body.utf8.count <= 4096)
    #expect(code(answers[1]) == "invalid-token")
  }

  /// What has been read is answered; the half of a line is an error in its place, as at the input's end.
  @Test func endsWhenItIsAskedTo() throws {
    let run = try Scratch().shell(
      """
      mkfifo f
      "$CALLSEAL" seal --stream --to device.pub.jwk --audience a.b < f > out & p=$!
      exec 7> f
      printf '{"event":{"kind":"data"}}\\n{"event":{"kind":"data"}}\\n{"event":{"kind":' >&7
      for _ in $(seq 1 200); do [ "$(wc -l < out)" = 2 ] && break; sleep 0.05; done
      kill -TERM $p; wait $p; echo "ended $?"; cut -c -20 out | tail -1 && wc -l < out
      printf '{"event":{"kind":' | "$CALLSEAL" seal --stream --to device.pub.jwk --audience a.b | cut -c -20
      """)
    #expect(
      run.text == "ended 0\n{\"line\":3,\"error\":{\"\n3\n{\"line\":1,\"error\":{\"\n", "\(run.text)\(run.errors)")
  }

  /// Killed at any moment, it has answered the lines before some line, whole and in order: who starts it again goes on
  /// behind the last whole answer.
  @Test func goesOnWhereItWasKilled() throws {
    let lines = Sanitizer.isOn ? 300 : 3000
    let run = try Scratch().shell(
      """
      for n in $(seq 1 \(lines)); do echo '{"event":{"kind":"data"},"context":'$n'}'; done > in
      n=0; starts=0
      while [ $n -lt \(lines) ]; do
        starts=$((starts + 1)); rm -f out
        tail -n +$((n + 1)) in | "$CALLSEAL" seal --stream --to device.pub.jwk --audience a.b --as envelope > out & p=$!
        if [ $starts -lt 5 ]; then
          until [ -s out ] && [ "$(wc -l < out)" -gt 20 ]; do kill -0 $p 2>/dev/null || break; done
          kill -KILL $p 2>/dev/null
        fi
        wait $p 2>/dev/null
        head -n "$(wc -l < out)" out >> all
        n=$(wc -l < all)
      done
      sed -e 's/.*"context"://' -e 's/,.*//' all | cmp - <(seq 1 \(lines)) && echo "all, in $((starts > 1)) and more"
      """)
    #expect(run.text == "all, in 1 and more\n", "\(run.errors)")
  }

  /// It answers a line at once, and does not wait for more to come.
  @Test func answersAtOnce() throws {
    let run = try Scratch().shell(
      """
      mkfifo i o
      "$CALLSEAL" seal --stream --to device.pub.jwk --audience a.b < i > o &
      exec 7> i 8< o
      for n in 1 2 3; do echo '{"event":{"kind":"data"}}' >&7; read -r line <&8; echo "${line%%,*}"; done
      exec 7>&-; wait
      """)
    #expect(run.text == "{\"line\":1\n{\"line\":2\n{\"line\":3\n", "\(run.errors)")
  }

  @Test func endsQuietlyWithItsReader() throws {
    let run = try Scratch().shell(
      "yes '{\"event\":{\"kind\":\"data\"}}' | \(Self.seal) --to device.pub.jwk | head -n 3 | wc -l")
    #expect(run.text.trimmingCharacters(in: .whitespaces) == "3\n")
    #expect(run.errors == "")
  }

  @Test(arguments: [
    ("--as curl", "--stream has no use with --as curl"), ("--token 00", "--token has no use with --as push"),
    ("--as request --token 00", "--token has no use with --stream"), ("-o x", "--output has no use with --stream"),
    ("--headers h", "--headers has no use with --stream"),
  ])
  func refusesWhatHasNoUse(_ options: String, _ message: String) throws {
    let run = try Scratch().shell("\(Self.seal) --to device.pub.jwk \(options)", input: "")
    #expect(run.status == ExitCode.usage.rawValue)
    #expect(run.messages.first == "callseal: \(message)")
  }

  @Test func aLineCanNameItsRecipient() throws {
    let run = try Scratch().shell(
      """
      callseal keys import -k ring --label ada device.pub.jwk >/dev/null
      printf '%s\\n' '{"to":"ada","event":{"kind":"data"}}' '{"to":"bob","event":{"kind":"data"}}' |
        \(Self.seal) --to ring --as envelope | cut -c1-40
      """)
    #expect(run.text.contains(#"{"line":1,"envelope":"#), "\(run.errors)")
    #expect(run.text.contains(#"{"line":2,"error":{"code":"unknown-"#))
  }
}
