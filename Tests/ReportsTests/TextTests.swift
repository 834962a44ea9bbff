import Base
import Reports
import Testing

@Suite("Escaping")
struct TextTests {
  @Test(
    "Terminal text shows what would act",
    arguments: [
      ("plain words", "plain words"),
      ("\u{1b}[31m", "\\u{1b}[31m"),
      ("\u{9b}2J", "\\u{9b}2J"),
      ("a\u{0}b\u{7f}", "a\\u{0}b\\u{7f}"),
      ("a\nb\r\nc", "a / b / c"),
      ("a\rb", "a\\u{d}b"),
      ("a\tb", "a\\u{9}b"),
      ("a\u{202e}b\u{2069}", "a\\u{202e}b\\u{2069}"),
      ("a\u{2028}b", "a\\u{2028}b"),
      ("a\u{e0041}", "a\\u{e0041}"),
      ("pass\u{200d}word", "pass\\u{200d}word"),
      ("\u{200d}", "\\u{200d}"),
      ("👩‍👧", "👩‍👧"),
      ("می\u{200c}خواهم", "می\u{200c}خواهم"),
      ("می\u{200c}\u{200c}خ", "می\u{200c}\\u{200c}خ"),
      ("é e\u{301}", "é e\u{301}"),
    ])
  func terminal(foreign: String, shown: String) {
    #expect(Array(TerminalText(escaping: foreign).text.utf8) == Array(shown.utf8))
  }

  @Test("Terminal lines split at LF and CR LF, and at nothing else")
  func terminalLines() {
    #expect(TerminalText.lines("a\nb\r\n\rc\n").map(\.text) == ["a", "b", "\\u{d}c", ""])
    #expect(TerminalText.lines("").map(\.text) == [""])
    #expect(TerminalText.lines("\r\n\n").map(\.text) == ["", "", ""])
  }

  @Test(
    "Markdown shows text as it is",
    arguments: [
      ("a|b", "a\\|b"),
      ("# head", "\\# head"),
      ("a # b", "a # b"),
      ("- item", "\\- item"),
      ("*a* _b_ `c` [d](e)", "\\*a\\* \\_b\\_ \\`c\\` \\[d\\](e)"),
      ("</script>", "&lt;/script&gt;"),
      ("&lt;", "&amp;lt;"),
      ("a\r\nb\nc", "a<br>b<br>c"),
      ("\\|", "\\\\\\|"),
      ("1. one", "1\\. one"),
      ("12) one", "12\\) one"),
      ("1.5 mm", "1.5 mm"),
      ("\u{1b}", "\\u{1b}"),
    ])
  func markdown(foreign: String, shown: String) {
    #expect(MarkdownText(escaping: foreign).text == shown)
  }

  /// A backslash or a character reference would not do: github/cmark-gfm issue 181.
  @Test(
    "Markdown mentions nobody and links nothing",
    arguments: [
      ("@octocat", "@|octocat"), ("thanks,@org/team", "thanks,@|org/team"), ("a@b.cd", "a@|b.cd"), ("@", "@"),
      ("5 @ 3", "5 @ 3"), ("#12", "\\#|12"), ("see #12", "see #|12"), ("o/r#12", "o/r#|12"), ("# 12", "\\# 12"),
      ("GH-12", "GH-|12"), ("gh-12", "gh-|12"), ("SHOP-12", "SHOP-|12"), ("sign-in", "sign-in"),
      ("http://x.org", "http:|//x.org"), ("ftp://x.org", "ftp:|//x.org"), ("10:30", "10:30"),
      ("www.x.org", "www.|x.org"), ("!12", "!|12"), ("no!", "no!"), ("&12", "&amp;|12"), ("R&D", "R&amp;D"),
      ("%12", "%|12"), ("73% of", "73% of"), ("[[wiki]]", "\\[|\\[wiki\\]\\]"),
      ("a5c3785", "a5c378|5"),
      (
        "a5c3785ed8d6a35868bc169f07e40e889087fd2e",
        "a5c378|5ed8d6|a35868|bc169f|07e40e|889087|fd2e"
      ),
      ("20260301", "20260301"), ("defaced", "defaced"), ("a5c3785.", "a5c378|5."), ("x-a5c3785", "x-a5c378|5"),
    ])
  func markdownReferences(foreign: String, shown: String) {
    #expect(
      MarkdownText(escaping: foreign).text
        == shown.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "<!-- -->"))
  }

  @Test(
    "A Markdown code span cannot be left",
    arguments: [("a11y walk", "`a11y walk`"), ("a`b", "`` a`b ``"), ("``", "``` `` ```"), ("a\nb", "`a / b`")])
  func markdownCode(foreign: String, shown: String) {
    #expect(MarkdownText.code(foreign).text == shown)
  }

  @Test("HTML escapes a string that is interpolated, and not HTML")
  func html() {
    let foreign = "</script><b a=\"1\" c='2'>&\u{202e}\r\n"
    let inner: HTMLText = "<td>\(foreign)</td>"
    let outer: HTMLText = "<tr>\(inner)\(3)</tr>"
    #expect(
      outer.text
        == "<tr><td>&lt;/script&gt;&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;\\u{202e}\n</td>3</tr>")
    #expect([inner, "<hr>"].joined().text == inner.text + "<hr>")
  }

  @Test("Interpolation escapes in each kind of text after its own manner")
  func interpolation() {
    let foreign = "<|\u{1b}"
    let terminal: TerminalText = "[\(foreign)]"
    let markdown: MarkdownText = "[\(foreign)]"
    #expect(terminal.text == "[<|\\u{1b}]")
    #expect(markdown.text == "[&lt;\\|\\u{1b}]")
  }

  @Test(
    "CSV quotes after RFC 4180 and guards formulas",
    arguments: [
      ("plain", "plain", "plain"),
      ("a,b", "\"a,b\"", "\"a,b\""),
      ("say \"hi\"", "\"say \"\"hi\"\"\"", "\"say \"\"hi\"\"\""),
      ("a\nb\r\nc", "\"a\nb\r\nc\"", "\"a\nb\r\nc\""),
      ("=cmd|'/c calc'!A0", "'=cmd|'/c calc'!A0", "=cmd|'/c calc'!A0"),
      ("\u{FF1D}1+1", "'\u{FF1D}1+1", "\u{FF1D}1+1"),
      ("+1", "'+1", "+1"),
      ("-5", "'-5", "-5"),
      ("@x", "'@x", "@x"),
      ("\tx", "'\tx", "\tx"),
      ("\r\nx", "\"'\r\nx\"", "\"\r\nx\""),
      ("'=x", "''=x", "'=x"),
      ("it's", "it's", "it's"),
      ("\"=x\"", "\"'\"\"=x\"\"\"", "\"\"\"=x\"\"\""),
      ("a\u{1b}\rb", "a\\u{1b}\\u{d}b", "a\\u{1b}\\u{d}b"),
    ])
  func csv(foreign: String, guarded: String, raw: String) {
    #expect(CSVText.field(foreign) == guarded)
    #expect(CSVText.field(foreign, raw: true) == raw)
  }

  @Test("The importer's unguarding undoes the guard")
  func unguard() {
    for text in Hostile.texts.map(\.text) + ["'", "''=", "'a", "=", "x=", "\"=", "'\"=", "\"'=", "''a", "\"a"] {
      #expect(CSVText.unguarded(CSVText.guarded(text)).utf8.elementsEqual(text.utf8))
    }
  }

  @Test(
    "TSV fields never break a line and can be read back",
    arguments: [("a\tb", "a\\tb"), ("a\nb", "a\\nb"), ("a\r\nb", "a\\r\\nb"), ("\\t", "\\\\t"), ("\u{1b}", "\\u{1b}")])
  func tsv(foreign: String, shown: String) {
    #expect(TSVText.field(foreign) == shown)
  }

  @Test(
    "TSV guards formulas as CSV does",
    arguments: [
      ("=cmd|'/c calc'!A0", "'=cmd|'/c calc'!A0"), ("+1", "'+1"), ("-5", "'-5"), ("@x", "'@x"), ("\tx", "'\\tx"),
      ("\rx", "'\\rx"), ("'=x", "''=x"), ("it's", "it's"), ("\"=1+1\"", "'\"=1+1\""),
    ])
  func tsvGuard(foreign: String, guarded: String) {
    #expect(TSVText.field(foreign) == guarded)
    #expect(TSVText.field(foreign, raw: true) == guarded.dropFirst(guarded == foreign ? 0 : 1))
  }

  @Test("No escape lets harm through", arguments: (Hostile.texts + Hostile.large).indices)
  func harmless(index: Int) {
    let (name, text) = (Hostile.texts + Hostile.large)[index]
    #expect(Hostile.harm(in: TerminalText(escaping: text).text).isEmpty, "\(name)")
    #expect(!TerminalText(escaping: text).text.utf8.contains(10), "\(name)")
    #expect(Hostile.harm(in: HTMLText(escaping: text).text, allowing: [9]).isEmpty, "\(name)")
    #expect(!HTMLText(escaping: text).text.utf8.contains(UInt8(ascii: "<")), "\(name)")
    #expect(Hostile.harm(in: MarkdownText(escaping: text).text).isEmpty, "\(name)")
    #expect(Hostile.harm(in: TSVText.field(text)).isEmpty, "\(name)")
    #expect(Hostile.harm(in: CSVText.field(text, raw: true), allowing: [9, 13]).isEmpty, "\(name)")
    #expect(Hostile.harm(in: JSONText.string(text).render()).isEmpty, "\(name)")
  }
}
