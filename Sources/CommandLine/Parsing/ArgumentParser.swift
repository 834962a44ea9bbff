import Base

/// Splits a command line by the table of commands. It stores the values; the command interprets them.
///
/// `--flag value`, `--flag=value`, `-f value`, `-fvalue`, bundled switches (`-yq`); `--` ends the flags; `-` and
/// negative numbers are positionals; where a command takes a query, so is `-owner:qa-1`. A value may begin with a
/// hyphen, unless it is the name of a flag of the command. Names are not abbreviated, so that a new flag never changes
/// what an old script means.
package struct ArgumentParser {
  /// What a line asks for.
  package enum Request {
    case run(ParsedArguments)
    /// Help about the words; none is the overview.
    case help(path: [String], given: [(name: FlagName, value: String?)])
    case version
  }

  private let tokens: [String]
  private let commands: CommandTable
  private var index = 0
  private var command: CommandSpec?
  private var path: [String] = []
  private var flags: [FlagSpec] = GlobalFlags.all
  private var positionals: [String] = []
  private var given: [(name: FlagName, value: String?)] = []

  private init(_ tokens: [String], _ commands: CommandTable) {
    (self.tokens, self.commands) = (tokens, commands)
  }

  /// Reads a line.
  ///
  /// With `--help` on the line, its other errors are ignored.
  package static func parse(_ tokens: [String], _ commands: CommandTable) throws(Problem) -> Request {
    var parser = ArgumentParser(tokens, commands)
    do throws(Problem) {
      try parser.scan()
      if let request = parser.helpOrVersion() { return request }
      return try parser.finish()
    } catch {
      let rest = tokens.prefix { $0 != "--" }
      if rest.contains("--help") || rest.contains("-h") { return parser.help(at: parser.path) }
      throw error
    }
  }

  // MARK: Scanning

  private mutating func scan() throws(Problem) {
    var flagsEnded = false
    while index < tokens.count {
      let token = tokens[index]
      index += 1
      if flagsEnded || !looksLikeFlag(token) {
        try takeWord(token)
      } else if token == "--" {
        flagsEnded = true
      } else if token.utf8.starts(with: "--".utf8) {
        try takeLong(token)
      } else {
        try takeShort(token)
      }
    }
  }

  private func looksLikeFlag(_ token: String) -> Bool {
    let bytes = Array(token.utf8.prefix(64))
    guard bytes.count > 1, bytes[0] == UInt8(ascii: "-") else { return false }
    if bytes[1].isDigit || (bytes[1] == UInt8(ascii: ".") && bytes.count > 2 && bytes[2].isDigit) { return false }
    guard command?.takesQuery == true, let field = QueryWord.negatedField(token) else { return true }
    // `-mBroken: no label` is a note, of which the first word is hardly ever one of a query.
    let isNote = flags.contains { $0.name == .message && $0.short == field.unicodeScalars.first }
    return isNote && !QueryWord.isField(field)
  }

  private mutating func takeWord(_ word: String) throws(Problem) {
    guard let current = command else {
      guard let spec = commands.command(named: word) else { throw ParseProblem.unknownCommand(word, commands) }
      return enter(spec)
    }
    guard !current.subcommands.isEmpty else {
      positionals.append(word)
      return
    }
    let known = ParsedArguments.known(word, among: current.subcommands.map(\.name))
    guard let spec = current.subcommands.first(where: { $0.name == known }) else {
      throw ParseProblem.unknownSubcommand(word, of: current, path: path)
    }
    enter(spec)
  }

  private mutating func enter(_ spec: CommandSpec) {
    command = spec
    path.append(spec.name)
    flags = spec.flags + GlobalFlags.all
  }

  private mutating func takeLong(_ token: String) throws(Problem) {
    let body = token.dropFirst(2)
    let equals = body.utf8.firstIndex(of: UInt8(ascii: "="))
    let name = String(body[..<(equals ?? body.endIndex)])
    guard let spec = flags.first(where: { $0.name.rawValue == name || !name.isEmpty && $0.other == name }) else {
      if equals == nil, let spec = command?.subcommands.first(where: { $0.isFlagToo && $0.name == name }) {
        return enter(spec)
      }
      throw ParseProblem.unknownFlag("--" + name, command: command, path: path, flags: flags)
    }
    if spec.isSwitch {
      guard equals == nil else {
        throw .usage(
          "flag.no-value", "unexpected value for \(spec.name.long)", hints: ["Use \(spec.name.long) without a value."])
      }
      given.append((spec.name, nil))
    } else if isBareDatabase(spec), equals == nil {
      given.append((spec.name, nil))
    } else if let equals {
      try store(spec, String(body[body.utf8.index(after: equals)...]))
    } else {
      try store(spec, try nextValue(of: spec, as: spec.name.long))
    }
  }

  /// `a11y verify --db`: the tracker that is found without the flag.
  private func isBareDatabase(_ spec: FlagSpec) -> Bool {
    guard spec.name == .db, command?.isAboutTracker == true else { return false }
    return index == tokens.count || isNameOfFlag(tokens[index])
  }

  private mutating func takeShort(_ token: String) throws(Problem) {
    var rest = Substring(token).unicodeScalars.dropFirst()
    while let letter = rest.popFirst() {
      guard let spec = flags.first(where: { $0.short == letter }) else {
        throw ParseProblem.unknownFlag("-\(letter)", command: command, path: path, flags: flags)
      }
      if spec.isSwitch {
        given.append((spec.name, nil))
        continue
      }
      if rest.isEmpty { return try store(spec, try nextValue(of: spec, as: "-\(letter)")) }
      // Else `-owner:qa-1` would write to the file `wner:qa-1`.
      if let field = QueryWord.negatedField(token), QueryWord.isField(field), field.unicodeScalars.first == letter {
        throw ParseProblem.unfitQuery(token, for: spec, value: String(rest), path: path)
      }
      if rest.first == "=" { rest.removeFirst() }
      return try store(spec, String(rest))
    }
  }

  private mutating func nextValue(of spec: FlagSpec, as written: String) throws(Problem) -> String {
    guard index < tokens.count else { throw ParseProblem.missingValue(of: spec, as: written, followedBy: nil) }
    let token = tokens[index]
    if token == "--" || isNameOfFlag(token) {
      throw ParseProblem.missingValue(of: spec, as: written, followedBy: token)
    }
    index += 1
    return token
  }

  private func isNameOfFlag(_ token: String) -> Bool {
    let scalars = token.unicodeScalars
    guard scalars.first == "-" else { return false }
    let rest = Substring(scalars.dropFirst())
    // After one hyphen a letter, after two a name.
    guard rest.unicodeScalars.first == "-" else {
      return rest.unicodeScalars.count == 1 && flags.contains { $0.short == rest.unicodeScalars.first }
    }
    let name = rest.unicodeScalars.dropFirst()
    return flags.contains { $0.name.rawValue.unicodeScalars.elementsEqual(name) }
  }

  private mutating func store(_ spec: FlagSpec, _ value: String) throws(Problem) {
    if !spec.isRepeatable, given.contains(where: { $0.name == spec.name }) {
      throw .usage(
        "flag.repeated", "\(spec.name.long) was specified more than once", hints: ["Specify \(spec.name.long) once."])
    }
    let clears = spec.isClearable && value.isEmpty
    var value = value
    if !clears, !spec.choices.isEmpty {
      // A repeatable flag takes a comma-separated list too.
      let parts = spec.isRepeatable ? ParsedArguments.parts(of: value) : [value]
      let known = parts.map { ParsedArguments.known($0, among: spec.choices) }
      if let wrong = parts.isEmpty ? value : known.firstIndex(of: nil).map({ parts[$0] }) {
        throw ParsedArguments.notAmong(spec.choices, wrong, of: spec.name.long)
      }
      value = known.compactMap { $0 }.joined(separator: ",")
    }
    given.append((spec.name, value))
  }

  // MARK: Afterwards

  private func helpOrVersion() -> Request? {
    if given.contains(where: { $0.name == .help }) { return help(at: path) }
    if given.contains(where: { $0.name == .version }) { return .version }
    return command == nil ? help(at: []) : nil
  }

  /// Short, where `-h` alone asks for it.
  private func help(at path: [String]) -> Request {
    let rest = tokens.prefix { $0 != "--" }
    let isBrief = rest.contains("-h") && !rest.contains("--help")
    return .help(path: path, given: isBrief ? given + [(.brief, nil)] : given)
  }

  private func finish() throws(Problem) -> Request {
    guard let command else { return help(at: []) }
    guard command.subcommands.isEmpty else { throw ParseProblem.missingSubcommand(of: command, path: path) }
    let words = positionals.enumerated().map { index, word in
      ParsedArguments.known(word, among: command.positional(index)?.choices ?? []) ?? word
    }
    let arguments = ParsedArguments(command: command, path: path, positionals: words, given: given).formedByFile
    try PositionalCheck.check(arguments)
    try FormatCheck.check(arguments)
    try FlagCheck.check(arguments)
    return .run(arguments)
  }
}

/// The errors of a command line that is not valid.
package enum ParseProblem {
  static func unknownCommand(_ word: String, _ commands: CommandTable) -> Problem {
    return .usage(
      "command.unknown", "unknown command \(MessageText.quoted(word))",
      hints: meant(by: word, commands) + ["Run \"a11y help\" for a list of commands."])
  }

  /// Commands with a similar name, or those that have the word as a subcommand: `list findings`, `new component`.
  private static func meant(by word: String, _ commands: CommandTable) -> [String] {
    var lines = Suggestion.nearest(to: word, among: commands.visibleNames)
    for name in commands.leftOut where commands.command(named: name)?.offers(word) == true {
      lines.append("\(name) \(word)")
    }
    return lines.isEmpty ? [] : ["Did you mean \(WordList.or(lines))?"]
  }

  /// A word that is none of those a command takes next.
  package static func unknownSubcommand(_ word: String, of command: CommandSpec, path: [String]) -> Problem {
    let names = command.subcommands.map(\.name)
    let line = (["a11y"] + path).joined(separator: " ")
    return .usage(
      "command.unknown-kind",
      "unknown subcommand \(MessageText.quoted(word)) for \"\(line)\"; expected \(WordList.or(names))",
      hints: Suggestion.hint(for: word, among: names) + [ParsedArguments.usageHint(line)])
  }

  static func missingSubcommand(of command: CommandSpec, path: [String]) -> Problem {
    let line = (["a11y"] + path).joined(separator: " ")
    return .usage(
      "command.incomplete",
      "missing argument \(command.subcommandName); expected "
        + WordList.or(command.subcommands.map(\.name)),
      hints: [ParsedArguments.usageHint(line)])
  }

  /// - Parameter written: with its hyphens.
  static func unknownFlag(
    _ written: String, command: CommandSpec?, path: [String], flags: [FlagSpec]
  ) -> Problem {
    let line = (["a11y"] + path).joined(separator: " ")
    var hints: [String] = []
    let spec = command?.subcommands.first { $0.flags.contains { $0.name.long == written } }
    if let spec {
      hints.append("Put \(written) after \(spec.name): \"\(line) \(spec.name) \(written) ...\".")
    } else if command == nil, FlagName.allCases.contains(where: { $0.long == written }) {
      hints.append("Put \(written) after the name of a command.")
    } else if command?.takesQuery == true, let word = QueryWord(rawValue: String(written.dropFirst(2))) {
      hints.append(
        "Use \(word.rawValue):... without hyphens to choose rows. Run \"a11y help query\" for the query words.")
    } else {
      hints += Suggestion.hint(for: written, among: flags.map(\.name.long))
    }
    hints.append(
      "Run \"\(line) --help\" for its flags. Put -- after all flags, before arguments that start with a hyphen.")
    return .usage("flag.unknown", "unknown flag \(MessageText.quoted(written)) for \"\(line)\"", hints: hints)
  }

  /// A negated query word for a command that takes no query.
  static func unfitQuery(_ word: String, for spec: FlagSpec, value: String, path: [String]) -> Problem {
    let line = (["a11y"] + path).joined(separator: " ")
    return .usage(
      "argument.query", "\"\(line)\" does not take the query word \(MessageText.quoted(word))",
      hints: [
        "Remove it, or use \(MessageText.quoted("\(spec.name.long)=\(value)")) if the rest is the value of that flag."
      ])
  }

  static func missingValue(of spec: FlagSpec, as written: String, followedBy next: String?) -> Problem {
    let expected = spec.choices.isEmpty ? (spec.value ?? "VALUE") : WordList.or(spec.choices)
    guard let next, next != "--" else {
      return .usage(
        "flag.value-missing", "missing value for \(written); expected \(expected)",
        hints: spec.valueHint.map { [$0] } ?? [])
    }
    return .usage(
      "flag.value-missing", "missing value for \(written) before the flag \(next); expected \(expected)",
      hints: ["Use \(spec.name.long)=\(next) if \(next) is the value."])
  }
}

extension CommandSpec {
  /// Whether a word may come first after the command's name.
  fileprivate func offers(_ word: String) -> Bool {
    subcommands.contains { $0.name == word } || positionals.first?.choices.contains(word) == true
  }
}

/// Words from other programs, each with the names for the same thing here.
///
/// Looked up only where a word is unknown, among the names that are valid there: a word is suggested, never replaced.
enum OtherWords {
  /// The names among the candidates that a word may mean, in the order of the table.
  ///
  /// - Parameter typed: in small letters.
  static func meant(by typed: String, among candidates: [String]) -> [String] {
    (table[typed] ?? []).filter(candidates.contains)
  }

  static let table: [String: [String]] = [
    // Commands.
    "add": ["new"], "create": ["new"], "make": ["new"], "register": ["new"],
    "ls": ["list"], "find": ["list", "lookup"], "search": ["list", "lookup"], "query": ["list"], "view": ["show"],
    "get": ["show"], "info": ["show"], "history": ["show"], "details": ["show"],
    "record": ["log"], "result": ["log"], "answer": ["log"], "enter": ["log"],
    "start": ["walk"], "begin": ["walk"], "run": ["walk"], "test": ["walk"], "scan": ["walk"], "next": ["walk"],
    "resume": ["walk"], "continue": ["walk"], "checklist": ["walk", "list"],
    "summary": ["status", "report"], "overview": ["status"], "stats": ["status"], "dashboard": ["report", "status"],
    "progress": ["status", "trend"], "score": ["status"], "diff": ["trend"], "compare": ["trend", "report"],
    "ci": ["gate"], "assert": ["gate"], "merge": ["sync", "resolve"], "pull": ["sync"], "push": ["sync"],
    "share": ["export", "sync"], "send": ["export"], "load": ["import"], "save": ["export", "backup"],
    "restore": ["import"], "delete": ["undo", "edit", "erase"], "remove": ["undo", "edit", "erase"],
    "rm": ["undo", "edit", "erase"], "revert": ["undo"], "change": ["edit"], "update": ["edit"],
    "set": ["edit", "config"],
    "rename": ["edit"], "settings": ["config"], "setup": ["init"], "example": ["demo"], "tutorial": ["demo", "help"],
    "repair": ["doctor"], "session": ["tap"], "children": ["tap"], "contrast": ["calc"], "man": ["help"],
    // Flags.
    "-v": ["--version"], "--note": ["--message"], "--notes": ["--message"], "--comment": ["--message"],
    "--text": ["--message", "--title"], "--sev": ["--severity"], "--priority": ["--severity"],
    "--user": ["--tester"], "--who": ["--tester"], "--by": ["--tester"], "--assignee": ["--owner"],
    "--photo": ["--evidence"], "--screenshot": ["--evidence"], "--picture": ["--evidence"], "--image": ["--evidence"],
    "--attach": ["--evidence"], "--date": ["--at", "--as-of"], "--time": ["--at"], "--force": ["--yes"],
    "--type": ["--kind"], "--name": ["--title"], "--file": ["--from", "--output"], "--out": ["--output"],
    "--csv": ["--format"], "--markdown": ["--format"], "--md": ["--format"], "--settings": ["--condition"],
    "--silent": ["--quiet"], "--preview": ["--dry-run"], "--simulate": ["--dry-run"],
    // Outcomes.
    "passed": ["pass"], "ok": ["pass"], "okay": ["pass"], "yes": ["pass"], "good": ["pass"], "success": ["pass"],
    "p": ["pass"], "failed": ["fail"], "failure": ["fail"], "no": ["fail"], "bad": ["fail"], "broken": ["fail"],
    "bug": ["fail"], "f": ["fail"], "n/a": ["na"], "n": ["na"], "not-applicable": ["na"], "inapplicable": ["na"],
    "unsure": ["cant-tell"], "unknown": ["cant-tell"], "maybe": ["cant-tell"], "can't-tell": ["cant-tell"],
    "cannot-tell": ["cant-tell"], "blocked": ["cant-tell"], "inconclusive": ["cant-tell"], "c": ["cant-tell"],
    // Severities.
    "blocker": ["critical"], "highest": ["critical"], "high": ["serious"], "major": ["serious"],
    "medium": ["moderate"], "normal": ["moderate"], "low": ["minor"], "trivial": ["minor"],
  ]
}

/// Checks the number of positionals, and that each is among its choices.
enum PositionalCheck {
  static func check(_ arguments: ParsedArguments) throws(Problem) {
    let specs = arguments.command.positionals
    try checkCount(arguments, specs)
    for (index, value) in arguments.positionals.enumerated() {
      guard let spec = arguments.command.positional(index), !spec.choices.isEmpty else { continue }
      // A query may begin where the word for what to list is left out.
      if arguments.command.takesQuery, spec.arity != .one { continue }
      // Beside other words it is not the name of a file.
      let isOne = arguments.positionals.count == 1 ? spec.choice(value) != nil : spec.choices.contains(value)
      if !isOne { throw ParsedArguments.notAmong(spec.choices, value, of: spec.name) }
    }
  }

  private static func checkCount(_ arguments: ParsedArguments, _ specs: [PositionalSpec]) throws(Problem) {
    let needed = specs.filter { $0.arity == .one }
    if arguments.positionals.count < needed.count {
      let missing = needed[arguments.positionals.count]
      throw .usage(
        "argument.missing", "missing argument \(missing.name): \(missing.doc)",
        hints: [arguments.helpHint])
    }
    for spec in specs.dropFirst(arguments.positionals.count) {
      guard !spec.unless.isEmpty, !spec.unless.contains(where: arguments.has) else { continue }
      let ways = [spec.name] + spec.unless.map(arguments.command.heading)
      throw .usage(
        "argument.missing", "missing argument \(WordList.or(ways))",
        hints: [arguments.helpHint])
    }
    if specs.contains(where: { $0.arity == .many }) || arguments.positionals.count <= specs.count { return }
    let extra = MessageText.quoted(arguments.positionals[specs.count])
    let expected = specs.isEmpty ? "no arguments" : specs.map(\.heading).joined(separator: " ")
    throw .usage(
      "argument.extra", "unexpected argument \(extra); expected \(expected)", hints: [arguments.helpHint])
  }
}
