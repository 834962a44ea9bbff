import Base

/// What a flag requires of the rest of its line.
package struct FlagRule: Sendable {
  package enum Demand: Sendable {
    /// It is required, and not empty, unless one of these flags replaces it.
    case required(unless: [FlagName])
    /// It requires one of these flags.
    case needs([FlagName])
    /// It cannot be combined with these flags.
    case excludes([FlagName])
    /// It cannot be combined with another flag of the command, except `--dry-run`.
    case standsAlone
    /// It cannot be combined with a positional.
    case takesNoWords
    /// The first word is one of these, where the command says what its first word may be.
    case fits([String])
    /// The first word is not this one.
    case doesNotFit(String)
  }

  let demand: Demand
  /// What to do instead; empty where the message is enough.
  package let hint: String
}

extension FlagSpec {
  /// The flag is required, or one of the others.
  package func required(unless others: FlagName..., hint: String = "") -> FlagSpec {
    adding(.required(unless: others), hint)
  }

  package func needs(_ others: FlagName..., hint: String = "") -> FlagSpec { adding(.needs(others), hint) }

  /// The flag says more about the file that another one writes.
  package func needs(fileOf other: FlagName) -> FlagSpec { needs(other, hint: "Add \(other.long) FILE.") }

  /// The flag cannot be combined with the others.
  package func excludes(_ others: FlagName..., hint: String = "") -> FlagSpec { adding(.excludes(others), hint) }

  package func excludes(_ others: [FlagName], hint: String = "") -> FlagSpec { adding(.excludes(others), hint) }

  /// The flag requires one of these as the first word.
  package func fits(_ words: String...) -> FlagSpec { adding(.fits(words), "") }

  /// The flag cannot be combined with this as the first word.
  package func doesNotFit(_ word: String, hint: String = "") -> FlagSpec { adding(.doesNotFit(word), hint) }

  /// The flag cannot be combined with a positional.
  package func takesNoWords(hint: String = "") -> FlagSpec { adding(.takesNoWords, hint) }

  /// The flag cannot be combined with another flag except `--dry-run`.
  package func standsAlone(hint: String = "") -> FlagSpec { adding(.standsAlone, hint) }

  private func adding(_ demand: FlagRule.Demand, _ hint: String) -> FlagSpec {
    with(self) { $0.rules.append(FlagRule(demand: demand, hint: hint)) }
  }
}

/// Checks that the flags of a line can be combined.
enum FlagCheck {
  /// - Throws: usage: the first rule of a flag that the line breaks.
  static func check(_ arguments: ParsedArguments) throws(Problem) {
    let given = arguments.command.flags.filter { $0.name != .dryRun && arguments.has($0.name) }
    guard !arguments.command.needsFlag || !given.isEmpty else {
      throw .usage(
        "edit.nothing", "missing argument: at least one field to change", hints: [arguments.helpHint])
    }
    for flag in arguments.command.flags {
      for rule in flag.rules { try check(rule, of: flag, arguments, given.map(\.name)) }
    }
  }

  private static func check(
    _ rule: FlagRule, of flag: FlagSpec, _ arguments: ParsedArguments, _ given: [FlagName]
  ) throws(Problem) {
    let name = flag.name
    func hints(_ usual: String...) -> [String] { rule.hint.isEmpty ? usual : [rule.hint] }
    if case .required(let others) = rule.demand {
      guard arguments.string(name)?.isEmpty ?? true, !others.contains(where: arguments.has) else { return }
      throw .usage(
        "flag.required",
        "missing required flag \(WordList.or(([name] + others).map(arguments.command.heading)))",
        hints: hints(arguments.helpHint))
    }
    guard arguments.has(name) else { return }
    switch rule.demand {
    case .required: break
    case .needs(let others):
      if others.contains(where: arguments.has) { return }
      throw .usage(
        "flag.unfit", "\(name.long) requires \(WordList.or(others.map(\.long)))",
        hints: hints(arguments.helpHint))
    case .excludes(let others):
      guard let other = others.first(where: arguments.has) else { return }
      throw .usage(
        "flag.conflict", "\(other.long) cannot be combined with \(name.long)", hints: hints("Use only one of them."))
    case .standsAlone:
      if given == [name] { return }
      throw .usage(
        "flag.conflict", "\(name.long) cannot be combined with other flags",
        hints: hints("Run a separate command for the other changes."))
    case .takesNoWords:
      guard let word = arguments.positional(0) else { return }
      let place = arguments.command.positionals.first?.name ?? "an argument"
      throw .usage(
        "argument.extra",
        "unexpected argument \(MessageText.quoted(word)); \(name.long) cannot be combined with \(place)",
        hints: hints(arguments.helpHint))
    case .fits(let words):
      let word = arguments.chosenWord
      if words.contains(word) { return }
      throw .usage(
        "flag.unfit", "\(name.long) does not apply to \(word)",
        hints: hints("Use \(name.long) with \(WordList.or(words))."))
    case .doesNotFit(let word):
      guard arguments.chosenWord == word else { return }
      let line = "\(arguments.commandLine) \(arguments.positional(0) ?? word)"
      throw .usage(
        "flag.unfit", "\(name.long) does not apply to \(MessageText.quoted(line))",
        hints: hints(arguments.helpHint))
    }
  }
}

extension CommandSpec {
  /// What a word is by its place: the last takes all that follow.
  func positional(_ index: Int) -> PositionalSpec? {
    positionals.indices.contains(index) ? positionals[index] : positionals.last
  }

  /// `--from FILE`.
  package func heading(of name: FlagName) -> String {
    let value = flags.first { $0.name == name }?.value
    return name.long + (value.map { " " + $0 } ?? "")
  }
}

extension ParsedArguments {
  /// The first word where it is, or stands for, one that the command offers, else the first of those it offers.
  package var chosenWord: String {
    let spec = command.positionals.first
    return positional(0).flatMap { spec?.choice($0) } ?? spec?.choices.first ?? ""
  }
}

/// The long name of every flag, so that a command asks for `.owner` and a misspelling does not build.
package enum FlagName: String, CaseIterable, Hashable, Sendable {
  // Global.
  case db, json, format, plain, color, width, output, yes, quiet, help, version
  case noInput = "no-input"
  case noColor = "no-color"

  // Records.
  case kind, source, screen, profile, style, owner, size, tag, title, platform, checklist, check, component, components
  case condition, build, standard, reason, approver, until, message, from
  case hitArea = "hit-area"
  case targetTier = "target-tier"
  case planned, has
  case like, scan
  case addTag = "add-tag"
  case removeTag = "remove-tag"
  case addScreen = "add-screen"
  case removeScreen = "remove-screen"
  case decision, decided, ticket
  case assign, mine, map
  case headerRow = "header-row"
  case action, alternative, pattern, passes
  case wholeApp = "whole-app"
  case perComponent = "per-component"
  case markDone = "done"
  case reopen, close, retire, rename, delete, restore, revoke
  case impact, threshold
  case level, remarks, edition
  case staleDays = "stale-days"
  case checklists, conditions, catalog
  case currentBuild = "current-build"
  case ticketURL = "ticket-url"

  // Results.
  case severity, value, audit, device, os, tester, at, partial, rejects, retest, disagree, override, team
  case detect
  case dryRun = "dry-run"
  case evidence
  case saveEvidence = "save-evidence"

  // Looking.
  case brief
  case all, outside, raw, bom, wrap, columns, sort, limit, list, count, without
  case exitCode = "exit-code"
  case asOf = "as-of"
  case now
  case every, explain, age
  case compare, html, md, csv, testers
  case openacr, earl, declarations, product, contact
  case openacrPage = "openacr-html"
  case productVersion = "product-version"
  case vendor, author, methods, license
  case vendorContact = "vendor-contact"
  case earlForm = "earl-form"
  case allure, testrail, xray, xlsx
  case address, issues, group

  // Moving.
  case once, none, follow, refuse
  case adopt, max, redact, since, query, status, keep, unsigned, withdraw, tables
  case withEvidence = "with-evidence"
  case printed = "print"
  case tool = "as"
  case run, match
  case acceptChanged = "accept-changed"

  // Judging.
  case minPass = "min-pass"
  case minCoverage = "min-coverage"
  case maxCritical = "max-critical"
  case maxSerious = "max-serious"
  case noRegressions = "no-regressions"
  case allowDisagreements = "allow-disagreements"
  case baseline
  case maxAge = "max-age"
  case maxWaiting = "max-waiting"
  case maxClosedTickets = "max-closed-tickets"
  case criticalRules = "critical-rules"
  case preRelease = "pre-release"
  case policy, why, gate, alt, portfolio, tracker
  case reportOnly = "report-only"
  case strict
  case junit, sarif
  case junitItems = "junit-items"
  case junitForm = "junit-form"

  // Working through.
  case by, only, part, keys

  // Tests with children.
  case target, taps, rate, paired
  case plannedChildren = "planned-children"
  case gap, children, looks, script, input, practice, parts
  case participant, moderator, consent, guardian, assent, orientation, hold, seat, assistive, hand
  case ageBand = "age-band"
  case ages
  case firstTap = "first-tap"
  case fullConsent = "full-consent"
  case textScale = "text-scale"
  case full
  case recipient = "to"

  // Upkeep.
  case rebuild, unset, man, sources, refresh, force

  // Arithmetic.
  case padding, ppi, bold, role, moment, deployment, scale, duration, damping, opacity, distance
  case textSize = "text-size"
  case brightnessLight = "brightness-light"
  case brightnessDark = "brightness-dark"

  /// The flags that name a file to be written, or `-` for standard output.
  package static let files: [FlagName] = [
    .output, .html, .openacr, .openacrPage, .earl, .testrail, .xray, .xlsx, .junit, .junitItems, .sarif,
  ]

  /// `--no-input`.
  package var long: String { "--" + rawValue }
}

/// The flags that every command takes, before or after its name.
package enum GlobalFlags {
  package static let all: [FlagSpec] = [
    FlagSpec(
      .db, value: "FILE", completes: .files,
      "tracker database or its folder (default: $A11Y_DB, then the nearest .a11y folder, then your own tracker)"),
    FlagSpec(.format, value: "FORMAT", choices: OutputFormat.allCases.map(\.rawValue), "output format"),
    FlagSpec(switch: .json, "write JSON, as with --format json; errors are JSON too"),
    FlagSpec(.output, short: "o", value: "FILE", completes: .files, "output file; - for standard output"),
    FlagSpec(switch: .plain, "write one statement per line, for screen readers (also A11Y_PLAIN=1, ACCESSIBLE=1)"),
    FlagSpec(.color, value: "WHEN", choices: ["auto", "always", "never"], "color output"),
    FlagSpec(switch: .noColor, "turn off color, as with --color never"),
    FlagSpec(.width, value: "COLUMNS", "output width, 20 to 1000 columns"),
    FlagSpec(switch: .noInput, "never prompt; fail and name the flag that answers"),
    FlagSpec(switch: .yes, short: "y", "answer yes to all prompts"),
    FlagSpec(switch: .quiet, short: "q", "hide messages on standard error, except errors"),
    FlagSpec(switch: .help, short: "h", "show help for the command; -h shows a short form"),
    FlagSpec(switch: .version, "show the version"),
  ]
}

/// Checks that the command supports the format, and that only one format is specified.
enum FormatCheck {
  static func check(_ arguments: ParsedArguments) throws(Problem) {
    let named = arguments.string(.format)
    if arguments.has(.json), let named, named != OutputFormat.json.rawValue {
      throw .usage(
        "format.conflict", "--json cannot be combined with --format \(named)", hints: ["Use only one of them."])
    }
    let format = arguments.has(.json) ? OutputFormat.json.rawValue : named
    let names = arguments.command.formats.map(\.rawValue)
    guard let format, !names.contains(format) else { return }
    throw .usage(
      "format.unfit",
      "invalid value \(MessageText.quoted(format)) for --format; expected \(WordList.or(names))")
  }
}
