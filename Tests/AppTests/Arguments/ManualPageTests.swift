import Base
import Testing

@testable import App
@testable import CommandLine

@Suite("Manual pages")
struct ManualPageTests {
  private let pages = HelpCommand.manual

  @Test("Each command, kind and topic has one, with its flags, and the first names them all")
  func complete() throws {
    func escaped(_ text: String) -> String { text.split(separator: "-").joined(separator: "\\-") }
    for (path, command) in CommandTableTests.visible {
      let name = (["a11y"] + path).joined(separator: "-")
      let page = try #require(pages.first { $0.name == name && $0.section == 1 }, "\(name)").text
      #expect(page.contains(".SH NAME\n\(escaped(name)) \\- "))
      for flag in command.flags + CommandHelp.global(of: command) {
        #expect(page.contains(escaped(flag.name.long)), "\(flag.name)")
      }
      #expect(pages[0].text.contains(".BR \"\(escaped(name))\" (1)"))
    }
    for topic in HelpTopics.all {
      #expect(pages.contains { $0.name == "a11y-\(topic.name)" && $0.section == 7 })
      #expect(pages[0].text.contains(".BR \"\(escaped("a11y-\(topic.name)"))\" (7)"))
    }
    #expect(Set(pages.map { "\($0.name)(\($0.section))" }).count == pages.count)
    #expect(!pages.contains { $0.text.contains("__complete") })
  }

  @Test("No line of text is taken for a request")
  func requests() {
    let known: Set<Substring> = [".TH", ".SH", ".SS", ".PP", ".TP", ".B", ".BR", ".nf", ".fi", ".nh", ".ad"]
    for line in pages.flatMap({ $0.text.split(separator: "\n") }) where line.hasPrefix(".") || line.hasPrefix("'") {
      #expect(known.contains(line.prefix { $0 != " " }), "\(line)")
    }
  }

  @Test(
    "groff has nothing to say about them, and each has less than 400 lines", .enabled(if: Shell.find("groff") != nil))
  func groff() throws {
    let path = try #require(Shell.find("groff"))
    for page in pages {
      let words = ["-man", "-Tutf8", "-ww", "-Kutf8", "-rLL=80n"]
      #expect(try Shell.run(path, words + ["-z"], input: page.text) == (0, ""), "\(page.name)")
      let text = try Shell.run(path, words, input: page.text).text
      #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count < 400, "\(page.name)")
    }
  }
}
