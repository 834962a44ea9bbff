import Arguments
import AuditFigures
import AuditModel
import AuditStore
import Terminal

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
