import Audit
import Base
import Store

/// The sentences about a rule that all forms of the gate share.
extension GateReport {
  /// The rule as a label.
  func title(_ ruling: GateRuling) -> String {
    switch ruling.rule {
    case .minPass: "Compliance (PASS / evaluated)"
    case .minCoverage: "Coverage (evaluated / applicable)"
    case .maxCritical: "Critical findings"
    case .maxSerious: limits.maxCritical == nil ? "Serious and critical findings" : "Serious findings"
    case .noRegressions: baseline.map { "Regressions since \($0.name)" } ?? "Regressions"
    case .maxAge: "Age of the oldest result"
    case .maxWaiting: "Undecided changes and entries of others"
    case .maxClosedTickets: "Findings with a closed ticket"
    case .criticalRules: "Checklist critical-rules"
    case .preRelease: "Checklist pre-release"
    case .expiredWaivers: "Findings with an expired waiver"
    case .disagreements: "Disputed or contradicted items"
    }
  }

  /// The actual figure: `480 of 500 evaluated items pass, 96 percent`.
  func found(_ ruling: GateRuling) -> String {
    let (part, whole) = (ruling.figure.part, ruling.figure.whole)
    switch ruling.rule {
    case .minPass:
      // What others alone see fail is among them, and no evaluated item.
      let items = ruling.byOthers > 0 ? "items" : "evaluated items"
      return "\(counted(part, of: whole)) \(items) pass, \(ruling.figure.words)"
    case .minCoverage:
      return "\(counted(part, of: whole)) applicable items evaluated, \(ruling.figure.words)"
    case .maxCritical: return counted(part, "critical finding") + " open"
    case .maxSerious:
      let worse = limits.maxCritical == nil ? " or critical" : ""
      return counted(part, "serious\(worse) finding") + " open"
    // Fixes are counted only with a baseline.
    case .noRegressions: return "\(counted(part)) regressed" + (limits.hasBaseline ? ", \(ruling.fixed) fixed" : "")
    case .maxAge:
      return ruling.oldestDays.map { "the oldest result is \(counted($0, "day")) old" } ?? "no results"
    case .maxWaiting: return part == 1 ? "1 waits for a decision" : "\(counted(part)) wait for a decision"
    case .maxClosedTickets: return counted(part, "failing item") + " with a closed ticket"
    case .criticalRules, .preRelease:
      return "\(counted(part)) of \(counted(whole, "item")) of the checklist \(part == 1 ? "does" : "do") not pass"
    case .expiredWaivers: return counted(part, "failing item") + " with an expired waiver"
    case .disagreements: return counted(part, "item") + " disputed or contradicted"
    }
  }

  /// The required figure: `at least 90 percent`.
  func wanted(_ ruling: GateRuling) -> String {
    switch ruling.rule {
    case .minPass: "at least \(limits.minPass?.text ?? "") percent"
    case .minCoverage: "at least \(limits.minCoverage?.text ?? "") percent"
    case .maxCritical: "at most \(limits.maxCritical ?? 0)"
    case .maxSerious: "at most \(limits.maxSerious ?? 0)"
    case .maxAge: "at most \(counted(limits.maxAge ?? 0, "day"))"
    case .maxWaiting: "at most \(limits.maxWaiting ?? 0)"
    case .maxClosedTickets: "at most \(limits.maxClosedTickets ?? 0)"
    case .noRegressions, .criticalRules, .preRelease, .expiredWaivers, .disagreements: "none"
    }
  }

  /// The reasons, as sentences: items that break the rule, and the limits of a pass.
  func reasons(_ ruling: GateRuling) -> [String] {
    let against = ruling.verdict == .fail ? ruling.against.map { Self.sentence($0.reason, $0.cells.count) } : []
    return against + remarks(ruling)
  }

  /// Remarks besides the cells that break the rule.
  func remarks(_ ruling: GateRuling) -> [String] {
    var reasons: [String] = []
    if ruling.verdict == .noData { reasons.append(withoutData(ruling)) }
    // Without data it is the reason, and said once.
    if !ruling.unasked.isEmpty, ruling.figure.whole > 0, ruling.verdict != .noData {
      reasons.append(
        "\(counted(ruling.unasked.count, "check")) of the checklist without a component in scope: "
          + firstNamed(ruling.unasked, 3))
    }
    if !ruling.excluded.isEmpty, ruling.figure.whole > 0 {
      reasons.append(
        "\(counted(ruling.excluded.count, "check")) of the checklist not asked for by the platforms or features of the app: "
          + firstNamed(ruling.excluded, 3))
    }
    if ruling.waived > 0 {
      let fails = ruling.rule == .minPass
      let words = fails ? "waived (not counted as passed)" : "waived (not counted)"
      reasons.append("\(counted(ruling.waived, "failing item is", "failing items are")) \(words)")
    }
    if ruling.usual > 0 {
      // Behind a remark on waived items, "of them" would be of those.
      reasons.append(
        "\(counted(ruling.usual, "open finding")) counted by default severity (not rated by a tester)")
    }
    let listed = ruling.against.first { $0.reason == .failsByOthers && ruling.rule == .minCoverage }
    let others = ruling.byOthers - (ruling.verdict == .fail ? listed?.cells.count ?? 0 : 0)
    if others > 0 {
      reasons.append(
        "\(counted(others, "item FAILs", "items FAIL")) only according to people who are not followed "
          + (ruling.rule == .minPass ? "(counted as failed)" : "(not counted as evaluated)"))
    }
    if ruling.untested > 0, ruling.verdict == .pass {
      reasons.append("\(counted(ruling.untested, "item was", "items were")) not tested")
    }
    return reasons
  }

  private func withoutData(_ ruling: GateRuling) -> String {
    if gate.counts.inScope == 0 { return "nothing is in scope" }
    if !gate.cells.contains(where: { $0.evaluated != nil }) {
      let areOthers = gate.cells.contains(where: \.isOfOthers)
      return areOthers ? "nothing was tested by people who are followed" : "nothing was tested"
    }
    switch ruling.rule {
    case .criticalRules, .preRelease:
      if ruling.figure.whole == 0 { return "the checklist has no items in scope" }
      return ruling.unasked.isEmpty || ruling.rule == .criticalRules
        ? "every item of the checklist is not applicable"
        : "\(counted(ruling.unasked.count, "check")) of the checklist without a component in scope "
          + "(\(firstNamed(ruling.unasked, 3))); add one with a11y new component KEY --kind KIND, or use "
          + "a11y new audit NAME --checklist pre-release --whole-app"
    case .minCoverage: return "every item in scope is not applicable"
    case .noRegressions where gate.counts.judged > 0: return "the baseline contains none of these items"
    default: return "nothing was evaluated"
    }
  }

  /// `3 items fail`, `2 items were not tested`.
  static func sentence(_ reason: GateReason, _ count: Int) -> String {
    switch reason {
    case .fails: counted(count, "item fails", "items fail")
    case .regressed: counted(count, "item regressed", "items regressed") + " (previously passed)"
    case .waiverExpired: counted(count, "item fails", "items fail") + " with an expired waiver"
    case .ticketClosed: counted(count, "item fails", "items fail") + " with a closed ticket"
    case .disputed: counted(count, "item is disputed", "items are disputed")
    case .contradicted: counted(count, "item is contradicted", "items are contradicted")
    case .cantTell: counted(count, "item is CAN'T TELL", "items are CAN'T TELL")
    case .failsByOthers:
      counted(count, "item FAILs", "items FAIL") + " only according to people who are not followed (not evaluated)"
    case .untested: counted(count, "item was not tested", "items were not tested")
    case .tooOld: counted(count, "result is too old", "results are too old")
    }
  }

  /// The details of a cell that breaks a rule.
  func words(_ cell: GateCell, _ reason: GateReason) -> [String] {
    var words = state(cell)
    if let waiver = detail(cell).waiver { words.append("waived until \(waiver.until)") }
    if let expired = detail(cell).expired { words.append("waiver expired on \(expired.until)") }
    if reason == .tooOld, let time = cell.time {
      words.append("tested on \(days[time] ?? Timestamp(milliseconds: time).localDate(offset: 0))")
    }
    return words
  }

  private func state(_ cell: GateCell) -> [String] {
    var words = cell.outcome == .fail ? [SeverityWords.word(cell.severity, isUsual: cell.isUsualSeverity)] : []
    if cell.isDisputed { words.append("disputed") }
    if cell.isContradicted { words.append("contradicted") }
    if cell.isHeld { words.append("better only by someone who is not followed") }
    return words
  }

  // MARK: The decision

  /// `HOLD: 3 blockers (2 of 4 rules fail).`, `NO DECISION: the team has set no policy. With max-critical 0 it would be
  /// HOLD: 5 blockers.`
  package var decisionSentence: String {
    if let proposal { return "\(decision.word): the team has set no policy. \(proposal)" }
    return "\(decision.word)\(blockers.isEmpty ? "" : ": " + counted(blockers.count, "blocker")) (\(rulePhrase))."
  }

  /// What the proposed rules would come to; nil where the team has set its own.
  package var proposal: String? { isProposal ? proposedPhrase.capitalizedFirst + "." : nil }

  /// `with max-critical 0 the decision would be HOLD: 5 blockers`. A proposal that would pass says what it does not look at.
  var proposedPhrase: String {
    let counts = gate.counts
    let rest: String
    switch outcome {
    case .hold: rest = blockers.isEmpty ? "" : ": " + counted(blockers.count, "blocker")
    case .undecided:
      // The rules that could not decide say why, as `gate` does.
      let reasons = gate.rulings.filter { $0.verdict == .noData }.map(withoutData)
      let distinct = reasons.enumerated().filter { !reasons[..<$0.offset].contains($0.element) }.map(\.element)
      return "with \(policy.text) there would be no decision either: \(distinct.joined(separator: "; "))"
    case .ship:
      let open = gate.cells.count(where: \.isOpen)
      let left = counts.applicable - counts.judged
      let words = [
        open > 0 ? counted(open, "open finding") : "",
        left > 0 ? "\(counted(left)) of \(counted(counts.applicable, "applicable item")) not evaluated" : "",
      ].filter { !$0.isEmpty }
      rest = words.isEmpty ? "" : ", with " + words.joined(separator: " and ")
    }
    return "with \(policy.text) the decision would be \(outcome.word)\(rest)"
  }

  /// The rules, with whose they are.
  var policyPhrase: String {
    switch policySource {
    case .typed: ""
    case .audit: "\(policy.text) (of the audit)"
    case .tracker: "\(policy.text) (of the tracker)"
    case .standard: "none; proposed: \(policy.text)"
    }
  }

  /// Why a finding blocks: `critical, regressed`.
  func words(_ blocker: ReleaseBlocker) -> [String] {
    let cell = gate.cells[blocker.place]
    var words = state(cell)
    if blocker.rules.contains(.noRegressions) { words.append("regressed") }
    if let expired = detail(cell).expired { words.append("waiver expired on \(expired.until)") }
    if blocker.rules.contains(.criticalRules) { words.append("on the checklist critical-rules") }
    if blocker.rules.contains(.preRelease) { words.append("on the checklist pre-release") }
    return words
  }

  /// What has to happen for each rule that fails or has no data, one sentence each.
  package var toShip: [String] {
    // Those that the proposal was decided by: with others it could be another one.
    if isProposal {
      return [firstStep, "Set a policy, for example: a11y edit tracker --policy '\(policy.text)'."].compactMap(\.self)
    }
    return failed.map(need)
      + gate.rulings.filter { $0.verdict == .noData }.map { "\($0.rule.rawValue): \(withoutData($0))." }
      + policy.unread.map { "The rule \($0) is unknown to this version of a11y: update a11y, or change the policy." }
  }

  /// Where no rule could decide: what there has to be first.
  private var firstStep: String? {
    guard outcome == .undecided else { return nil }
    if gate.counts.judged > 0 {
      return limits.hasBaseline ? "Compare with a date or a build at which these items had results." : nil
    }
    guard gate.counts.inScope > 0 else { return "Add a component: a11y new component KEY --kind KIND." }
    // Where others have tested everything, a walk has nothing left.
    let isOfOthers = byOthers.toTest > 0 && byOthers.toTest == gate.counts.untested
    return "Test the first items: \(isOfOthers ? byOthers.command : "a11y walk")."
  }

  private func need(_ ruling: GateRuling) -> String {
    let (count, all) = (gate.shortfall(ruling, limits), ruling.figure.part)
    let of = count == all ? "\(counted(count))" : "\(counted(count, of: all))"
    switch ruling.rule {
    case .minPass: return "Fix \(counted(count, "finding")) to reach \(limits.minPass?.text ?? "")% compliance."
    case .minCoverage:
      return "Evaluate \(counted(count, "more item")) to reach \(limits.minCoverage?.text ?? "")% coverage."
    case .maxCritical: return "Fix or waive \(of) critical \(all == 1 ? "finding" : "findings")."
    case .maxSerious:
      let worse = limits.maxCritical == nil ? " or critical" : ""
      return "Fix or waive \(of) serious\(worse) \(all == 1 ? "finding" : "findings")."
    case .noRegressions: return "Fix or waive \(counted(count, "regressed item"))."
    case .maxAge: return "Retest \(counted(count, "item")) last tested more than \(limits.maxAge ?? 0) days ago."
    case .maxWaiting:
      return "Decide about \(of) \(all == 1 ? "change or entry" : "changes and entries") of others: a11y waiting."
    case .maxClosedTickets:
      return
        "Reopen the tickets of \(of) failing \(all == 1 ? "item" : "items"), or fix \(count == 1 ? "it" : "them"): "
        + "a11y report --issues md."
    case .criticalRules, .preRelease:
      return "Fix or test \(counted(count, "item")) of the checklist \(ruling.rule.rawValue)."
    case .expiredWaivers: return "Fix \(counted(count, "finding")) with an expired waiver, or renew the waiver."
    case .disagreements: return "Resolve \(counted(count, "disputed or contradicted item")): a11y list conflicts."
    }
  }
}

extension GateReport {
  /// Why the decision is what it is, in a sentence.
  var reason: String {
    if let proposal { return proposal }
    switch decision {
    case .ship: return "Every rule passes."
    case .hold where !blockers.isEmpty:
      let blocks = blockers.count == 1 ? "blocks" : "block"
      return "\(counted(blockers.count, blockerNoun)) \(blocks) the release: \(blockerKinds)."
    case .hold, .undecided: return toShip.first ?? ""
    }
  }

  /// A disputed item may block without failing.
  var blockerNoun: String {
    blockers.allSatisfy { gate.cells[$0.place].outcome == .fail } ? "finding" : "item"
  }

  /// The blockers, each once, by the rule that blocks it, the worst first: `4 critical, 2 more regressed, 7 serious`. A
  /// severity is named where a rule counts it. Where some of a kind are among those before, the rest are more: the rules
  /// count each under every kind.
  var blockerKinds: String {
    let named: [(rule: GateRuling.Rule, word: String)] = [
      (.noRegressions, "regressed"), (.expiredWaivers, "with an expired waiver"),
      (.maxClosedTickets, "with a closed ticket"), (.disagreements, "disputed or contradicted"),
    ]
    let severities = Severity.allCases.map(\.word) + [SeverityWords.word(nil)]
    let order = severities.prefix(1) + named.dropLast().map(\.word) + severities.dropFirst() + [named[3].word]
    let kinds = blockers.map { blocker -> [String] in
      let isRated = blocker.rules.contains { rule in !named.contains { $0.rule == rule } }
      return named.filter { blocker.rules.contains($0.rule) }.map(\.word)
        + (isRated ? [SeverityWords.word(gate.cells[blocker.place].severity)] : [])
    }
    var left = kinds
    return order.compactMap { word in
      let count = left.count { $0.contains(word) }
      guard count > 0 else { return nil }
      left.removeAll { $0.contains(word) }
      return "\(counted(count))\(kinds.count { $0.contains(word) } > count ? " more" : "") \(word)"
    }.joined(separator: ", ")
  }
}

extension NewerBuilds {
  /// What to do where the newest of them is a typo, after a space.
  var wayOut: String {
    let list = "a11y list results build:\(ShellWord.quoted(newest))"
    return " If \(newest) is a typo, run \"\(list)\" to see whose: only its tester can undo a result."
  }
}

extension TestedByOthers {
  /// Asks for those that are to be tested now.
  var command: String { RetestQueue.walk(query, of: audit) }

  /// What to do besides following who tested them, after a space; empty where none of them is to be tested now.
  var wayOut: String {
    guard toTest > 0 else { return "" }
    let which = toTest < cells ? "\(counted(toTest)) of them" : cells == 1 ? "it" : "them"
    return " To test \(which) here, run \"\(command)\"."
  }
}
