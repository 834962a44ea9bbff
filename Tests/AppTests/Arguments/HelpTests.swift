import Audit
import Base
import Testing

@testable import App
@testable import CommandLine

@Suite("Help")
struct HelpTests {
  static let documents: [HelpDocument] =
    [Overview.document()] + CommandGroup.allCases.map(Overview.document(of:)) + HelpTopics.all.map(\.document)
    + CommandTableTests.visible.map { CommandHelp.document(for: $0.command, path: $0.path, .a11y) }

  private func style(width: Int = 80, isPlain: Bool = false, hasColor: Bool = false) -> TerminalStyle {
    TerminalStyle(hasColor: hasColor, isPlain: isPlain, width: width)
  }

  @Test("Help of a command names all its flags, arguments and kinds", arguments: CommandTableTests.visible.map(\.path))
  func complete(path: [String]) throws {
    let world = TestWorld()
    #expect(world.run(bytes: (path + ["--help"]).map { Array($0.utf8) }) == 0)
    let text = world.outputText
    let command = try #require(CommandTable.a11y.command(at: path)).command
    for flag in command.flags + CommandHelp.global(of: command) {
      #expect(text.contains(flag.heading), "\(flag.heading)")
    }
    for positional in command.positionals { #expect(text.contains(positional.name)) }
    for below in command.subcommands { #expect(text.contains(below.name)) }
    let other = TestWorld()
    #expect(other.run(bytes: (["help"] + path).map { Array($0.utf8) }) == 0)
    #expect(other.outputText == text)
  }

  @Test("The glossary has each state of a finding", arguments: FindingLife.State.allCases)
  func states(state: FindingLife.State) {
    let world = TestWorld()
    #expect(world.run("help", "glossary") == 0)
    #expect(world.outputText.split(separator: "\n").contains { $0.hasPrefix("  \(state.rawValue) ") })
  }

  @Test("The help of trend has each reason of a change", arguments: ChangeClass.allCases)
  func reasons(reason: ChangeClass) throws {
    let world = TestWorld()
    #expect(world.run("trend", "--help") == 0)
    let help = world.outputText.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let line = try #require(help.split(separator: "gives the reason for each change:").last)
    let word: Substring = reason == .freshAgain ? "no longer stale" : reason.rawValue.split(separator: "-").last ?? ""
    #expect(line.contains(word), "\(reason)")
  }

  @Test("Examples come first")
  func examplesFirst() {
    for (path, command) in CommandTableTests.visible {
      #expect(CommandHelp.document(for: command, path: path, .a11y).sections.first?.title == "Examples")
    }
  }

  @Test(
    "The topics of the contract are there",
    arguments: [
      "keys", "formats", "exit-codes", "environment", "accessibility", "query", "privacy", "catalog", "glossary",
    ])
  func topics(name: String) {
    let world = TestWorld()
    #expect(world.run("help", name) == 0)
    #expect(world.outputText.utf8.count > 600)
    #expect(world.errorText == "")
  }

  @Test("Every command that help speaks of exists, and so does its kind")
  func mentionedCommands() {
    for document in HelpTests.documents {
      let words = HelpText.render(document, style: style(isPlain: true)).split { " \n\"(".contains($0) }
      for (word, next) in zip(words, words.dropFirst()) where word == "a11y" {
        let name = String(next.prefix { $0.isLowercase || $0 == "_" })
        let isPlaceholder = name.isEmpty || next == "completion:" || next == "for"
        #expect(isPlaceholder || CommandTable.a11y.command(named: name) != nil, "a11y \(next) in \(document.title)")
      }
    }
  }

  @Test("Every exit code, query word, setting and format is explained")
  func explained() {
    func text(_ topic: HelpTopic) -> String { HelpText.render(topic.document, style: style(isPlain: true)) }
    for code in ExitCode.allCases { #expect(text(.exitCodes).contains("\n\(code.rawValue): ")) }
    for word in QueryWord.allCases { #expect(text(.query).contains("\n\(word.rawValue): ")) }
    for key in SettingKey.allCases { #expect(text(.environment).contains("\n\(key.rawValue): ")) }
    for format in OutputFormat.allCases { #expect(text(.formats).contains("\n\(format.rawValue): ")) }
    for topic in HelpTopics.all { #expect(!text(topic).contains("{{"), "a place of \(topic.name) is not filled") }
  }

  @Test("Running text fits the width; what is to be copied is never cut", arguments: [20, 40, 59, 60, 80, 100, 200])
  func width(columns: Int) {
    for document in HelpTests.documents {
      for line in HelpText.render(document, style: style(width: columns)).split(separator: "\n") {
        let fits = line.count <= min(columns, 100)
        // A line that is too long is one word that cannot be broken, or a term or command line.
        let isTerm = line.hasPrefix("  ") && !line.hasPrefix("      ")
        #expect(
          fits || isTerm || line.split(separator: " ").count == 1,
          "\(document.title): \(line)")
      }
    }
  }

  @Test("Plain help has no columns, no escapes, and the words of the other form")
  func plain() {
    for document in HelpTests.documents {
      let plain = HelpText.render(document, style: style(isPlain: true))
      #expect(!plain.split(separator: "\n").contains { $0.hasPrefix(" ") || $0.contains("   ") })
      #expect(!plain.unicodeScalars.contains("\u{1B}"))
      let colored = HelpText.render(document, style: style(width: 1_000, hasColor: true))
      #expect(colored.contains("\u{1B}[1m"))
    }
  }

  @Test("No arguments give the overview on standard output, and 0")
  func overview() {
    let world = TestWorld()
    #expect(world.run() == 0)
    let words = world.outputText.split { " ,\n".contains($0) }
    for name in CommandTable.a11y.visibleNames { #expect(words.contains { $0 == name }, "\(name)") }
    for topic in HelpTopics.all { #expect(words.contains { $0 == topic.name }, "\(topic.name)") }
    #expect(!world.outputText.contains("__complete"))
    #expect(world.errorText == "")
  }

  @Test("The overview fits a terminal of 80x24, with a line left for the prompt", arguments: [[], ["help"]])
  func screen(arguments: [String]) {
    let world = TestWorld()
    #expect(world.run(bytes: (arguments + ["--width", "80"]).map { Array($0.utf8) }) == 0)
    let lines = world.outputText.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    #expect(lines.count <= 23)
    #expect(lines.allSatisfy { $0.count <= 80 })
  }

  @Test("Every command is in the page of its group, with its summary", arguments: CommandGroup.allCases)
  func groups(group: CommandGroup) {
    let world = TestWorld()
    #expect(world.run("help", group.rawValue, "--plain") == 0)
    let lines = world.outputText.split(separator: "\n")
    for command in CommandTable.a11y.visible {
      #expect(lines.contains { $0 == "\(command.name): \(command.summary)" } == (command.group == group))
    }
    #expect(CommandTable.a11y.command(named: group.rawValue) == nil, "a command hides the group")
    #expect(!HelpTopics.all.contains { $0.name == group.rawValue }, "a topic hides the group")
  }

  @Test("The glossary has each term once, with a meaning in sentences")
  func glossary() {
    let entries = HelpTopic.glossary.document.sections.flatMap(\.blocks).flatMap { block in
      if case .entries(let entries) = block { entries } else { [] as [HelpDocument.Entry] }
    }
    let terms = entries.map(\.term)
    #expect(Set(terms).count == terms.count)
    #expect(entries.allSatisfy { $0.text.hasSuffix(".") && $0.text.first?.isUppercase == true })
    for term in [
      "tracker", "component", "check", "checklist", "audit", "condition", "item", "result", "outcome", "status",
      "evaluated", "applicable", "compliance", "coverage", "finding", "severity", "default severity", "waived", "stale",
      "disputed", "contradicted", "conflict", "resolve", "needs retest", "tool finding", "best practice", "evidence",
      "bundle", "entry",
      "machine", "release check", "baseline", "first-tap test", "session", "participant code", "consent", "assent",
    ] {
      #expect(terms.contains(term), "\(term)")
    }
  }

  @Test("Help on nothing that exists is not found, with a suggestion")
  func unknown() {
    let world = TestWorld()
    #expect(world.run("help", "qurey") == 3)
    #expect(world.errorText.contains("Did you mean query?"))
    #expect(world.run("help", "new", "thing") == 2)
  }
}
