import Testing

@testable import App
@testable import CommandLine

@Suite("Completion scripts")
struct CompletionTests {
  static let shells = ["bash", "zsh", "fish"]

  private func script(_ shell: String) throws -> String {
    let world = TestWorld()
    #expect(world.run("completion", shell) == 0)
    return world.outputText
  }

  @Test("A script names every command, kind and flag", arguments: shells)
  func complete(shell: String) throws {
    let text = try script(shell)
    for (path, command) in CommandTableTests.visible {
      #expect(text.contains("/" + path.joined(separator: "/")), "\(path)")
      for flag in command.flags + GlobalFlags.all {
        #expect(text.contains(shell == "fish" ? "-l \(flag.name.rawValue) " : flag.name.long), "\(flag.name)")
        for choice in flag.choices { #expect(text.contains(choice)) }
      }
    }
  }

  @Test("The shell itself accepts its script", arguments: shells)
  func syntax(shell: String) throws {
    guard let path = Shell.find(shell) else { return }
    let (code, text) = try Shell.run(path, ["-n", "/dev/stdin"], input: try script(shell))
    #expect(code == 0)
    #expect(text == "")
  }

  @Test(
    "bash offers what fits the place",
    arguments: [
      (["a11y", "sta"], "status"), (["a11y", "new", "comp"], "component"),
      (["a11y", "--db", "log", "new", "wai"], "waiver"), (["a11y", "log", "cant"], "cant-tell"),
      (["a11y", "log", "--sev"], "--severity"), (["a11y", "log", "fail", "--severity", "cri"], "critical"),
      (["a11y", "new", "component", "k", "--prof"], "--profile"), (["a11y", "--color", "alw"], "always"),
      (["a11y", "help", "exit"], "exit-codes"), (["a11y", "help", "exch"], "exchange"),
      (["a11y", "help", "glo"], "glossary"), (["a11y", "log", "pass", "voice"], "voiceover.label-present"),
    ])
  func bash(words: [String], expected: String) throws {
    let path = try #require(Shell.find("bash"))
    let typed = words.map { "'\($0)'" }.joined(separator: " ")
    let test = """
      a11y() { echo 'voiceover.label-present'; }
      COMP_WORDS=( \(typed) ); COMP_CWORD=\(words.count - 1)
      _a11y; printf '%s\\n' "${COMPREPLY[@]}"
      """
    let (code, text) = try Shell.run(path, ["/dev/stdin"], input: try script("bash") + test)
    #expect(code == 0)
    #expect(text == expected + "\n")
  }

  @Test("fish offers what fits the place", .enabled(if: Shell.find("fish") != nil))
  func fish() throws {
    let path = try #require(Shell.find("fish"))
    let test = """
      complete -C 'a11y sta' | string split -f1 \\t
      complete -C 'a11y --db log new wai' | string split -f1 \\t
      complete -C 'a11y log cant' | string split -f1 \\t
      complete -C 'a11y log fail --severity cri' | string split -f1 \\t
      complete -C 'a11y new component k --prof' | string split -f1 \\t
      """
    let (_, text) = try Shell.run(path, ["--no-config", "/dev/stdin"], input: try script("fish") + test)
    #expect(text == "status\nwaiver\ncant-tell\ncritical\n--profile\n")
  }

  @Test("Names for the shell are harmless words that begin with what was typed")
  func names() throws {
    let names = ["sign-in/a", "sign-in/$(id)", "sign in", "other", "sign-in/`x`", "sign-in/\u{1B}", ""]
    let spec = CompleteCommand.spec { _, kind, _ in kind == .component ? names : [] }
    let test = TestWorld()
    let world = test.world()
    let arguments = ParsedArguments(
      command: spec, path: ["__complete"], positionals: ["component", "sign"], given: [])
    let context = Context(world: world, arguments: arguments, output: world.output, writesToStandardOutput: true)
    #expect(try spec.run(context) == .done)
    try world.output.flush()
    #expect(test.outputText == "sign-in/a\n")
  }

  @Test("A provider that fails, and a kind that does not exist, offer nothing and say nothing")
  func noNames() throws {
    let world = TestWorld()
    #expect(world.run("__complete", "nonsense", "x") == 0)
    #expect(world.outputText + world.errorText == "")
  }
}
