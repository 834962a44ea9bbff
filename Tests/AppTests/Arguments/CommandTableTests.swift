import Testing

@testable import App
@testable import CommandLine

@Suite("The table of commands")
struct CommandTableTests {
  /// Every command and subcommand with the words that lead to it.
  static let everything: [(path: [String], command: CommandSpec)] = {
    var found: [(path: [String], command: CommandSpec)] = []
    func add(_ command: CommandSpec, _ path: [String]) {
      found.append((path, command))
      for below in command.subcommands { add(below, path + [below.name]) }
    }
    for command in CommandTable.a11y.all { add(command, [command.name]) }
    return found
  }()

  static let visible = everything.filter { !$0.command.isHidden }

  @Test("Rows are named like the commands they make")
  func names() {
    #expect(CommandTable.a11y.names == CommandTable.a11y.all.map(\.name))
    #expect(CommandTable.a11y.visibleNames == CommandTable.a11y.all.filter { !$0.isHidden }.map(\.name))
    #expect(Set(CommandTable.a11y.names).count == CommandTable.a11y.names.count)
  }

  @Test(
    "The commands of the contract are there",
    arguments: [
      "init", "new", "edit", "log", "undo", "redo", "show", "status", "list", "trend", "gate", "help", "completion",
      "demo",
      "doctor", "backup", "config", "calc", "suggest", "resolve", "export", "import", "sync", "verify", "erase", "tap",
      "walk",
      "worksheet",
    ])
  func contract(name: String) {
    #expect(CommandTable.a11y.command(named: name)?.name == name)
  }

  @Test("Every command has a summary and an example of its own", arguments: visible.map(\.path))
  func documented(path: [String]) throws {
    let command = try #require(CommandTable.a11y.command(at: path)).command
    #expect(isPhrase(command.summary), "\(command.summary)")
    #expect(!CommandTexts.a11y[Self.line(path)].examples.isEmpty)
    for positional in command.positionals { #expect(isPhrase(positional.doc), "\(positional.name)") }
    for flag in command.flags + GlobalFlags.all { #expect(isPhrase(flag.doc), "\(flag.name.long)") }
  }

  private static func line(_ path: [String]) -> String { (["a11y"] + path).joined(separator: " ") }

  @Test("Texts are about commands that there are, and know what stands in their places")
  func texts() {
    let titles = CommandTexts.a11y.lines.filter { $0.hasPrefix("# ") }.map { String($0.dropFirst(2)) }
    #expect(Set(titles).isSubset(of: Set(Self.visible.map { Self.line($0.path) })) && Set(titles).count == titles.count)
    #expect(!CommandTexts.a11y.lines.contains { $0.contains("{{") })
  }

  @Test("Examples parse", arguments: visible.flatMap { CommandTexts.a11y[line($0.path)].examples.map(\.term) })
  func examples(line: String) throws {
    let words = ExampleLine.words(line)
    #expect(words.first == "a11y")
    _ = try ArgumentParser.parse(Array(words.dropFirst()), .a11y)
  }

  @Test("A command's flags have different names and letters", arguments: everything.map(\.path))
  func distinctFlags(path: [String]) throws {
    let flags = try #require(CommandTable.a11y.command(at: path)).command.flags + GlobalFlags.all
    #expect(Set(flags.map(\.name)).count == flags.count)
    let letters = flags.compactMap(\.short)
    #expect(Set(letters).count == letters.count)
    #expect(letters.allSatisfy { $0.properties.isAlphabetic && $0.isASCII })
  }

  @Test("A flag is written and completed alike in every command")
  func sameFlags() {
    var known: [FlagName: FlagSpec] = [:]
    for flag in GlobalFlags.all + CommandTableTests.everything.flatMap(\.command.flags) {
      guard let other = known.updateValue(flag, forKey: flag.name) else { continue }
      #expect(other.short == flag.short, "\(flag.name)")
      // What nobody has signed is a policy of a tracker, and a decision about one bundle; a part is taken in, or told of.
      #expect(other.isSwitch == flag.isSwitch || [.unsigned, .partial].contains(flag.name), "\(flag.name)")
      // A value of another name is another thing: the day or the bundle since when, what to group or to go by.
      guard other.value == flag.value else { continue }
      #expect(other.completes == flag.completes, "\(flag.name)")
      #expect(other.choices == flag.choices, "\(flag.name)")
    }
    #expect(Set(FlagName.allCases) == Set(known.keys), "a flag name without a flag")
  }

  @Test("Only the last positional takes more than one, and none that must be given follows one that need not")
  func positionalOrder() {
    for (path, command) in CommandTableTests.everything {
      for (left, right) in zip(command.positionals, command.positionals.dropFirst()) {
        #expect(left.arity != .many, "\(path)")
        #expect(left.arity == .one || right.arity != .one, "\(path)")
      }
    }
  }

  private func isPhrase(_ text: String) -> Bool {
    guard let last = text.last else { return false }
    return last != "." && !text.contains("\n") && text.unicodeScalars.allSatisfy { !MessageText.isDangerous($0) }
  }

  @Test("Every word from another program leads to something that is there, and is itself nothing")
  func otherWords() {
    let flags = FlagName.allCases.map(\.long)
    let outcomes = ["pass", "fail", "na", "cant-tell", "critical", "serious", "moderate", "minor"]
    let commands = CommandTable.a11y.visibleNames
    for (word, meant) in OtherWords.table {
      #expect(!meant.isEmpty && meant.allSatisfy((flags + outcomes + commands).contains), "\(word)")
      #expect(!(outcomes + commands).contains(word), "\(word)")
      #expect(word == word.lowercased(), "\(word)")
    }
  }
}
