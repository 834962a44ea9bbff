import Base
import Reports
import Testing

@Suite("Pages")
struct PageTests {
  static func page(_ text: String = "a sentence that is long enough to be wrapped somewhere") -> Page {
    Page(
      title: "sign-in/close-button",
      sections: [
        PageSection(nil, [.fact("Kind", "icon-button"), .fact("Owner", ""), .names("Checks", ["a.b", "c.d"])]),
        PageSection("Empty", [.fact("Nothing", ""), .names("None", [])]),
        PageSection("How it stands", [.text(text), .rate("Compliance", 1, of: 3, "judged pass")]),
        PageSection(
          "Failing",
          [
            .row(
              PageRow(
                outcome: "fail", ["touch-target.minimum-44pt"], words: ["serious", "", "40x40"],
                details: [("Note", text), ("Empty", "")])),
            .row(PageRow(["2.5.8"], words: ["related"])),
          ]),
      ])
  }

  @Test("Steps have a line each, below one another; a listener hears them as one sentence")
  func steps() {
    let how = "1. Turn on VoiceOver in the settings. 2. Listen to each control of the screen twice."
    let items: [PageItem] = [.steps("How to test", how), .steps("Once", "Look.")]
    let page = Page(title: "check", sections: [PageSection(nil, items)])
    #expect(
      page.text(width: 60) == """
        check

        How to test  1. Turn on VoiceOver in the settings.
                     2. Listen to each control of the screen twice.
        Once         Look.

        """)
    #expect(
      page.text(width: 40) == """
        check

        How to test:
        1. Turn on VoiceOver in the settings.
        2. Listen to each control of the screen
           twice.
        Once: Look.

        """)
    #expect(page.plain == "check.\nHow to test: \(how)\nOnce: Look.\n")
    let lines = page.markdown.split(separator: "\n").filter { $0.contains("How to test") }
    let steps = ["1\\. Turn on VoiceOver in the settings.", "2\\. Listen to each control of the screen twice."]
    #expect(lines == ["- **How to test**: \(steps.joined(separator: "<br>"))"])
  }

  @Test("On a terminal labels stand in a column, and what is empty is left out")
  func text() {
    #expect(
      PageTests.page().text(width: 60) == """
        sign-in/close-button

        Kind    icon-button
        Checks  a.b, c.d

        How it stands
          a sentence that is long enough to be wrapped somewhere
          Compliance  33%, 1 of 3 judged pass

        Failing
          FAIL  touch-target.minimum-44pt  serious, 40x40
              Note: a sentence that is long enough to be wrapped
                somewhere
          2.5.8  related

        """)
  }

  @Test("For a screen reader each fact is one line, and percent is a word")
  func plain() {
    #expect(
      PageTests.page("words").plain == """
        sign-in/close-button.
        Kind: icon-button.
        Checks: a.b, c.d.
        How it stands.
        words.
        Compliance: 33 percent, 1 of 3 judged pass.
        Failing.
        Item 1 of 2. touch-target.minimum-44pt: FAIL. serious, 40x40. Note: words.
        Item 2 of 2. 2.5.8. related.

        """)
  }

  @Test("Markdown has headings and lists")
  func markdown() {
    #expect(
      PageTests.page("*words*").markdown == """
        ## sign-in/close-button

        - **Kind**: icon-button
        - **Checks**: `a.b`, `c.d`

        ### How it stands

        \\*words\\*

        - **Compliance**: 33%, 1 of 3 judged pass

        ### Failing

        - **FAIL** `touch-target.minimum-44pt` serious, 40x40<br>Note: \\*words\\*
        - `2.5.8` related

        """)
  }

  @Test("No text acts in any form", arguments: Hostile.texts.indices)
  func hostile(index: Int) {
    let (name, text) = Hostile.texts[index]
    var page = PageTests.page(text)
    page.title = text
    page.sections.append(
      PageSection("More", [.fact("Text", text), .names("Names", [text]), .row(PageRow([text], words: [text]))]))
    // What was compared stands in a heading, the build that a figure is of in a label.
    page.sections.append(
      PageSection(text, [.fact(text, "words"), .names(text, ["name"]), .rate(text, 1, of: 2, "judged pass")]))
    for width in [20, 40, 80] {
      #expect(Hostile.harm(in: page.text(width: width)).isEmpty, "\(name)")
    }
    #expect(Hostile.harm(in: page.plain).isEmpty, "\(name)")
    #expect(Hostile.harm(in: page.markdown, allowing: [9]).isEmpty, "\(name)")
  }

  @Test("No line is wider than the terminal, but for names", arguments: [20, 40, 59, 60, 80, 120])
  func widths(width: Int) {
    for line in PageTests.page().text(width: width).split(separator: "\n") {
      #expect(String(line).displayWidth <= width || line.contains("touch-target.minimum-44pt"), "\(line)")
    }
  }

  @Test("A key is whole on a line of its own, wherever it stands, as long as a line has room for it")
  func keys() {
    let key = "reduce-motion.press-feedback-alternative"
    var page = Page(title: "Keys")
    page.sections = [
      PageSection("Failing", [.row(PageRow(outcome: "untested", [key, key], words: ["see \(key)"]))]),
      PageSection("About", [.fact("Screens and more", "it is \(key)"), .text("It is \(key)"), .names("All", [key])]),
    ]
    for width in [key.utf8.count, 60, 80] {
      let lines = page.text(width: width).split(separator: "\n")
      #expect(lines.allSatisfy { $0.count <= width }, "\(lines)")
      #expect(lines.flatMap { $0.split(separator: " ") }.count { $0 == key } == 6, "\(lines)")
    }
  }
}
