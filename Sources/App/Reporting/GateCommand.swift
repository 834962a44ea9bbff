import Audit
import Base
import CommandLine
import Reports
import Sessions
import Store

/// The files that a gate writes in addition to its result: each is written completely, or not at all.
struct GateFiles {
  private var pending: [(flag: FlagName, name: String, file: PendingFile)] = []

  private let form: JUnitForm?

  var isEmpty: Bool { pending.isEmpty }
  /// Whether all items are included, not only those that fail a rule.
  var hasItems: Bool { pending.contains { $0.flag == .junitItems } }

  /// Opens them before anything is read, so that a path that cannot be written fails at once.
  ///
  /// - Throws: usage for an invalid or repeated name; storage for a path that cannot be written.
  init(_ context: Context) throws {
    form = try context.arguments.choice(.junitForm, as: JUnitForm.self)
    var names = [context.arguments.string(.output)].compactMap { $0 }
    for flag in [FlagName.junit, .junitItems, .sarif] {
      guard let name = context.arguments.string(flag) else { continue }
      guard !name.isEmpty, PageFile.target(name) != "-" else {
        throw Problem.usage(
          "flag.value", "missing file name for \(flag.long); standard output is used for the release check itself")
      }
      guard !names.contains(where: { $0.hasSameBytes(as: name) }) else {
        throw Problem.usage(
          "output.twice", "\(MessageText.quoted(name)) is used for 2 outputs",
          hints: ["Specify a different file for one of them."])
      }
      names.append(name)
      pending.append((flag, name, try context.world.files.create(name)))
    }
    guard form == nil || pending.contains(where: { $0.flag != .sarif }) else {
      throw Problem.usage(
        "flag.unfit", "--junit-form requires --junit or --junit-items",
        hints: ["Add --junit FILE or --junit-items FILE."])
    }
  }

  func write(_ report: GateReport, _ context: Context) throws(Problem) {
    for (flag, _, file) in pending {
      switch flag {
      case .junit: try file.writer.write(report.junit(form ?? .ant))
      case .junitItems: try file.writer.write(report.junitItems(form ?? .properties))
      default: try file.writer.write(report.sarif.render(indent: 2) + "\n")
      }
    }
    for (_, name, file) in pending { try Replacement.commit(file, to: name, context) }
  }
}

/// A line of `a11y gate` parsed, before anything is read.
struct GateRequest {
  var filter: Filter
  /// The rules as typed; nil for the policy of the audit or the tracker.
  var policy: ReleasePolicy?
  /// Whether nothing may wait, unless the rules say how much.
  var isStrict: Bool

  /// - Throws: usage: an invalid limit, a query that filters on results.
  init(_ context: Context) throws(Problem) {
    let arguments = context.arguments
    filter = try Self.filter(arguments.positionals)
    var policy = ReleasePolicy()
    policy.limits.minPass = try Self.share(.minPass, arguments)
    policy.limits.minCoverage = try Self.share(.minCoverage, arguments)
    policy.limits.maxCritical = try arguments.int(.maxCritical, in: 0...ReleasePolicy.mostFindings)
    policy.limits.maxSerious = try arguments.int(.maxSerious, in: 0...ReleasePolicy.mostFindings)
    policy.limits.maxAge = try arguments.int(.maxAge, in: 1...ReleasePolicy.mostDays)
    policy.limits.maxWaiting = try arguments.int(.maxWaiting, in: 0...ReleasePolicy.mostFindings)
    policy.limits.maxClosedTickets = try arguments.int(.maxClosedTickets, in: 0...ReleasePolicy.mostFindings)
    policy.baseline = arguments.string(.baseline)
    if let baseline = policy.baseline, baseline.isEmpty {
      throw .usage(
        "flag.value", "missing value for --baseline; expected an audit, a date, or a file", hints: [arguments.helpHint])
    }
    policy.limits.forbidsRegressions = arguments.has(.noRegressions) || policy.baseline != nil
    policy.wantsCriticalRules = arguments.has(.criticalRules)
    policy.wantsPreRelease = arguments.has(.preRelease)
    policy.limits.allowsDisagreements = arguments.has(.allowDisagreements)
    self.policy = policy.isEmpty ? nil : policy
    isStrict = arguments.has(.strict) || context.world.isUnattended
  }

  private static func share(_ flag: FlagName, _ arguments: ParsedArguments) throws(Problem) -> GateShare? {
    guard let text = arguments.string(flag) else { return nil }
    guard let share = GateShare(text) else {
      throw .usage(
        "flag.value",
        "invalid value \(MessageText.quoted(text)) for \(flag.long); expected a percentage from 0 to 100, e.g. 90 or "
          + "99.5")
    }
    return share
  }

  private static func filter(_ words: [String]) throws(Problem) -> Filter {
    let filter = try Filter(typed: words)
    for term in filter.terms where !TrendRequest.fields.contains(term.field) {
      let subject = term.field == .text ? MessageText.quoted(term.values.first ?? "") : "\(term.field.rawValue):"
      throw .usage(
        "query.unfit", "\(subject) filters on results; a release check needs all items in scope",
        hints: [TrendQuery.hint])
    }
    return filter
  }
}

/// `a11y gate`: checks the release criteria.
enum GateCommand {
  static let spec = CommandSpec(
    "gate", group: .lead, "check release criteria (for CI)", usage: ["[QUERY...] [RULES...] [FLAGS]"],
    positionals: [.query("filter, e.g. screen:sign-in category:voiceover")],
    flags: [
      FlagSpec(.minPass, value: "PERCENT", "minimum compliance, in percent"),
      FlagSpec(.minCoverage, value: "PERCENT", "minimum coverage, in percent"),
      .number(.maxCritical, "maximum number of open critical findings"),
      .number(.maxSerious, "maximum number of open serious findings"),
      FlagSpec(switch: .noRegressions, "fail if an item regressed"),
      .file(.baseline, value: "AUDIT|DATE|FILE", "fail if an item regressed since this baseline"),
      FlagSpec(.maxAge, value: "DAYS", "maximum age of results, in days"),
      .number(.maxWaiting, "maximum number of undecided changes and entries of others (a11y waiting)"),
      .number(.maxClosedTickets, "maximum number of open findings whose ticket is closed"),
      FlagSpec(switch: .strict, "the same as --max-waiting 0 beside the policy; the default if CI is set"),
      FlagSpec(switch: .allowDisagreements, "do not fail on disputed or contradicted items"),
      FlagSpec(switch: .criticalRules, "require the checklist critical-rules to pass"),
      FlagSpec(switch: .preRelease, "require the checklist pre-release to pass"),
      .audit("audit to check, by its own results"), .asOf, .now,
      FlagSpec(.why, value: "ITEM", "how the rules count an item: its component and check, or its finding's ID")
        .excludes(.junit, .junitItems, .sarif, .reportOnly)
        .withoutValue(
          "Run \"a11y gate\" for what each rule found, or add the component and the check of a blocker."),
      FlagSpec(switch: .reportOnly, "report only; always exit with 0"),
      .file(.junit, "also write the rules as JUnit XML"),
      .file(.junitItems, "also write the items as JUnit XML, one test case each"),
      .choice(
        .junitForm, value: "FORM", of: JUnitForm.self,
        "JUnit form (default: ant for --junit, properties for --junit-items)"),
      .file(.sarif, "also write the open findings as SARIF 2.1.0"),
      .number(.limit, "number of items to list per rule, in text output"),
      FlagSpec(switch: .all, "list every item in text output"), FlagSpec(switch: .md, "the same as --format md"),
    ],
    formats: [.table, .plain, .json, .md], takesQuery: true, canBeRunAgain: true, run: run)

  static func run(_ context: Context) throws -> ExitCode {
    let request = try GateRequest(context)
    let format = try format(context)
    let limit = try context.arguments.int(.limit, in: 1...1_000_000)
    let files = try GateFiles(context)
    let tracker = try context.openTracker(.read)
    let moment = try context.asOf()
    let detail: GateAssembly.Detail = files.hasItems ? .items : files.isEmpty ? .people : .findings
    var why: GateWhy?
    var report = try tracker.read { present in
      let (named, reader, audit) = try AuditName.shown(context, present, asOf: moment)
      try QueryNames(reader: reader).examine(ListRequest(kind: .cells, filter: request.filter), context)
      var stated = try ReleaseRules(request.policy, of: audit, reader) {
        try Baseline.find($0, $1, for: audit, reader, present, context)
      }
      if request.isStrict { stated?.beStrict() }
      let rules = stated ?? ReleaseRules(standardWith: nil)
      var report = try GateAssembly(rules, request.filter, of: audit, reader).report(detail)
      report.remarks +=
        try named.map {
          try reader.closing(of: $0) == nil ? NoticeWords.sinceClosing(of: $0, present) : []
        } ?? []
      why = try context.arguments.string(.why).map { try Self.why($0, report, reader) }
      return report
    }
    if let why {
      try context.write(why.page, json: why.json, as: format)
      return .done
    }
    report.isReportOnly = context.arguments.has(.reportOnly)
    report.limit = context.arguments.has(.all) ? nil : limit ?? GateReport.usualLimit
    report.version = Program.version
    try files.write(report, context)
    try context.write(report, json: report.json, as: format)
    if report.isReportOnly { return .done }
    switch report.decision {
    case .ship: return .done
    case .hold: return .no
    case .undecided: return .notFound
    }
  }

  /// How the rules count an item: a component and a check, and a condition if it has several; or a finding by its ID.
  private static func why(_ item: String, _ report: GateReport, _ reader: Reader) throws -> GateWhy {
    let words = item.split(whereSeparator: \.isWhitespace).map(String.init)
    let found = words.count == 1 ? try NameFinder.item(ofFinding: item, reader) : nil
    guard found != nil || words.count == 2 || words.count == 3 else {
      throw Problem.usage(
        "flag.value",
        "invalid value \(MessageText.quoted(item)) for --why; expected a component and a check, or the ID of a finding",
        hints: ["Quote both, e.g. --why 'sign-in/close-button icon-button-label'."])
    }
    let component = try found?.component ?? NameFinder.component(words[0], reader)
    let check = try found?.check ?? NameFinder.check(words[1], reader)
    let condition =
      try found?.condition
      ?? (words.count < 3 ? nil : Problem.named { () throws(NameProblem) in try Condition(typed: words[2]).text })
    // Lists show the setting of the check as well.
    let settings = try reader.checkSettings
    let why = GateWhy(report) { itsComponent, itsCheck, itsCondition in
      itsComponent.hasSameBytes(as: component) && itsCheck.hasSameBytes(as: check)
        && condition.map { [itsCondition, settings.seen(itsCondition, of: itsCheck)].contains($0) } ?? true
    }
    guard let why else {
      throw Problem(
        .notFound, code: "item.out-of-scope", "\(check) on \(component) is out of scope of the release check",
        hints: ["Run \"a11y show \(ShellWord.quoted(check)) \(ShellWord.quoted(component))\" for its results."])
    }
    return why
  }

  private static func format(_ context: Context) throws(Problem) -> OutputFormat {
    guard context.arguments.has(.md) else { return try context.format() }
    let named = context.arguments.string(.format)
    guard !context.arguments.has(.json), named == nil || named == OutputFormat.md.rawValue else {
      throw .usage("format.conflict", "--md cannot be combined with another format", hints: ["Use only one of them."])
    }
    return .md
  }
}
