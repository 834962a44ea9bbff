import Base
import Testing

@Suite("Counts for readers")
struct CountingTests {
  @Test(
    "There is a comma between the thousands",
    arguments: [
      (0, "0"), (7, "7"), (999, "999"), (1000, "1,000"), (1280, "1,280"), (-999, "-999"), (-1280, "-1,280"),
      (70400, "70,400"), (100_000, "100,000"), (1_234_567, "1,234,567"), (Int.max, "9,223,372,036,854,775,807"),
      (Int.min, "-9,223,372,036,854,775,808"),
    ])
  func digits(count: Int, text: String) {
    #expect(counted(count) == text)
    #expect(counted(count, "item") == text + " items")
    #expect(counted(count, of: count) == "\(text) of \(text)")
    #expect(counted([(count, "PASS")]) == (count > 0 ? "\(text) PASS" : ""))
  }

  @Test(
    "A text is cut between characters, and dots say so",
    arguments: [
      ("", ""), ("abcdefgh", "abcdefgh"), ("abcdefghi", "abcde..."), ("aaaa\u{e9}bcd", "aaaa..."),
      ("aaa\u{e9}bcde", "aaa\u{e9}..."), ("\u{1f600}\u{1f600}\u{1f600}", "\u{1f600}..."),
    ])
  func cut(text: String, shown: String) {
    #expect(text.cut(to: 8) == shown && shown.utf8.count <= 8)
  }
}
