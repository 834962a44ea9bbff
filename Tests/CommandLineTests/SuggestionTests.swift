import Base
import Testing

@testable import CommandLine

@Suite("Did you mean")
struct SuggestionTests {
  @Test(
    "The distance counts swapped neighbours once",
    arguments: [
      ("stauts", "status", 1), ("", "abc", 3), ("abc", "", 3), ("same", "same", 0), ("ca", "abc", 3),
      ("kitten", "sitting", 3),
    ])
  func distance(left: String, right: String, expected: Int) {
    #expect(Slips.between(Array(left.utf8), Array(right.utf8)) == expected)
  }

  @Test(
    "Near names are offered, far ones are not",
    arguments: [
      ("stauts", ["status"]), ("STATUS", ["status"]), ("lsit", ["list"]), ("comp", ["completion"]), ("xyzzy", []),
      ("", []), ("undp", ["undo"]), ("rndo", ["undo", "redo"]),
    ])
  func nearest(typed: String, expected: [String]) {
    let names = ["log", "undo", "redo", "show", "status", "list", "completion"]
    #expect(Suggestion.nearest(to: typed, among: names) == expected)
  }

  @Test(
    "A word from another program leads to the one that is meant here, where there is one",
    arguments: [
      ("passed", ["pass"]), ("N/A", ["na"]), ("high", ["serious"]), ("ls", ["list"]), ("--note", ["--message"]),
      ("delete", ["undo"]), ("5", []), ("add", []),
    ])
  func meant(typed: String, expected: [String]) {
    let names = ["pass", "fail", "na", "1", "2", "serious", "list", "undo", "--message"]
    #expect(Suggestion.nearest(to: typed, among: names) == expected)
  }

  @Test("A megabyte is near to nothing, at once")
  func long() {
    #expect(Suggestion.nearest(to: String(repeating: "a", count: 1 << 20), among: ["a"]) == [])
  }
}
