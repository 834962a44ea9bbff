import Arguments
import AuditModel
import AuditStore
import Terminal

/// A line of `a11y gate` parsed, before anything is read.
struct GateRequest {
  var limits = GateLimits()
  var filter: Filter
  /// As typed.
  var baseline: String?
  /// The checklists that are required; their checks are known when the tracker is read.
  var wantsCriticalRules: Bool
  var wantsPreRelease: Bool

  /// - Throws: usage: no rule, an invalid limit, a query that filters on results.
  init(_ context: Context) throws(Problem) {
    let arguments = context.arguments
    filter = try Self.filter(arguments.positionals)
    limits.minPass = try Self.share(.minPass, arguments)
    limits.minTested = try Self.share(.minTested, arguments)
    limits.maxCritical = try arguments.int(.maxCritical, in: 0...1_000_000_000)
    limits.maxSerious = try arguments.int(.maxSerious, in: 0...1_000_000_000)
    limits.maxAge = try arguments.int(.maxAge, in: 1...36_500)
    baseline = arguments.string(.baseline)
    if let baseline, baseline.isEmpty {
      throw .usage(
        "flag.value", "missing value for --baseline; expected an audit, a date, or a file", hints: [arguments.helpHint])
    }
    limits.forbidsRegressions = arguments.has(.noRegressions) || baseline != nil
    wantsCriticalRules = arguments.has(.criticalRules)
    wantsPreRelease = arguments.has(.preRelease)
    guard limits != GateLimits() || wantsCriticalRules || wantsPreRelease else {
      throw .usage(
        "gate.no-rule", "no rule specified",
        hints: ["Run \"a11y gate --max-critical 0 --min-tested 95\", for example.", arguments.helpHint])
    }
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
