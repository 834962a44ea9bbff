package import Terminal

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
    self.tokens = tokens
    self.commands = commands
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
    if isDigit(bytes[1]) || (bytes[1] == UInt8(ascii: ".") && bytes.count > 2 && isDigit(bytes[2])) { return false }
    return !(command?.takesQuery == true && ArgumentParser.isNegatedQueryWord(bytes))
  }

  /// `-owner:qa-1`: a hyphen, two or more letters, a colon. (`-o:x` stays the flag `-o`.)
  private static func isNegatedQueryWord(_ bytes: [UInt8]) -> Bool {
    let letters = bytes.dropFirst().prefix { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
    return letters.count >= 2 && bytes.dropFirst(1 + letters.count).first == UInt8(ascii: ":")
  }

  private func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  private mutating func takeWord(_ word: String) throws(Problem) {
    guard let current = command else {
      guard let spec = commands.command(named: word) else { throw ParseProblem.unknownCommand(word, commands) }
      return enter(spec)
    }
    guard !current.subcommands.isEmpty else {
      positionals.append(word)
      return
    }
    guard let spec = current.subcommands.first(where: { $0.name == word }) else {
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
    guard let spec = flags.first(where: { $0.name.rawValue == name }) else {
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
    if !clears, !spec.choices.isEmpty {
      // A repeatable flag takes a comma-separated list too.
      let parts = spec.isRepeatable ? ParsedArguments.parts(of: value) : [value]
      if let wrong = parts.isEmpty ? value : parts.first(where: { !spec.choices.contains($0) }) {
        throw ParsedArguments.notAmong(spec.choices, wrong, of: spec.name.long)
      }
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
    let arguments = ParsedArguments(command: command, path: path, positionals: positionals, given: given)
    try PositionalCheck.check(arguments)
    try FormatCheck.check(arguments)
    try FlagCheck.check(arguments)
    return .run(arguments)
  }
}
