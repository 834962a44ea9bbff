import Testing

@testable import Arguments
@testable import AuditCommands

@Suite("The manual page")
struct ManualPageTests {
  @Test("It names every command, flag, topic and exit code")
  func complete() {
    let page = HelpCommand.manual
    for (path, command) in CommandTableTests.visible {
      let name = path.joined(separator: " ").split(separator: "-").joined(separator: "\\-")
      #expect(page.contains(".SS \"a11y \(name)\""), "\(name)")
      for flag in command.flags + GlobalFlags.all {
        #expect(page.contains(flag.name.long.split(separator: "-").joined(separator: "\\-")), "\(flag.name)")
      }
    }
    for topic in HelpTopics.all {
      #expect(page.contains(".SH \"\(topic.name.uppercased().split(separator: "-").joined(separator: "\\-"))\""))
    }
    #expect(!page.contains("__complete"))
  }

  @Test("No line of text is taken for a request")
  func requests() {
    let known: Set<Substring> = [".TH", ".SH", ".SS", ".PP", ".TP", ".B", ".nf", ".fi"]
    for line in HelpCommand.manual.split(separator: "\n") where line.hasPrefix(".") || line.hasPrefix("'") {
      #expect(known.contains(line.prefix { $0 != " " }), "\(line)")
    }
  }

  @Test("groff has nothing to say about it", .enabled(if: Shell.find("groff") != nil))
  func groff() throws {
    let path = try #require(Shell.find("groff"))
    let (code, text) = try Shell.run(path, ["-man", "-Tutf8", "-ww", "-z", "-Kutf8"], input: HelpCommand.manual)
    #expect(code == 0)
    #expect(text == "")
  }
}
