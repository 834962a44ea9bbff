import Testing

@testable import App
@testable import CommandLine

@Suite("The argument parser")
struct ArgumentParserTests {
  private func parse(_ tokens: [String]) throws -> ParsedArguments {
    let request = try ArgumentParser.parse(tokens, .a11y)
    guard case .run(let arguments) = request else { throw Problem.usage("test", "this line does not run") }
    return arguments
  }

  private func problem(_ tokens: [String]) throws -> Problem {
    try #require(throws: Problem.self) { try ArgumentParser.parse(tokens, .a11y) }
  }

  @Test("A subcommand that may be written as a flag is the same command, and no other is")
  func flagForm() throws {
    let arguments = try parse(["tap", "--page", "close-44", "-o", "page.html"])
    #expect(arguments.path == ["tap", "page"] && arguments.positionals == ["close-44"])
    #expect(try problem(["tap", "--report"]).exitCode == .usage)
    #expect(try problem(["tap", "--page=close-44"]).exitCode == .usage)
  }

  @Test(
    "A value may be written in every usual way",
    arguments: [
      ["log", "pass", "c", "k", "--severity", "2"], ["log", "pass", "c", "k", "--severity=2"],
      ["log", "-s", "2", "pass", "c", "k"], ["log", "-s2", "pass", "c", "k"], ["log", "pass", "-s=2", "c", "k"],
      ["log", "pass", "c", "k", "-qs2"], ["log", "pass", "c", "k", "-yqs", "2"],
      ["-q", "log", "pass", "c", "k", "-s", "2"],
    ])
  func spellings(tokens: [String]) throws {
    let arguments = try parse(tokens)
    #expect(arguments.string(.severity) == "2")
    #expect(arguments.positionals == ["pass", "c", "k"])
    #expect(arguments.path == ["log"])
  }

  @Test("The name of the output file says its form, where no flag does")
  func formOfFile() throws {
    #expect(try parse(["list", "items", "-o", "rows.csv"]).string(.format) == "csv")
    #expect(try parse(["status", "-o", "out.d/STATUS.JSON"]).string(.format) == "json")
    for words in [["report", "-o", "r.html"], ["trend", "-o", "r.html"], ["tap", "report", "-o", "r.html"]] {
      let arguments = try parse(words)
      #expect(arguments.string(.html) == "r.html" && !arguments.has(.output), "\(words)")
    }
    #expect(try parse(["report", "--portfolio", "apps", "-o", "rows.csv"]).string(.format) == "csv")
    for words in [
      ["list", "items", "-o", "rows.txt"], ["list", "items", "-o", "rows.csv", "--plain"],
      ["status", "-o", "rows.csv"], ["report", "--issues", "ndjson", "-o", "tickets.json"],
      ["report", "--portfolio", "apps", "-o", "p.html"],
      ["export", "-o", "all.a11y.json"], ["worksheet", "-o", "sheet.html"], ["list", "items", "-o", "page.html"],
      ["list", "items", "-o", "a.csv/rows"], ["list", "items", "-o", "-"],
    ] {
      let arguments = try parse(words)
      #expect(arguments.string(.format) == nil && arguments.has(.output) && !arguments.has(.html), "\(words)")
    }
    #expect(try parse(["list", "items", "-o", "rows.csv", "--json"]).string(.format) == nil)
    let printed = try parse(["report", "-o", "r.html", "--md"])
    #expect(printed.string(.output) == "r.html" && !printed.has(.html))
  }

  @Test("Global flags may come before and after the command")
  func globalFlags() throws {
    let arguments = try parse([
      "--db", "x.db", "--plain", "new", "--json", "component", "k", "--width", "90", "--kind", "app",
    ])
    #expect(arguments.path == ["new", "component"])
    #expect(arguments.string(.db) == "x.db")
    #expect(arguments.has(.plain) && arguments.has(.json))
    #expect(try arguments.int(.width, in: 20...1_000) == 90)
  }

  @Test(
    "What is no flag is an argument",
    arguments: [
      (["log", "-"], ["-"]), (["log", "--", "pass", "--json", "-x"], ["pass", "--json", "-x"]),
      (["calc", "gap", "-4,0,44,44", "-.5,0,4,4"], ["-4,0,44,44", "-.5,0,4,4"]),
      (["list", "findings", "-owner:qa-1", "status:fail"], ["findings", "-owner:qa-1", "status:fail"]),
      (["walk", "-owner:qa-1"], ["-owner:qa-1"]), (["edit", "component", "-owner:x", "--tag", "a"], ["-owner:x"]),
      (["log", "pass", "c", "kind:toggle", "-method:manual"], ["pass", "c", "kind:toggle", "-method:manual"]),
      (["edit", "finding", "c", "-kind:toggle", "--owner", "x"], ["c", "-kind:toggle"]),
      (["list", "-severity:1 -owner:x"], ["-severity:1 -owner:x"]), (["show", "k", ""], ["k", ""]),
    ])
  func positionals(tokens: [String], expected: [String]) throws {
    let arguments: ParsedArguments
    if tokens[1] == "-" || tokens[1] == "--" {
      let request = try? ArgumentParser.parse(tokens, .a11y)
      if case .run(let parsed) = request {
        arguments = parsed
      } else {
        Issue.record("\(tokens) did not parse")
        return
      }
    } else {
      arguments = try parse(tokens)
    }
    #expect(arguments.positionals == expected)
  }

  @Test("A value may begin with a hyphen, unless it is the name of a flag")
  func hyphenValues() throws {
    #expect(try parse(["log", "fail", "-m", "- too small"]).string(.message) == "- too small")
    #expect(try parse(["log", "fail", "--value", "-5"]).string(.value) == "-5")
    #expect(try parse(["log", "fail", "--message=--json"]).string(.message) == "--json")
    #expect(try parse(["list", "--sort", "-at"]).string(.sort) == "-at")
    #expect(try problem(["log", "-", "-m", "--json"]).message.contains("before the flag --json"))
  }

  @Test("A note may begin with a word and a colon, directly after its flag")
  func gluedNote() throws {
    #expect(try parse(["log", "fail", "c", "k", "-mbroken: no label"]).string(.message) == "broken: no label")
  }

  @Test("Repeatable flags collect, with commas too")
  func repeated() throws {
    let arguments = try parse([
      "new", "component", "k", "--tag", "a, b,,c", "--tag=d", "--screen", "s", "--kind", "app",
    ])
    #expect(arguments.list(.tag) == ["a", "b", "c", "d"])
    #expect(arguments.strings(.tag) == ["a, b,,c", "d"])
    #expect(arguments.list(.screen) == ["s"])
    #expect(arguments.list(.platform) == [])
  }

  @Test(
    "What was not understood says which word and what was wanted",
    arguments: [
      (["stauts"], "command.unknown", "stauts", "Did you mean status?"),
      (["findings"], "command.unknown", "findings", "Did you mean list findings?"),
      (["component"], "command.unknown", "component", "new component"),
      (["run"], "command.unknown", "run", "Did you mean walk or tap run?"),
      (["-v"], "flag.unknown", "-v", "Did you mean --version?"),
      (["list", "findings", "--severity", "1"], "flag.unknown", "--severity", "severity:..."),
      (["new", "componant"], "command.unknown-kind", "componant", "Did you mean component?"),
      (["new"], "command.incomplete", "component, audit", "a11y new --help"),
      (["log", "--sevrity", "2"], "flag.unknown", "--sevrity", "Did you mean --severity?"),
      (["log", "-Z"], "flag.unknown", "-Z", "a11y log --help"),
      (["new", "--owner", "x", "component"], "flag.unknown", "--owner", "a11y new component --owner"),
      (["--owner", "x", "log"], "flag.unknown", "--owner", "after the name of a command"),
      (["log", "-", "--owner", "x"], "flag.unknown", "--owner", ""),
      (["log", "-", "--tester"], "flag.value-missing", "missing value for --tester; expected WHO", ""),
      (["gate", "--why"], "flag.value-missing", "expected ITEM", "Run \"a11y gate\" for what each rule found"),
      (["log", "-", "--tester", "--"], "flag.value-missing", "--tester", ""),
      (["log", "-", "--color"], "flag.value-missing", "auto, always, or never", ""),
      (["status", "--json=yes"], "flag.no-value", "unexpected value for --json", ""),
      (["log", "-", "--tester", "a", "--tester", "b"], "flag.repeated", "--tester was specified more than once", ""),
      (["log", "maybe", "c", "k"], "value.choice", "pass, fail", ""),
      (["log", "past", "c", "k"], "value.choice", "past", "Did you mean pass?"),
      (["log", "blocked", "c", "k"], "value.choice", "blocked", "Did you mean cant-tell?"),
      (["new", "component", "c", "--platform", "iOS,MacOSX"], "value.choice", "MacOSX", "Did you mean macOS"),
      (
        ["new", "component", "c", "--platform", ","], "value.choice",
        "iOS, iPadOS, macOS, tvOS, watchOS, or visionOS", ""
      ),
      (["lookup", "delete", "--platform", "iOS,macOS"], "value.choice", "iOS,macOS", ""),
      (["log", "fail", "c", "k", "-s", "5"], "value.choice", "1, 2, 3", ""),
      (["status", "extra"], "argument.extra", "extra", ""), (["log"], "argument.missing", "OUTCOME", "--help"),
      (["calc", "contrast", "red"], "argument.missing", "BACKGROUND", ""),
      (["status", "-owner:qa-1"], "argument.query", "-owner:qa-1", "--output=wner:qa-1"),
      (["edit", "note", "k", "-method:x"], "argument.query", "-method:x", "--message=ethod:x"),
      (["status", "--json", "--format", "csv"], "format.conflict", "csv", ""),
      (["status", "--format", "csv"], "format.unfit", "table, plain, json, or md", ""),
      (["status", "--format", "xml"], "value.choice", "xml", ""), ([""], "command.unknown", "\"\"", ""),
    ] as [([String], String, String, String)])
  func refused(tokens: [String], code: String, message: String, hint: String) throws {
    let problem = try problem(tokens)
    #expect(problem.exitCode == .usage)
    #expect(problem.code == code)
    #expect(problem.message.contains(message), "\(problem.message)")
    if !hint.isEmpty { #expect(problem.hints.joined(separator: " ").contains(hint), "\(problem.hints)") }
  }

  @Test("A switch may be given twice, since an alias may hold it already")
  func switchTwice() throws {
    #expect(try parse(["--plain", "status", "--plain"]).has(.plain))
  }

  @Test("Flags are not abbreviated")
  func noAbbreviation() throws {
    #expect(try problem(["log", "-", "--sev", "2"]).code == "flag.unknown")
  }

  @Test(
    "Help is given whatever else is wrong with the line",
    arguments: [
      ["log", "--help"], ["log", "--nonsense", "-h"], ["log", "-h", "--severity"],
      ["log", "pass", "--severity", "9", "--help"],
    ])
  func help(tokens: [String]) throws {
    guard case .help(let path, _) = try ArgumentParser.parse(tokens, .a11y) else {
      Issue.record("no help")
      return
    }
    #expect(path == ["log"])
  }

  @Test("After -- the word --help is an argument")
  func helpAsArgument() throws {
    #expect(try problem(["status", "--", "--help"]).code == "argument.extra")
    #expect(try parse(["log", "pass", "--", "--help"]).positionals == ["pass", "--help"])
  }

  @Test("Typed getters name the flag and what was wanted")
  func getters() throws {
    let arguments = try parse(["list", "--limit", "many"])
    let problem = try #require(throws: Problem.self) { try arguments.int(.limit, in: 1...10) }
    #expect(problem.message == "invalid value \"many\" for --limit; expected a whole number from 1 to 10")
    #expect(throws: Problem.self) { try arguments.required(.audit) }
    #expect(arguments.positional(3) == nil)
    #expect(arguments.positionals(from: 9) == [])
  }
}
