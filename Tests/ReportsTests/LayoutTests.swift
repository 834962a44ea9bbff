import Audit
import Base
import Reports
import Testing

@Suite("Width and wrapping")
struct LayoutTests {
  @Test(
    "Width counts what a reader sees",
    arguments: [
      ("", 0), ("abc", 3), ("é", 1), ("e\u{301}\u{302}", 1), ("閉じる", 6), ("한국", 4), ("ｆ", 2), ("👍", 2), ("👩‍👩‍👧‍👦", 2),
      ("🇩🇪", 2), ("👍🏽", 2), ("❤️", 2), ("❤", 1), ("1️⃣", 2), ("…", 1), ("\u{301}", 0), ("–", 1), ("Ω", 1), ("〜", 2),
      ("𠀀", 2),
    ])
  func width(text: String, columns: Int) {
    #expect(text.displayWidth == columns)
  }

  @Test(
    "Cutting keeps to the width and to whole characters",
    arguments: [
      ("abcdef", 6, "abcdef"), ("abcdef", 5, "abcd…"), ("ab cdef", 4, "ab…"), ("閉じる", 6, "閉じる"), ("閉じる", 5, "閉じ…"),
      ("閉じる", 4, "閉…"),
      ("閉じる", 1, "…"), ("👩‍👧x", 2, "…"), ("abc", 0, ""), ("", 3, ""), ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"),
    ])
  func truncation(text: String, width: Int, cut: String) {
    #expect(text.truncated(to: width) == cut)
    #expect(text.truncated(to: width).displayWidth <= width)
  }

  @Test("Padding fills up and never cuts")
  func padding() {
    #expect("閉".padded(to: 4) == "閉  ")
    #expect("7".padded(to: 3, alignRight: true) == "  7")
    #expect("long".padded(to: 2) == "long")
  }

  @Test("Words wrap at spaces, under their indent")
  func words() {
    #expect(wrap("one two three", width: 7) == ["one two", "three"])
    #expect(wrap("one two three", width: 7, indent: "  ") == ["one two", "  three"])
    #expect(wrap("a\n\nb  c", width: 10) == ["a", "", "b c"])
    #expect(wrap("", width: 10) == [""])
    #expect(wrap("one two\n\nthree", width: 6, margin: " ", indent: "  ") == [" one", "   two", "", " three"])
    #expect(wrap("p  pass, or more", width: 8, indent: "  ", keepsSpaces: true) == ["p  pass,", "  or", "  more"])
  }

  @Test("A name that fits a line is whole, under less of an indent where it has to be", arguments: [true, false])
  func names(breakWords: Bool) {
    let lines = wrap("see home/play now", width: 10, margin: "  ", indent: "  ", breakWords: breakWords)
    #expect(lines == ["  see", " home/play", "    now"])
    #expect(wrap("home/play", width: 9, margin: "  ", breakWords: breakWords) == ["home/play"])
  }

  @Test("A word wider than a line is broken, or stands whole where it must be copied")
  func longWords() {
    #expect(wrap("go abcdefgh", width: 5) == ["go ab", "cdefg", "h"])
    #expect(wrap("go abcdefgh on", width: 5, breakWords: false) == ["go", "abcdefgh", "on"])
    #expect(wrap("閉じるボタン", width: 5) == ["閉じ", "るボ", "タン"])
    #expect(wrap("abcd", width: 2, indent: "    ") == ["ab", "cd"])
  }

  @Test("No wrapped line is wider than asked", arguments: [1, 2, 5, 20, 59, 80])
  func neverWider(width: Int) {
    for (name, text) in Hostile.texts where text.utf8.count < 1_000 {
      let shown = TerminalText(escaping: text).text
      let widest = wrap(shown, width: width, indent: "  ").map(\.displayWidth).max() ?? 0
      // A character of two columns cannot be broken for a line of one.
      #expect(widest <= max(width, 2), "\(name)")
    }
  }

  @Test("A megabyte wraps without losing a character")
  func megabyte() {
    let lines = wrap(Hostile.megabyte, width: 80)
    #expect(lines.joined(separator: " ") + " " == Hostile.megabyte)
  }
}

@Suite("Words and numbers")
struct WordsTests {
  @Test(
    "Percentages are rounded down and 100 means all",
    arguments: [
      (0, 0, "no data"), (0, 5, "0%"), (5, 5, "100%"), (999, 1_000, "99%"), (10, 12, "83%"), (1, 1_000, "0%"),
      (2, 3, "66%"), (29, 100, "29%"), (Int.max - 1, Int.max, "99%"), (Int.max, Int.max, "100%"), (3, 2, "no data"),
      (-1, 2, "no data"), (1, -2, "no data"),
    ])
  func percent(part: Int, total: Int, text: String) {
    #expect(Percent(of: part, total).text == text)
  }

  @Test("A percentage is spelled out for a screen reader")
  func percentWords() {
    #expect(Percent(of: 10, 12).words == "83 percent")
    #expect(Percent(of: 0, 0).words == "no data")
  }

  @Test("Outcomes and severities have their words")
  func words() {
    let outcomes = ["pass", "fail", "na", "cant-tell", "untested", "later"].map { OutcomeWords.word($0) }
    #expect(outcomes == ["PASS", "FAIL", "N/A", "CAN'T TELL", "UNTESTED", "later"])
    #expect((1...5).map { SeverityWords.word($0) } == ["critical", "serious", "moderate", "minor", "severity 5"])
    #expect(SeverityWords.word(.serious, isUsual: true) == "serious (default)")
  }

  @Test("Colour is off unless enabled, ends where it began, and is one of the 16", arguments: Theme.Role.allCases)
  func painter(role: Theme.Role) {
    #expect(Styler(enabled: false).paint("PASS", role) == "PASS")
    let painted = Styler(enabled: true).paint("PASS", role)
    #expect(painted == "PASS" || painted.hasPrefix("\u{1b}[") && painted.hasSuffix("mPASS\u{1b}[0m"))
    #expect(Styler(enabled: true).paint("", role) == "")
    #expect(!painted.contains("38;"))
  }
}
