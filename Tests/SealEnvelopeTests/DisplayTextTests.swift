import SealEnvelope
import TestSupport
import Testing

struct DisplayTextTests {
  @Test(arguments: [
    ("nothing", "", ""), ("plain", "Ann Example", "Ann Example"), ("two spaces", "a  b", "a b"),
    ("at the ends", "  a ", "a"), ("a tab", "a\tb", "a b"), ("a newline", "a\nb", "a b"), ("CRLF", "a\r\nb", "a b"),
    ("mixed white space", "a \t\r\n\u{a0}\u{3000}\u{2003}b", "a b"),
    ("line separators", "a\u{2028}b\u{2029}c", "a b c"),
    ("next line", "a\u{85}b", "a b"), ("a zero byte", "a\u{0}b", "ab"), ("a bell", "a\u{7}b", "ab"),
    ("delete", "a\u{7f}b", "ab"), ("C1", "a\u{80}\u{84}\u{86}\u{9f}b", "ab"), ("escape", "\u{1b}[31mred", "[31mred"),
    ("an override", "\u{202e}evil\u{202c}", "evil"),
    (
      "all bidi controls",
      "a\u{61c}\u{200e}\u{200f}\u{202a}\u{202b}\u{202c}\u{202d}\u{202e}\u{2066}\u{2067}\u{2068}\u{2069}b", "ab"
    ),
    ("controls between spaces", "a \u{202e} b", "a b"), ("a control at the end", "a \u{7}", "a"),
    ("what stays", "é e\u{301} 😀 👨‍👩‍👧 שלום \u{2027}\u{202f}x\u{2070}", "é e\u{301} 😀 👨‍👩‍👧 שלום \u{2027} x\u{2070}"),
    (
      "the neighbours of the bidi controls", "\u{200d}\u{2010}\u{2029}\u{2065}\u{206a}\u{61b}\u{61d}",
      "\u{200d}\u{2010} \u{2065}\u{206a}\u{61b}\u{61d}"
    ),
    ("zero-width joiners inside", "a\u{200d}b", "a\u{200d}b"),
  ])
  func cleans(_ id: String, _ text: String, _ expected: String) {
    #expect(Array(DisplayText.clean(text).unicodeScalars) == Array(expected.unicodeScalars))
    #expect(DisplayText.clean(expected) == expected)
  }

  @Test(arguments: [
    ("LF", "a\nb", "a\nb"), ("CR", "a\rb", "a\nb"), ("CRLF", "a\r\nb", "a\nb"), ("two of them", "a\r\n\r\nb", "a\n\nb"),
    ("LF CR", "a\n\rb", "a\n\nb"), ("next line", "a\u{85}b", "a\nb"), ("line separator", "a\u{2028}b", "a\nb"),
    ("paragraph separator", "a\u{2029}b", "a\nb"), ("space around", "a \t\n  b", "a\nb"),
    ("at the ends", "\n\n a\n\n", "a"), ("a tab", "a\tb", "a b"), ("form feed", "a\u{c}b", "a b"),
    ("vertical tab", "a\u{b}b", "a b"), ("controls", "a\u{7}\n\u{202e}b", "a\nb"), ("plain", "a  b", "a b"),
    ("nothing visible", " \n ", ""),
  ])
  func keepsLineBreaks(_ id: String, _ text: String, _ expected: String) {
    #expect(Array(DisplayText.clean(text, keepsLineBreaks: true).unicodeScalars) == Array(expected.unicodeScalars))
  }

  @Test(arguments: [
    "", " ", "\n", "\u{200b}", "\u{200c}\u{200d}", "\u{2060}", "\u{3164}", "\u{feff}", "\u{200b} \u{feff}", "\u{202e}",
    "\u{7}", "\u{a0}\u{3000}",
  ])
  func findsNoName(_ text: String) {
    #expect(DisplayText.name(text) == nil)
    #expect(!DisplayText.isVisible(text))
  }

  @Test(arguments: [
    ("plain", "Ann", "Ann"), ("cleaned", " Ann\u{202e} \n Example ", "Ann Example"), ("a dot", ".", "."),
    ("something between nothings", "\u{200b}a\u{200b}", "\u{200b}a\u{200b}"),
  ])
  func findsAName(_ id: String, _ text: String, _ name: String) { #expect(DisplayText.name(text) == name) }

  /// Sixty-four of what a person takes for characters, never a part of one.
  @Test(arguments: ["x", "é", "e\u{301}", "😀", "👨‍👩‍👧", "🇩🇪", "\u{1100}\u{1161}", "a\u{200d}"])
  func cutsANameBetweenGraphemes(_ grapheme: String) {
    for count in [1, 63, 64, 65, 200] {
      let name = DisplayText.name(String(repeating: grapheme, count: count))
      #expect(name == String(repeating: grapheme, count: min(count, 64)))
    }
  }

  @Test func leavesNoSpaceAtTheCut() {
    let name = String(repeating: "x", count: 63) + " " + String(repeating: "y", count: 10)
    #expect(DisplayText.name(name) == String(repeating: "x", count: 63))
  }

  /// What is cut away cannot be what was visible.
  @Test(arguments: ["\u{200b}", "\u{feff}", "\u{2060}", "\u{3164}"])
  func findsNoNameWhereNothingIsVisibleBeforeTheCut(_ nothing: String) {
    #expect(DisplayText.name(String(repeating: nothing, count: 64) + "Ann") == nil)
    #expect(DisplayText.name(String(repeating: nothing, count: 63) + "Ann") != nil)
  }

  @Test(arguments: [
    ("+14155550123", "+14155550123"), ("+1 (234) 456-7890", "+12344567890"), ("0049.30.123", "004930123"),
    ("[1]{2}", "12"), ("1\u{2010}2\u{2011}3", "123"), ("112", "112"), ("+1234,5#6*7", "+1234,5#6*7"), ("Ann", "Ann"),
    ("( )", "( )"), ("-", "-"),
  ])
  func stripsAPhoneNumber(_ text: String, _ number: String) {
    #expect(DisplayText.phoneNumber(text) == number)
    #expect(Handle(kind: .phone, cleaning: text)?.value == number)
    #expect(Handle(kind: .generic, cleaning: text)?.value == text)
  }

  /// Whatever a push holds: clean is clean, nothing steers, and a name is short.
  @Test func cleansForGood() {
    var generator = SeededGenerator(printedFor: "cleansForGood")
    for _ in 0..<3000 {
      let text = (0..<6).map { _ in RandomJSON.string(&generator) }.joined(separator: " ")
      for keepsLineBreaks in [false, true] {
        let clean = DisplayText.clean(text, keepsLineBreaks: keepsLineBreaks)
        #expect(DisplayText.clean(clean, keepsLineBreaks: keepsLineBreaks) == clean)
        #expect(
          clean.unicodeScalars.allSatisfy { scalar in
            scalar.properties.generalCategory != .control && !scalar.properties.isBidiControl
              || keepsLineBreaks && scalar == "\n"
          })
        #expect(!clean.contains("  ") && !clean.hasPrefix(" ") && !clean.hasSuffix(" "))
      }
      if let name = DisplayText.name(text) {
        #expect(name.count <= 64 && DisplayText.isVisible(name))
      }
    }
  }
}
