import Arguments
import AuditFigures
import AuditModel
import AuditReports
import AuditStanding
import AuditStore
import Terminal
import TrackerAccess

/// What `a11y gate` does.
enum GateRun {
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
      let (named, shown) = try AuditName.asked(context, present, asOf: moment)
      let reader = try shown.map(present.at) ?? present
      let audit = try named.map { try AuditName.find($0.name, reader) }
      try QueryNames(reader: reader).examine(ListRequest(kind: .cells, filter: request.filter), context)
      var stated = try ReleaseRules(request.policy, of: audit, reader) {
        try Baseline.find($0, reader, present, context)
      }
      if request.isStrict { stated?.beStrict() }
      let rules = try stated ?? ReleaseRules(standardWith: nil, of: audit)
      let report = try GateAssembly(rules, request.filter, of: audit, reader).report(detail)
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

  /// How the rules count an item: a component and a check, and a condition if it has several.
  private static func why(_ item: String, _ report: GateReport, _ reader: Reader) throws -> GateWhy {
    let words = item.split(whereSeparator: \.isWhitespace).map(String.init)
    guard words.count == 2 || words.count == 3 else {
      throw Problem.usage(
        "flag.value", "invalid value \(MessageText.quoted(item)) for --why; expected a component and a check",
        hints: ["Quote both, e.g. --why 'sign-in/close-button label-present'."])
    }
    let component = try NameFinder.component(words[0], reader)
    let check = try NameFinder.check(words[1], reader)
    let condition =
      words.count < 3 ? nil : try Problem.named { () throws(NameProblem) in try Condition(parsing: words[2]) }
    let why = GateWhy(report) { itsComponent, itsCheck, itsCondition in
      itsComponent.utf8.elementsEqual(component.utf8) && itsCheck.utf8.elementsEqual(check.utf8)
        && condition.map { itsCondition == $0.text } ?? true
    }
    guard let why else {
      throw Problem(
        .notFound, code: "item.out-of-scope", "\(check) on \(component) is out of scope of the release check",
        hints: ["Run \"a11y show \(check) \(component)\" for its results."])
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
