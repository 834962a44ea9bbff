import Testing

@testable import Base
@testable import Reports

@Suite("YAML")
struct YAMLTextTests {
  @Test("Maps, lists and texts stand in block form, and every text is quoted")
  func form() {
    let document = YAMLText.map([
      ("title", .string("no: \"yes\"")), ("empty", .list([])), ("nothing", .map([])), ("off", .bool(false)),
      (
        "rows",
        .list([
          .map([("num", .string("1.1")), ("parts", .list([.string("a"), .map([("b", .string("c"))])]))]),
          .string("last"),
        ])
      ),
    ])
    #expect(
      document.render() == #"""
        title: "no: \"yes\""
        empty: []
        nothing: {}
        off: false
        rows:
          - num: "1.1"
            parts:
              - "a"
              - b: "c"
          - "last"

        """#)
  }

  @Test("Whatever acts instead of being seen is an escape, and nothing else is changed")
  func escapes() {
    let text = "a\u{0}\u{1b}\u{85}\u{202e}\u{e0001}\n\t\r\\"
    #expect(YAMLText.quoted(text) == #""a\x00\x1b\x85\u202e\U000e0001\n\t\r\\""#)
    #expect(YAMLText.quoted("é 日本 👩‍👧") == "\"é 日本 👩‍👧\"")
  }

  @Test("Hostile texts stay on their line", arguments: Hostile.texts.indices)
  func hostile(index: Int) {
    let text = YAMLText.map([("note", .string(Hostile.texts[index].text))]).render()
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count == 2)
    #expect(Hostile.harm(in: text).isEmpty)
  }
}
