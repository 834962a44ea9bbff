import Audit
import Base

/// The words and flags of a command line, stored but not yet interpreted.
///
/// Typed getters interpret them; each of their errors is a usage problem that names the flag and the expected value.
package struct ParsedArguments: Sendable {
  package let command: CommandSpec
  /// The words that lead to it: `["new", "component"]`.
  package let path: [String]
  package let positionals: [String]
  /// Flags in the order given; a switch has no value.
  package let given: [(name: FlagName, value: String?)]

  /// `a11y new component`.
  package var commandLine: String { (["a11y"] + path).joined(separator: " ") }

  /// Whether a flag was given.
  package func has(_ name: FlagName) -> Bool { given.contains { $0.name == name } }

  /// The value of a flag that is given once at most. May be empty: `--owner ''` clears.
  package func string(_ name: FlagName) -> String? { given.last { $0.name == name }?.value }

  /// All values of a repeatable flag, as given.
  package func strings(_ name: FlagName) -> [String] {
    given.compactMap { $0.name == name ? $0.value : nil }
  }

  /// All values of a repeatable flag, split at commas, without spaces around them and without empty ones.
  package func list(_ name: FlagName) -> [String] { strings(name).flatMap(Self.parts) }

  /// A value split at commas, without spaces around the parts and without empty ones.
  package static func parts(of value: String) -> [String] {
    value.split(separator: ",").map { String($0.trimmed { $0 == " " }) }.filter { !$0.isEmpty }
  }

  package func required(_ name: FlagName) throws(Problem) -> String {
    guard let value = string(name), !value.isEmpty else {
      throw .usage("flag.required", "missing required flag \(command.heading(of: name))", hints: [helpHint])
    }
    return value
  }

  /// A whole number.
  package func int(_ name: FlagName, in range: ClosedRange<Int>) throws(Problem) -> Int? {
    try string(name).map { text throws(Problem) in try Self.whole(text, of: name, in: range) }
  }

  /// A text as a whole number within a range.
  package static func whole(_ text: String, of name: FlagName, in range: ClosedRange<Int>) throws(Problem) -> Int {
    guard let number = Int(text), range.contains(number) else {
      throw .usage(
        "flag.value",
        "invalid value \(MessageText.quoted(text)) for \(name.long); "
          + "expected a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// One of the cases of a type.
  package func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ name: FlagName, as type: Choice.Type = Choice.self
  ) throws(Problem) -> Choice? {
    guard let text = string(name) else { return nil }
    let names = Choice.allCases.map(\.rawValue)
    guard let choice = Self.known(text, among: names).flatMap(Choice.init) else {
      throw ParsedArguments.notAmong(names, text, of: name.long)
    }
    return choice
  }

  /// A positional by its place, if it was given.
  package func positional(_ index: Int) -> String? {
    positionals.indices.contains(index) ? positionals[index] : nil
  }

  package func positionals(from index: Int) -> [String] { Array(positionals.dropFirst(index)) }

  /// The same with other words in the place of one, and with a condition where none was given.
  package func replacing(_ index: Int, with words: [String], under condition: String) -> ParsedArguments {
    var (positionals, given) = (positionals, given)
    positionals.replaceSubrange(index...index, with: words)
    if !has(.condition) { given.append((.condition, condition)) }
    return ParsedArguments(command: command, path: path, positionals: positionals, given: given)
  }

  /// `Run "a11y log --help" for usage.`
  package var helpHint: String { Self.usageHint(commandLine) }

  /// - Parameter line: a command with `a11y` in front.
  static func usageHint(_ line: String) -> String { "Run \"\(line) --help\" for usage." }

  /// The name of a closed list that a word is, in any case; nil if it is none.
  static func known(_ typed: String, among names: [String]) -> String? {
    if names.contains(typed) { return typed }
    let small = ASCIIFold.small(typed)
    return names.first { ASCIIFold.small($0) == small }
  }

  /// The problem of a value that is not among those allowed.
  ///
  /// - Parameter subject: a flag with its hyphens, or the name of an argument.
  static func notAmong(_ names: [String], _ value: String, of subject: String) -> Problem {
    .usage(
      "value.choice",
      "invalid value \(MessageText.quoted(value)) for \(subject); expected \(WordList.or(names))",
      hints: Suggestion.hint(for: value, among: names))
  }
}

extension ParsedArguments {
  /// The flags that say in which form the output is.
  private static let ofForm: [FlagName] = [.json, .format, .md, .csv, .plain, .html]

  /// With the form that the name of the output file says, where no flag says one: `-o report.html` is `--html report.html`,
  /// and `-o rows.csv` is of `--format csv`. A command that has no such form, or that writes a file of its own form, is as
  /// it was.
  var formedByFile: ParsedArguments {
    guard let file = string(.output), !command.writesFile, !Self.ofForm.contains(where: has),
      let dot = file.utf8.lastIndex(of: UInt8(ascii: "."))
    else { return self }
    let ending = file[file.index(after: dot)...].lowercased()
    if ending == "html" {
      guard command.flags.contains(where: { $0.name == .html }), !isExcluded(.html) else { return self }
      return with(given.map { (name: $0.name == .output ? .html : $0.name, value: $0.value) })
    }
    guard let format = OutputFormat(rawValue: ending), command.formats.contains(format), !isExcluded(.md) else {
      return self
    }
    var given = given
    given.append((.format, format.rawValue))
    return with(given)
  }

  private func isExcluded(_ name: FlagName) -> Bool {
    command.flags.contains { flag in
      has(flag.name)
        && flag.rules.contains { rule in
          if case .excludes(let others) = rule.demand { others.contains(name) } else { false }
        }
    }
  }

  private func with(_ given: [(name: FlagName, value: String?)]) -> ParsedArguments {
    ParsedArguments(command: command, path: path, positionals: positionals, given: given)
  }
}

/// Output formats. Each command lists those that it supports.
package enum OutputFormat: String, CaseIterable, Hashable, Sendable {
  case table, plain, json, ndjson, csv, tsv, md, xlsx

  /// The formats of a command without rows.
  package static let ofSentences: [OutputFormat] = [.table, .plain, .json]

  /// One phrase for help.
  package var meaning: String {
    switch self {
    case .table: "human-readable columns (default)"
    case .plain: "one statement per line, for screen readers"
    case .json: "one document with schema, time, filter, and rows"
    case .ndjson: "one JSON object per line, without the enclosing document"
    case .csv: "comma-separated with a header row (RFC 4180)"
    case .tsv: "tab-separated with a header row"
    case .md: "a Markdown table"
    case .xlsx: "a workbook for Excel, Numbers, and LibreOffice"
    }
  }
}

/// The words of the query language, with their documentation. The store interprets them.
package enum QueryWord: String, CaseIterable, Sendable {
  case status, check, category, component, kind, profile, screen, source, owner, tag, ticket, audit, tester, build
  case condition, severity, impact, criterion, level, method, platform, since, until, stale, disputed, waived, state

  /// A phrase for help.
  package var doc: String {
    switch self {
    case .status:
      "pass, fail, na, cant-tell, or untested; disputed, contradicted, or stale; overruled: counts as FAIL because of "
        + "its value; retested: better by a retest on the same build; outcome: is the same as status:"
    case .check: "check, e.g. voiceover.label-present or voiceover.*"
    case .category: "category of the check, e.g. touch-target"
    case .component: "component, e.g. sign-in/close-button or sign-in/**"
    case .kind: "kind of component, e.g. icon-button"
    case .profile: "general or child"
    case .screen: "screen that the component appears on"
    case .source: "source file of the component, e.g. Views/**"
    case .owner: "owner of the component; of findings, fixes, and tickets the owner of the finding"
    case .tag: "tag of the component"
    case .ticket: "ticket of a finding, by its number, address, or the end of that; or open, closed, or none"
    case .audit: "audit"
    case .tester: "tester of the result"
    case .build: "build of the result"
    case .condition: "condition of the result, e.g. dark"
    case .severity: "1 to 4, or critical, serious, moderate, minor; or default: not rated by a tester"
    case .impact: "default severity of the check: critical, serious, moderate, or minor"
    case .criterion: "WCAG criterion that the check tests, e.g. 1.4.3"
    case .level: "level of the WCAG criterion: A, AA, or AAA; or house: checks without a criterion"
    case .method: "manual, inspection, automated, or child-test"
    case .platform: "platform that the check applies to, e.g. iOS or tvOS"
    case .since: "results of this day or later"
    case .until: "results of this day or earlier"
    case .stale:
      "yes or no, or a reason: source, build, or check (changed after the result), registered (the component changed, "
        + "or its registered size contradicts the result), or age"
    case .disputed: "yes or no: disputed or contradicted"
    case .waived: "yes or no: covered by a waiver"
    case .state:
      "state of a finding (open, regressed, fixed, corrected, ended, or waived), of a tool finding (open, reviewed, "
        + "unmatched), of a question (open, decided), or of a task (open, done)"
    }
  }
}

extension QueryWord {
  /// The letters of `-owner:qa-1` before its colon, two or more; nil for other arguments. (`-o:x` is the flag `-o`.)
  static func negatedField(_ argument: String) -> String? {
    let bytes = argument.utf8.prefix(64)
    guard bytes.first == UInt8(ascii: "-") else { return nil }
    let letters = bytes.dropFirst().prefix { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
    guard letters.count >= 2, bytes.dropFirst(1 + letters.count).first == UInt8(ascii: ":") else { return nil }
    return String(Substring(letters))
  }

  /// Whether letters before a colon are those of a query word; `outcome:` is the same as `status:`.
  static func isField(_ letters: String) -> Bool { letters == "outcome" || QueryWord(rawValue: letters) != nil }
}

/// "Did you mean": the names that are most similar to the typed one.
package enum Suggestion {
  /// Up to three candidates: those with this name in other programs, else those that look like it.
  package static func nearest(to typed: String, among candidates: [String]) -> [String] {
    let meant = OtherWords.meant(by: ASCIIFold.small(typed), among: candidates)
    return meant.isEmpty ? suggestions(for: typed, among: candidates) : Array(meant.prefix(3))
  }

  /// `Did you mean status?`, or nothing.
  package static func hint(for typed: String, among candidates: [String]) -> [String] {
    question(nearest(to: typed, among: candidates))
  }

  /// `Did you mean status?`, or nothing without names.
  package static func question(_ names: [String]) -> [String] {
    names.isEmpty ? [] : ["Did you mean \(WordList.or(names))?"]
  }
}

extension Problem {
  /// A word that is none of a closed list: `unknown edition "503"`, with those that look like it, and all of them.
  ///
  /// - Parameter place: where it was typed.
  package static func unknown(
    _ what: String, _ typed: String, _ place: String = "", among known: [String], code: String? = nil
  ) -> Problem {
    .usage(
      code ?? "\(what).unknown", "unknown \(what) \(MessageText.quoted(typed))\(place)",
      hints: Suggestion.hint(for: typed, among: known) + ["Use one of: \(known.joined(separator: ", "))."])
  }
}
