import AuditModel

/// The sentences that every form of a report shares, so that no form says something else.
extension Report {
  /// `12 stale, 2 disputed, 1 contradicted, 5 waived`
  var attentionPhrase: String {
    let counts = figures.counts
    return "\(figures.stale) stale, \(counts.disputed) disputed, \(counts.contradicted) contradicted, "
      + "\(figures.waived) waived"
  }

  /// What the report comes to. Never more than the figures bear, and no claim that the app conforms to anything.
  enum Verdict: String, CaseIterable {
    case open = "open-findings"
    case waived = "only-waived-findings"
    case undecided = "no-open-findings-not-all-judged"
    case clean = "no-open-findings"
    case unjudged = "not-judged"
    case empty
  }

  var verdict: Verdict {
    let counts = figures.counts
    if counts.inScope == 0 { return .empty }
    if counts.judged == 0 { return .unjudged }
    if figures.open.total > 0 { return .open }
    if figures.waived > 0 { return .waived }
    return counts.judged < counts.applicable ? .undecided : .clean
  }

  /// The verdict in a sentence.
  package var headline: String {
    let cells = figures.counts
    switch verdict {
    case .empty: return "Nothing is in scope yet."
    case .unjudged: return "Nothing was judged yet: \(counted(cells.inScope, "cell is", "cells are")) in scope."
    case .open:
      let total = counted(figures.open.total, "finding is", "findings are")
      let waived = figures.waived > 0 ? " \(counted(figures.waived, "more is", "more are")) covered by a waiver." : ""
      return "\(total) open: \(severities).\(waived)"
    case .waived:
      return "No finding is open; \(counted(figures.waived, "more is", "more are")) covered by a waiver."
    case .undecided:
      let rest = cells.applicable - cells.judged
      return
        "No finding is open in the \(counted(cells.judged, "cell")) that \(cells.judged == 1 ? "was" : "were") judged, "
        + "and \(counted(rest, "cell that applies is", "cells that apply are")) not judged yet."
    case .clean: return "No finding is open: everything in scope was judged and passes."
    }
  }

  /// `2 critical, 31 serious`; `none` where none is open.
  var severities: String {
    let words = figures.open.listed.filter { $0.count > 0 }.map { "\($0.count) \($0.word)" }
    return words.isEmpty ? "none" : words.joined(separator: ", ")
  }

  /// What is open, and what is waived.
  var openPhrase: String { figures.open.phrase(waived: figures.waived) }

  /// The heading of every form.
  var title: String { audit.map { "Accessibility report: \($0)" } ?? "Accessibility report" }

  /// What the figures are about.
  var scopeSentence: String {
    let scope = "\(counted(figures.components, "component")), \(counted(figures.counts.inScope, "cell")) in scope"
    let words = [audit.map { "of the audit \($0)" }, filter.map { "where \($0)" }, plan?.words].compactMap { $0 }
    return words.isEmpty ? scope + "." : "\(scope) (\(words.joined(separator: ", ")))."
  }

  /// `newest today, oldest 41 days old`.
  var evidencePhrase: String {
    guard let newest = figures.newest.map(days), let oldest = figures.oldest.map(days) else { return "no result yet" }
    let aheadOfClock = figures.newest.flatMap { ahead.phrase(newest: $0) }
    return "newest \(aheadOfClock ?? Self.age(newest)), oldest \(Self.age(oldest))"
  }

  /// Where the compliance could end once everything is judged; nil if nothing is open.
  func rangePhrase(_ spelled: (Percent) -> String) -> String? {
    let cells = figures.cells
    let open = saturatingSum(cells.untested, cells.cantTell)
    guard open > 0 else { return nil }
    let cause = counted(open, "open cell is", "open cells are")
    return "\(spelled(cells.worstCase)) to \(spelled(cells.bestCase)) once \(cause) judged"
  }

  /// Whole days from a moment to that of the report.
  package func days(since moment: Int64) -> Int {
    let (age, overflow) = asOf.subtractingReportingOverflow(moment)
    return overflow ? 0 : max(0, Int(clamping: age / 86_400_000))
  }

  static func age(_ days: Int) -> String { days <= 0 ? "today" : counted(days, "day") + " old" }

  static func day(_ moment: Int64) -> String { Timestamp(milliseconds: moment).localDate(offset: 0) }

  /// What the report rests on, and what it does not say.
  package var limits: [String] {
    [
      "Compliance is PASS of PASS and FAIL. Coverage is what was judged of what applies. Percentages are rounded down, so "
        + "100 percent means all. Untested is never counted as passed, and a waiver never turns a failure into a pass.",
      audit == nil
        ? "The scope is what the plan asks for: components in use, the checks that apply to them, and its conditions, "
          + "tested or not; and what was tested beside that, unless the plan excludes it."
        : "The scope is the audit's: its components, checks and conditions, by the results that carry its name. An audit "
          + "that it is compared with is as it was when it was closed.",
      "Compliance counts every cell there is, so it has no margin of error. It is true as of the moment that is named, by "
        + "the results observed until then.",
      StandardsRollUp.noClaim,
      "The state of a criterion also counts the checks that apply to a component and that nobody has used there: they keep "
        + "it untested. One that no check tests is not evaluated, and what only a tool passed is no evidence.",
      namesTesters
        ? "Testers are named as they were recorded."
        : "Testers are numbered, in this report alone. Owners and approvers stand as they were recorded, and so do notes.",
    ]
  }
}

extension CriterionRollUp {
  /// `applies`, `exempt`, `not required`: what Section 508 makes of it.
  var federal: String {
    switch criterion.federalDuty {
    case .applies: "applies"
    case .exempt: "exempt"
    case .outside: "not required"
    }
  }

  /// The clause of EN 301 549, or why there is none.
  var european: String {
    switch criterion.european.status {
    case .applies, .legacy: criterion.european.clause ?? "applies"
    case .void: (criterion.european.clause.map { $0 + ", " } ?? "") + "void"
    case .notRequired: "not required"
    case .tooNew: "not in V3.2.1"
    }
  }

  /// `A`, `AA`, `AAA`, or `obsolete`.
  var level: String { criterion.level?.rawValue ?? "obsolete" }
}

extension ReportFinding {
  /// What else there is to say of it, each a phrase.
  var phrases: [String] {
    var phrases = [SeverityWords.word(finding.severity)]
    if !value.isEmpty { phrases.append(value) }
    phrases += ["open for \(counted(daysOpen, "day"))"] + lifePhrases
    if let pattern = finding.pattern { phrases.append("pattern \(pattern.name)") }
    if !finding.owner.isEmpty { phrases.append("owner \(finding.owner)") }
    phrases += finding.tickets
    if let waiver = finding.waiver {
      phrases.append("waived until \(waiver.until) (\(waiver.reason), \(waiver.approver))")
    }
    if !finding.screens.isEmpty { phrases.append("on " + finding.screens.joined(separator: ", ")) }
    return phrases
  }

  /// What is out of the ordinary about it.
  var lifePhrases: [String] {
    var phrases: [String] = []
    let returns = finding.life.returns
    if returns > 0 { phrases.append("came back" + (returns > 1 ? " \(returns) times" : "")) }
    if let expired = finding.expired { phrases.append("its waiver ended on \(expired.until)") }
    if finding.isDisputed { phrases.append("disputed") }
    if !stale.isEmpty { phrases.append("stale (\(stale.map(\.rawValue).joined(separator: ", ")))") }
    return phrases
  }
}

extension ReportFix {
  /// `12 findings, 3 screens, 2 criteria`.
  var effect: String {
    [
      counted(fix.findings, "finding"), counted(fix.screens.count, "screen"),
      counted(fix.criteria.count, "criterion", "criteria"),
    ].joined(separator: ", ")
  }
}
